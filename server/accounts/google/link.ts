import { SAFETY_MESSAGES } from '#contract/accounts/passkey-rules.ts'
import type { Proof, Safety } from '#contract/accounts/passkeys.ts'
import { notFound, ShopError } from '../../errors.ts'
import { inTransaction } from '../../platform/db/database.ts'
import type { RequestUser } from '../../platform/http/guards.ts'
import { lockOwn } from '../confirm-owner.ts'
import { readSafety } from '../passkeys/passkeys.ts'
import { listCredentialIds } from '../passkeys/queries.ts'
import { type Prover, proveOwner } from '../prove-owner.ts'
import { postSafetyLetter } from '../safety-letter.ts'
import { deleteGoogleLink } from './queries.ts'

/** @throws ShopError 400, 403, 404, 409 if nothing else is left to sign in with, 429 */
export async function removeGoogleLink(prover: Prover, user: RequestUser, proof: Proof): Promise<Safety> {
  const { db } = prover
  await proveOwner(prover, user, proof)
  await inTransaction(db, async (db) => {
    const account = await lockOwn(db, user)
    if (!(await deleteGoogleLink(db, user.id))) throw notFound(SAFETY_MESSAGES.googleUnlinked)
    if (account.passwordHash === null && (await listCredentialIds(db, user.id)).length === 0) {
      throw new ShopError(409, 'last_way_in', SAFETY_MESSAGES.googleLastWayIn)
    }
    await postSafetyLetter(db, account, { kind: 'google-removed' })
  })
  return readSafety(db, user.id)
}
