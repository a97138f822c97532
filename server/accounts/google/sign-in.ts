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
import { signedInOrStep } from '../sessions/open-sign-in.ts'
import { googleRefused, signInAs } from './account.ts'
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
 * @param flow the page's name for a sign-in in a popup; null in the whole window
 * @returns what the browser must bring back, and where it goes
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
 * Finishes, with Google's answer, what this browser began; once.
 * @returns who signed in, and the token with which the browser may exchange it
 * @throws GoogleError
 */
export async function finishSignIn(
  db: Db,
  google: Google,
  token: string,
  callback: URL,
): Promise<{ token: string; signIn: FinishedSignIn }> {
  if (!isToken(token) || !(await takeBegunSignIn(db, sha256(token)))) {
    throw new GoogleError('refused', 'This browser has begun no such sign-in')
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
 * What the page says is believed only as far as it equals the sign-in that the token stands for, which is used up.
 * @returns a session; or why the account's password is asked for, and the token with which the sign-in can be sent again
 * @throws ShopError 401, also with the step where a code is needed, 403 when blocked, 429
 */
export async function exchangeSignIn(
  db: Db,
  token: string,
  { password, ...claimed }: GoogleSignIn,
  origin: Origin,
): Promise<{ signedIn: SignedIn } | { refusal: ShopError; again: string }> {
  const profileHash = isToken(token) ? await takeFinishedSignIn(db, sha256(token)) : null
  const { uid, email, displayName = null, photoURL = null } = claimed
  if (profileHash === null || !uid || !email) throw googleRefused()
  const signIn = { uid, email, displayName, photoURL }
  const isAuthoritative = hashOf(signIn, true) === profileHash
  if (!isAuthoritative && hashOf(signIn, false) !== profileHash) throw googleRefused()
  const profile = { subject: uid, email, name: displayName, photoUrl: photoURL, isAuthoritative }
  try {
    return { signedIn: signedInOrStep(await signInAs(db, profile, origin, password)) }
  } catch (error) {
    if (!(error instanceof ShopError && ASKS_AGAIN.includes(error.code))) throw error
    const again = randomToken()
    const expiresAt = inSeconds(FINISHED_SECONDS)
    await insertGoogleSignIn(db, { tokenHash: sha256(again), profileHash, expiresAt })
    return { refusal: error, again }
  }
}

/** The account's password is missing or wrong: the same sign-in may be sent with another one. */
const ASKS_AGAIN = ['password_needed', 'wrong_password']

/** Which popup waits for the answer; null: none, or nothing that a page could have asked for. */
export function flowOf(callback: URL): string | null {
  const flow = callback.searchParams.get('state')?.split('.')[1]
  return flow && GOOGLE_FLOW.test(flow) ? flow : null
}

/** Everything follows from the browser's token, of which only the hash is kept: a copy of the table opens nothing. */
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
