import { pause } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import {
  countAttempt,
  countOnly,
  deleteAttempts,
  type Limit,
  uncountAttempt,
} from '../platform/http/limits.ts'
import type { Origin } from './sessions/known-device.ts'
import { isKnownDevice } from './sessions/queries.ts'

/** Wrong passwords for one account, from anywhere, before unknown devices are delayed. */
const SLOW_AFTER = 20
const SLOW_MS = 1000

/** Gives the attempts back after a success. They are counted before the work, so that concurrent ones count. */
type Counted = () => Promise<void>

/**
 * Counts an attempt at an account's password. Strangers share no limit with the owner: a device that has signed in to
 * the account has its own, and any other is counted with its IP address. Many wrong passwords from anywhere only lower
 * the limit per IP address and delay each attempt by a second (docs/decisions/0029).
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
  // First, so that made-up names beyond the limit leave no rows.
  const uncountAddress = await countAll(db, [[LIMITS.signInByAddress, address]])
  const wrong = await countOnly(db, LIMITS.passwordByAccount, account)
  const uncount = await countAll(db, [
    [{ ...LIMITS.passwordByAccountAndAddress, points: attemptsLeftBy(wrong) }, `${account} ${address}`],
  ])
  if (wrong > SLOW_AFTER) await pause(SLOW_MS)
  return async () => {
    await uncountAttempt(db, LIMITS.passwordByAccount, account)
    await uncountAddress()
    await uncount()
  }
}

/** Clears the counts of wrong passwords and codes after a reset, so the owner isn't locked out. */
export async function deletePasswordAttempts(
  db: Db,
  { address }: Origin,
  account: { id: number; username: string },
) {
  const name = account.username.toLowerCase()
  await deleteAttempts(db, LIMITS.passwordByAccount, name)
  await deleteAttempts(db, LIMITS.passwordByAccountAndAddress, `${name} ${address}`)
  await deleteAttempts(db, LIMITS.codeByAccount, String(account.id))
}

/**
 * Counts a password confirmation by a signed-in user, per session, so that others can't use it up.
 * @throws ShopError 429
 */
export function countConfirmation(db: Db, { sessionId }: RequestUser): Promise<Counted> {
  return countAll(db, [[LIMITS.passwordBySession, String(sessionId)]])
}

/** Counts a code entered by a signed-in user. @throws ShopError 429 */
export function countSessionCode(db: Db, { sessionId }: RequestUser): Promise<Counted> {
  return countAll(db, [[LIMITS.codeBySession, String(sessionId)]])
}

/** Counts an email that a signed-in user requests, which may go to a stranger. @throws ShopError 429 */
export async function countEmail(db: Db, userId: number, { address }: Origin): Promise<void> {
  await countAttempt(db, LIMITS.emailsByUser, String(userId))
  await countAttempt(db, LIMITS.emailsByAddress, address)
}

/** Counts a code entered in the second step of a sign-in, after a correct password. @throws ShopError 429 */
export async function countStepCode(db: Db, { device }: Origin, userId: number): Promise<Counted> {
  const isKnown = device !== null && (await isKnownDevice(db, device, userId))
  return countAll(db, [
    isKnown ? [LIMITS.codeByDevice, `${device} ${userId}`] : [LIMITS.codeByAccount, String(userId)],
  ])
}

async function countAll(db: Db, attempts: [Limit, key: string][]): Promise<Counted> {
  for (const [limit, key] of attempts) await countAttempt(db, limit, key)
  return async () => {
    for (const [limit, key] of attempts) await uncountAttempt(db, limit, key)
  }
}

/** Returns the wrong passwords allowed per IP address, given how many the account has had from anywhere. */
function attemptsLeftBy(wrong: number): number {
  if (wrong <= SLOW_AFTER) return LIMITS.passwordByAccountAndAddress.points
  return wrong <= 100 ? 5 : 3
}

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Window of every limit that strangers can use up, so that nothing is rejected for longer. */
const WINDOW = 15 * MINUTE

/** Rate limits; a success gives its attempt back where the comment says so. */
export const LIMITS = {
  /** Wrong passwords for one account from anywhere. Rejects nothing, only slows attempts down. A success doesn't count. */
  passwordByAccount: { name: 'password-account', points: Number.MAX_SAFE_INTEGER, seconds: WINDOW },
  /** Wrong passwords for one account from one IP address; a success doesn't count. */
  passwordByAccountAndAddress: { name: 'password-account-address', points: 10, seconds: WINDOW },
  /** Wrong passwords for one account on a device that has signed in to it; a success doesn't count. */
  passwordByDevice: { name: 'password-device', points: 10, seconds: WINDOW },
  /** Wrong passwords entered by a signed-in user; a success doesn't count. */
  passwordBySession: { name: 'password-session', points: 10, seconds: WINDOW },
  /** Wrong passwords and passkeys from one IP address, for any account; a success doesn't count. */
  signInByAddress: { name: 'sign-in-address', points: 50, seconds: WINDOW },
  /** Wrong codes in the second step on unknown devices, each after a correct password; a success doesn't count. */
  codeByAccount: { name: 'code-account', points: 5, seconds: WINDOW },
  codeByDevice: { name: 'code-device', points: 5, seconds: WINDOW },
  codeBySession: { name: 'code-session', points: 5, seconds: WINDOW },
  /** Started passkey sign-ins; each costs a row. */
  passkeyByAddress: { name: 'passkey-address', points: 60, seconds: WINDOW },
  /** Started Google sign-ins; each costs a row. */
  googleByAddress: { name: 'google-address', points: 60, seconds: WINDOW },
  registerByAddress: { name: 'register-address', points: 20, seconds: WINDOW },
  forgotByAddress: { name: 'forgot-address', points: 20, seconds: WINDOW },
  /** Reset emails per email address; beyond them one per window, since each link works for an hour. */
  forgotByEmail: { name: 'forgot-email', points: 3, seconds: HOUR },
  forgotByEmailSlowly: { name: 'forgot-email-slowly', points: 1, seconds: WINDOW },
  /** Invalid links that were opened; valid ones aren't counted. */
  linkByAddress: { name: 'link-address', points: 30, seconds: WINDOW },
  /** Emails that a signed-in user requests. */
  emailsByUser: { name: 'letters-user', points: 5, seconds: WINDOW },
  /** Per IP address, because many accounts together could flood an inbox. */
  emailsByAddress: { name: 'letters-address', points: 30, seconds: WINDOW },
} as const satisfies Record<string, Limit>
