import { pause } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import {
  countAttempt,
  countOnly,
  forgetAttempts,
  type Limit,
  takeBackAttempt,
} from '../platform/http/limits.ts'
import type { Origin } from './sessions/known-device.ts'
import { isKnownDevice } from './sessions/queries.ts'

/** From so many wrong passwords for one account on, from anywhere, unknown devices wait before theirs is checked. */
const SLOW_AFTER = 20
const SLOW_MS = 1000

/** Counts attempts before the work they stand for. @returns gives them back, for a good one */
type Counted = () => Promise<void>

/**
 * One attempt at an account's password. Strangers share no count with the owner: a device that has signed in to the account
 * has its own, and any other is counted with its IP address. Many wrong ones from anywhere only leave each address fewer
 * tries, and make it wait a second (docs/decisions/0029).
 * @param userId null if there is no such account
 * @throws ShopError 429
 */
export async function countPassword(
  db: Db,
  { address, device }: Origin,
  username: string,
  userId: number | null,
): Promise<Counted> {
  const account = username.toLowerCase()
  if (device !== null && (await isKnownDevice(db, device, userId ?? 0))) {
    return countAll(db, [[LIMITS.passwordByDevice, `${device} ${account}`]])
  }
  const wrong = await countOnly(db, LIMITS.passwordByAccount, account)
  const giveBack = await countAll(db, [
    [LIMITS.signInByAddress, address],
    [{ ...LIMITS.passwordByAccountAndAddress, points: triesLeftBy(wrong) }, `${account} ${address}`],
  ])
  if (wrong > SLOW_AFTER) await pause(SLOW_MS)
  return async () => {
    await takeBackAttempt(db, LIMITS.passwordByAccount, account)
    await giveBack()
  }
}

/** After a reset: the owner's own wrong tries are forgotten. */
export async function forgetPasswordAttempts(
  db: Db,
  { address }: Origin,
  account: { id: number; username: string },
) {
  const name = account.username.toLowerCase()
  await forgetAttempts(db, LIMITS.passwordByAccount, name)
  await forgetAttempts(db, LIMITS.passwordByAccountAndAddress, `${name} ${address}`)
  await forgetAttempts(db, LIMITS.codeByAccount, String(account.id))
}

/** One attempt to confirm by password who is signed in: nobody without the session can use these up. @throws ShopError 429 */
export function countConfirmation(db: Db, { sessionId }: RequestUser): Promise<Counted> {
  return countAll(db, [[LIMITS.passwordBySession, String(sessionId)]])
}

/** One attempt at a code by who is signed in. @throws ShopError 429 */
export function countSessionCode(db: Db, { sessionId }: RequestUser): Promise<Counted> {
  return countAll(db, [[LIMITS.codeBySession, String(sessionId)]])
}

/** An email that a signed-in user makes the shop send, maybe to a stranger. @throws ShopError 429 */
export async function countLetter(db: Db, userId: number, { address }: Origin): Promise<void> {
  await countAttempt(db, LIMITS.lettersByUser, String(userId))
  await countAttempt(db, LIMITS.lettersByAddress, address)
}

/** One attempt at the second step of a sign-in, which takes the password first. @throws ShopError 429 */
export async function countStepCode(db: Db, { device }: Origin, userId: number): Promise<Counted> {
  const isKnown = device !== null && (await isKnownDevice(db, device, userId))
  return countAll(db, [
    isKnown ? [LIMITS.codeByDevice, `${device} ${userId}`] : [LIMITS.codeByAccount, String(userId)],
  ])
}

async function countAll(db: Db, attempts: [Limit, key: string][]): Promise<Counted> {
  for (const [limit, key] of attempts) await countAttempt(db, limit, key)
  return async () => {
    for (const [limit, key] of attempts) await takeBackAttempt(db, limit, key)
  }
}

/** How many wrong passwords one IP address may try, by how many the account has had from anywhere. */
function triesLeftBy(wrong: number): number {
  if (wrong <= SLOW_AFTER) return LIMITS.passwordByAccountAndAddress.points
  return wrong <= 100 ? 5 : 3
}

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Nobody is refused for longer, whatever strangers do: each limit that they can use up has this window. */
const WINDOW = 15 * MINUTE

/** How often something may be tried; a success gives its try back where the comment says so. */
export const LIMITS = {
  /** Wrong passwords for one account from anywhere. Refuses nothing: `attempts.ts` slows down by it. Success gives back. */
  passwordByAccount: { name: 'password-account', points: Number.MAX_SAFE_INTEGER, seconds: WINDOW },
  /** Wrong passwords for one account from one IP address; success gives back. */
  passwordByAccountAndAddress: { name: 'password-account-address', points: 10, seconds: WINDOW },
  /** Wrong passwords for one account on a device that has signed in to it; success gives back. */
  passwordByDevice: { name: 'password-device', points: 10, seconds: WINDOW },
  /** Wrong passwords of who is signed in; success gives back. */
  passwordBySession: { name: 'password-session', points: 10, seconds: WINDOW },
  /** Wrong passwords and passkeys from one IP address, for whichever account; success gives back. */
  signInByAddress: { name: 'sign-in-address', points: 50, seconds: WINDOW },
  /** Wrong codes of the second step on unknown devices, each after the right password; success gives back. */
  codeByAccount: { name: 'code-account', points: 5, seconds: WINDOW },
  codeByDevice: { name: 'code-device', points: 5, seconds: WINDOW },
  codeBySession: { name: 'code-session', points: 5, seconds: WINDOW },
  /** Sign-ins by passkey that were begun: each costs a row. */
  passkeyByAddress: { name: 'passkey-address', points: 60, seconds: WINDOW },
  /** Sign-ins with Google that were begun: each costs a row. */
  googleByAddress: { name: 'google-address', points: 60, seconds: WINDOW },
  registerByAddress: { name: 'register-address', points: 20, seconds: WINDOW },
  forgotByAddress: { name: 'forgot-address', points: 20, seconds: WINDOW },
  /** Reset emails to one address; beyond them one per window, while each link works for an hour. */
  forgotByEmail: { name: 'forgot-email', points: 3, seconds: HOUR },
  forgotByEmailSlowly: { name: 'forgot-email-slowly', points: 1, seconds: WINDOW },
  /** Opened links that turned out wrong; good ones are not counted. */
  linkByAddress: { name: 'link-address', points: 30, seconds: WINDOW },
  /** Emails that a signed-in user makes the shop send. */
  lettersByUser: { name: 'letters-user', points: 5, seconds: WINDOW },
  /** Per IP address, because many accounts together could flood an inbox. */
  lettersByAddress: { name: 'letters-address', points: 30, seconds: WINDOW },
} as const satisfies Record<string, Limit>
