import type { SignedIn } from '#contract/accounts/api.ts'
import type { Assertion } from '#contract/accounts/passkeys.ts'
import { ShopError } from '../../errors.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { RequestUser } from '../../platform/http/guards.ts'
import { countAttempt } from '../../platform/http/limits.ts'
import { LIMITS } from '../attempts.ts'
import { type Account, lockAccount } from '../queries.ts'
import { type Origin, sourceOf } from '../sessions/known-device.ts'
import { updatePasskeyUsed } from '../sessions/queries.ts'
import { openFor, signedInOrStep } from '../sessions/sessions.ts'
import { rejected } from './passkeys.ts'
import {
  findCredential,
  findCredentialUser,
  listCredentialIds,
  openChallenge,
  takeChallenge,
  updatePasskeyUse,
} from './queries.ts'
import { checkAssertion, handleOf, type RelyingParty, requestOptions } from './webauthn.ts'

/**
 * The options name no account; the device offers the passkeys it has.
 * @throws ShopError 429
 */
export async function beginPasskeySignIn(db: Db, party: RelyingParty, origin: Origin) {
  await countAttempt(db, LIMITS.passkeyByAddress, await sourceOf(db, origin))
  const { token, challenge } = await openChallenge(db, null)
  return { token, options: await requestOptions(party, challenge) }
}

/**
 * Locks the account while the signature is checked, so of two concurrent uses the second sees the counter of the first,
 * and a passkey that is being removed no longer works.
 * @throws ShopError 401, 403 when blocked, 429
 */
export async function signInWithPasskey(
  db: Db,
  party: RelyingParty,
  { token, credential }: { token: string; credential: Assertion },
  { address, userAgent }: Origin,
): Promise<SignedIn> {
  const challenge = await takeChallenge(db, token, null)
  // Counts only wrong responses, so strangers with the same IP address can't lock out a user.
  const opened = await inTransaction(db, async (db) => {
    if (challenge === null) throw rejected(401)
    const account = await checkSigned(db, party, challenge, credential, 401)
    return openFor(db, account, userAgent, 'passkey')
  }).catch(async (error: unknown) => {
    if (error instanceof ShopError && error.status === 401)
      await countAttempt(db, LIMITS.signInByAddress, address)
    throw error
  })
  return signedInOrStep(opened)
}

/** Starts proving, with a passkey, that the session belongs to the owner. @throws ShopError 429 */
export async function beginPasskeyProof(db: Db, party: RelyingParty, user: RequestUser) {
  await countAttempt(db, LIMITS.passkeyProofByUser, String(user.id))
  const known = await listCredentialIds(db, user.id)
  const { token, challenge } = await openChallenge(db, user.sessionId, true)
  return { token, options: await requestOptions(party, challenge, known) }
}

/** @throws ShopError 400 unless a passkey of this user has signed the challenge of this session */
export async function provePasskey(
  db: Db,
  party: RelyingParty,
  user: RequestUser,
  { token, credential }: { token: string; credential: Assertion },
): Promise<void> {
  const challenge = await takeChallenge(db, token, user.sessionId, true)
  if (challenge === null) throw rejected(400)
  await inTransaction(db, async (db) => {
    const account = await checkSigned(db, party, challenge, credential, 400)
    if (account.id !== user.id) throw rejected(400)
    await updatePasskeyUsed(db, user.sessionId)
  })
}

/** @returns the passkey's account, locked by the caller's transaction */
async function checkSigned(
  db: Db,
  party: RelyingParty,
  challenge: string,
  credential: Assertion,
  status: 400 | 401,
): Promise<Account> {
  const userId = await findCredentialUser(db, credential.id)
  const account = userId === null ? null : await lockAccount(db, userId)
  const credentialRow = account && (await findCredential(db, account.id, credential.id))
  // Discoverable passkeys return their user's handle.
  if (!credentialRow || credential.response.userHandle !== handleOf(account.id)) throw rejected(status)
  const counter = await checkAssertion(party, challenge, credential, credentialRow).catch(
    (cause: unknown) => {
      throw rejected(status, cause)
    },
  )
  await updatePasskeyUse(db, credential.id, counter)
  return account
}
