import type { Proof } from '#contract/accounts/passkeys.ts'
import { notSignedIn } from '../errors.ts'
import { now } from '../platform/clock.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { type Prover, proveOwner } from './prove-owner.ts'
import { updateProof } from './sessions/queries.ts'
import { provenUntil } from './sessions/sessions.ts'

/**
 * Marks the session as proven.
 * @returns until when
 * @throws ShopError 400, 401 if the session has ended, 403 if there is no other proof than signing in again, 429
 */
export async function giveProof(prover: Prover, user: RequestUser, proof: Proof): Promise<Date> {
  await proveOwner(prover, user, proof)
  const provenAt = now()
  if (!(await updateProof(prover.db, user.sessionId, provenAt))) throw notSignedIn()
  return provenUntil(provenAt)
}
