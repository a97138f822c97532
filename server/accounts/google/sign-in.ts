import type { SignedIn } from '#contract/accounts/api.ts'
import type { GoogleSignIn } from '#contract/accounts/google.ts'
import { type FinishedSignIn, GOOGLE_FLOW } from '#contract/accounts/google-flow.ts'
import { ShopError } from '../../errors.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { countAttempt } from '../../platform/http/limits.ts'
import { isToken, randomToken, sha256 } from '../../platform/ids.ts'
import { LIMITS } from '../attempts.ts'
import type { Origin } from '../sessions/known-device.ts'
import { signedInOrStep } from '../sessions/sessions.ts'
import { googleRejected, signInAs } from './account.ts'
import { type Google, GoogleError, type GoogleProfile, type Proof } from './google.ts'
import {
  deleteExpiredGoogleSignIns,
  insertGoogleSignIn,
  takeBegunSignIn,
  takeFinishedSignIn,
} from './queries.ts'

export const BEGUN_SECONDS = 10 * 60
export const FINISHED_SECONDS = 5 * 60

/**
 * @param flow the page's ID for a popup sign-in, or null in the full window
 * @returns the token for the browser's cookie, and the URL to redirect to
 * @throws GoogleError, ShopError 429
 */
export async function beginSignIn(db: Db, google: Google, flow: string | null, { address }: Origin) {
  await countAttempt(db, LIMITS.googleByAddress, address)
  await deleteExpiredGoogleSignIns(db)
  const token = randomToken()
  const googleAddress = await google.addressFor(proofOf(token, flow))
  await insertGoogleSignIn(db, {
    tokenHash: sha256(token),
    profileHash: null,
    expiresAt: inSeconds(BEGUN_SECONDS),
  })
  return { token, address: googleAddress }
}

/**
 * Finishes a sign-in that this browser started, with Google's response. Works once.
 * @returns the user who signed in, and the token that the browser exchanges for a session @throws GoogleError
 */
export async function finishSignIn(
  db: Db,
  google: Google,
  token: string,
  callback: URL,
): Promise<{ token: string; signIn: FinishedSignIn }> {
  if (!isToken(token) || !(await takeBegunSignIn(db, sha256(token)))) {
    throw new GoogleError('refused', 'This browser did not start this sign-in')
  }
  const profile = await google.profileFrom(callback, proofOf(token, flowOf(callback)))
  const signIn = signInOf(profile)
  const exchange = randomToken()
  await insertGoogleSignIn(db, {
    tokenHash: sha256(exchange),
    profileHash: hashOf(signIn, profile.isAuthoritative),
    expiresAt: inSeconds(FINISHED_SECONDS),
  })
  return { token: exchange, signIn }
}

/**
 * Exchanges a finished sign-in for a session. The page's claims must match the sign-in that the token belongs to. The
 * token works once.
 * @returns a session, or the reason why the account's password is needed and a token to retry with
 * @throws ShopError 401, with the step if a code is needed, 403 when blocked, 429
 */
export async function exchangeSignIn(
  db: Db,
  token: string,
  { password, link, ...claimed }: GoogleSignIn,
  origin: Origin,
): Promise<{ signedIn: SignedIn } | { rejection: ShopError; again: string }> {
  const profileHash = isToken(token) ? await takeFinishedSignIn(db, sha256(token)) : null
  const { uid, email, displayName = null, photoURL = null } = claimed
  if (profileHash === null || !uid || !email) throw googleRejected()
  const signIn = { uid, email, displayName, photoURL }
  const isAuthoritative = hashOf(signIn, true) === profileHash
  if (!isAuthoritative && hashOf(signIn, false) !== profileHash) throw googleRejected()
  const profile = { subject: uid, email, name: displayName, photoUrl: photoURL, isAuthoritative }
  try {
    return { signedIn: signedInOrStep(await signInAs(db, profile, origin, { password, link })) }
  } catch (error) {
    if (!(error instanceof ShopError && RETRYABLE.includes(error.code))) throw error
    const again = randomToken()
    const expiresAt = inSeconds(FINISHED_SECONDS)
    await insertGoogleSignIn(db, { tokenHash: sha256(again), profileHash, expiresAt })
    return { rejection: error, again }
  }
}

/** The account's password is missing or wrong. The same sign-in can be retried with another password. */
const RETRYABLE = ['password_needed', 'wrong_password']

/** Returns the id of the popup that waits for the outcome, or null if there is none or the id is invalid. */
export function flowOf(callback: URL): string | null {
  const flow = callback.searchParams.get('state')?.split('.')[1]
  return flow && GOOGLE_FLOW.test(flow) ? flow : null
}

/** Derives every value from the browser's token. Only the token's hash is stored, so a leaked table is useless. */
function proofOf(token: string, flow: string | null): Proof {
  const state = sha256(`state ${flow} ${token}`)
  return {
    state: flow === null ? state : `${state}.${flow}`,
    nonce: sha256(`nonce ${token}`),
    verifier: sha256(`verifier ${token}`),
  }
}

function signInOf({ subject, email, name, photoUrl }: GoogleProfile): FinishedSignIn {
  return { uid: subject, email, displayName: name, photoURL: photoUrl }
}

function hashOf({ uid, email, displayName, photoURL }: FinishedSignIn, isAuthoritative: boolean): string {
  return sha256(JSON.stringify([uid, email, displayName, photoURL, isAuthoritative]))
}

function inSeconds(seconds: number): Date {
  return new Date(now().getTime() + seconds * 1000)
}
