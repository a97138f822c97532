import { SAFETY_MESSAGES } from '#contract/accounts/passkey-rules.ts'
import type { Proof } from '#contract/accounts/passkeys.ts'
import { invalidInput, notSignedIn, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { countSessionCode } from './attempts.ts'
import { accountOf, confirmOwner } from './confirm-owner.ts'
import { queueSecurityEmail } from './emails.ts'
import { listCredentialIds } from './passkeys/queries.ts'
import { provePasskey } from './passkeys/sign-in.ts'
import type { RelyingParty } from './passkeys/webauthn.ts'
import { lockAccount } from './queries.ts'
import { consumeCode } from './second-factor/codes.ts'
import { hasSecondFactor } from './second-factor/queries.ts'
import { withCodeCounted, wrongCode } from './second-factor/second-factor.ts'
import { updateProof } from './sessions/queries.ts'
import { provenUntil } from './sessions/sessions.ts'

/** Dependencies for checking a proof. `passkeyToken` is this browser's cookie, or '' if it has none. */
export type Prover = { db: Db; secrets: SecretBox; party: RelyingParty; passkeyToken: string }

/**
 * Requires a password, passkey, or code, because the session may be stolen. An account that has none of them must have
 * signed in recently.
 * @throws ShopError 400, 403, 409 for a code if no app is set up, 429
 */
export async function proveOwner(
  { db, secrets, party, passkeyToken }: Prover,
  user: RequestUser,
  { password, code, credential }: Proof,
): Promise<void> {
  if (credential) return provePasskey(db, party, user, { token: passkeyToken, credential })
  if (!code) return proveByPassword(db, user, password)
  if (!(await hasSecondFactor(db, user.id))) throw new ShopError(409, 'conflict', SAFETY_MESSAGES.factorOff)
  await withCodeCounted(await countSessionCode(db, user), () =>
    inTransaction(db, async (db) => {
      const account = await lockAccount(db, user.id)
      const taken = account && (await consumeCode(db, secrets, user.id, code))
      if (!taken) throw wrongCode(400)
      if (taken === 'recovery') await queueSecurityEmail(db, account, { kind: 'recovery-code-used' })
    }),
  )
}

/** A recent sign-in is a valid proof only for an account that has no other. */
async function proveByPassword(db: Db, user: RequestUser, password?: string) {
  const { passwordHash } = await accountOf(db, user.id)
  const canProve = (await hasSecondFactor(db, user.id)) || (await listCredentialIds(db, user.id)).length > 0
  if (passwordHash === null && canProve) throw invalidInput(SAFETY_MESSAGES.proofMissing)
  await confirmOwner(db, user, password)
}

/**
 * Marks the session as proven.
 * @returns when the proof expires
 * @throws ShopError 400, 401 if the session has ended, 403 if signing in again is the only proof, 429
 */
export async function giveProof(prover: Prover, user: RequestUser, proof: Proof): Promise<Date> {
  await proveOwner(prover, user, proof)
  const provenAt = now()
  if (!(await updateProof(prover.db, user.sessionId, provenAt))) throw notSignedIn()
  return provenUntil(provenAt)
}
