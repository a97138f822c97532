import { pause } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import {
  countAttempt,
  countOnly,
  deleteAttempts,
  isWithin,
  type Limit,
  uncountAttempt,
} from '../platform/http/limits.ts'
import type { Origin } from './sessions/known-device.ts'
import { isKnownDevice } from './sessions/queries.ts'

/** Wrong passwords for one account, from any IP address, until unknown devices are delayed. */
const SLOW_AFTER = 20
const SLOW_MS = 1000

/**
 * Removes the attempts from the count after a success. They are counted before the work, so that concurrent attempts
 * count.
 */
type Counted = () => Promise<void>

/**
 * Counts an attempt at an account's password. A stranger can't use up the owner's limit: a device that has signed in to
 * the account has its own limit, and other devices are counted by IP address. If an account gets many wrong passwords,
 * the limit per IP address falls and each attempt is delayed by a second (docs/decisions/0029).
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
  // Checked first, so made-up usernames beyond the limit leave no rows.
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

/**
 * Clears the counts of wrong passwords after a reset, so the owner isn't locked out. Wrong codes still count, because the
 * inbox is only the first factor.
 */
export async function deletePasswordAttempts(
  db: Db,
  { address }: Origin,
  { username }: { username: string },
) {
  const name = username.toLowerCase()
  await deleteAttempts(db, LIMITS.passwordByAccount, name)
  await deleteAttempts(db, LIMITS.passwordByAccountAndAddress, `${name} ${address}`)
}

/**
 * Counts a password confirmation by a signed-in user. Each session has its own limit, so a stranger can't use up the
 * owner's.
 * @throws ShopError 429
 */
export function countConfirmation(db: Db, { sessionId }: RequestUser): Promise<Counted> {
  return countAll(db, [[LIMITS.passwordBySession, String(sessionId)]])
}

/** Counts a code entered by a signed-in user. @throws ShopError 429 */
export function countSessionCode(db: Db, { sessionId }: RequestUser): Promise<Counted> {
  return countAll(db, [[LIMITS.codeBySession, String(sessionId)]])
}

/**
 * Counts an email that a signed-in user requests, which may go to another person.
 * @throws ShopError 429
 */
export async function countEmail(db: Db, userId: number, { address }: Origin): Promise<void> {
  await countAttempt(db, LIMITS.emailsByUser, String(userId))
  await countAttempt(db, LIMITS.emailsByAddress, address)
}

/**
 * Counts an email to a mailbox that may be a stranger's, because anyone can enter any address. The second limit lets the
 * owner of a flooded mailbox get a link.
 * @returns false if the mailbox got too many
 */
export async function maySendTo(db: Db, mailbox: string): Promise<boolean> {
  const { linkByMailbox, linkByMailboxSlowly } = LIMITS
  return (await isWithin(db, linkByMailbox, mailbox)) || (await isWithin(db, linkByMailboxSlowly, mailbox))
}

/** Counts a changed password or passkey. The owner gets an email about each. @throws ShopError 429 */
export async function countChange(db: Db, userId: number): Promise<void> {
  await countAttempt(db, LIMITS.changesByUser, String(userId))
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

/** Returns how many wrong passwords an IP address may send, given how many the account has had from all of them. */
function attemptsLeftBy(wrong: number): number {
  if (wrong <= SLOW_AFTER) return LIMITS.passwordByAccountAndAddress.points
  return wrong <= 100 ? 5 : 3
}

const MINUTE = 60
const HOUR = 60 * MINUTE
/** Window of every limit that strangers can use up, so no one is locked out for longer. */
const WINDOW = 15 * MINUTE

/** Rate limits. Successful attempts are counted unless the comment says otherwise. */
export const LIMITS = {
  /** Wrong passwords for one account from all IP addresses. Slows attempts down but rejects none. Successes don't count. */
  passwordByAccount: { name: 'password-account', points: Number.MAX_SAFE_INTEGER, seconds: WINDOW },
  /** Wrong passwords for one account from one IP address. Successes don't count. */
  passwordByAccountAndAddress: { name: 'password-account-address', points: 10, seconds: WINDOW },
  /** Wrong passwords for one account from a device that has signed in to it. Successes don't count. */
  passwordByDevice: { name: 'password-device', points: 10, seconds: WINDOW },
  /** Wrong passwords entered by a signed-in user. Successes don't count. */
  passwordBySession: { name: 'password-session', points: 10, seconds: WINDOW },
  /** Wrong passwords and passkeys from one IP address, for any account. Successes don't count. */
  signInByAddress: { name: 'sign-in-address', points: 50, seconds: WINDOW },
  /** Wrong codes on unknown devices, each after a correct password. Successes don't count. */
  codeByAccount: { name: 'code-account', points: 5, seconds: WINDOW },
  codeByDevice: { name: 'code-device', points: 5, seconds: WINDOW },
  codeBySession: { name: 'code-session', points: 5, seconds: WINDOW },
  /** Changed passwords, and added and removed passkeys. Each one sends an email. */
  changesByUser: { name: 'sign-in-changes', points: 60, seconds: WINDOW },
  /** Started passkey sign-ins. Each one stores a row. */
  passkeyByAddress: { name: 'passkey-address', points: 60, seconds: WINDOW },
  /** Started proofs of identity with a passkey. Each one stores a row. */
  passkeyProofByUser: { name: 'passkey-proof-user', points: 60, seconds: WINDOW },
  /** Started Google sign-ins. Each one stores a row. */
  googleByAddress: { name: 'google-address', points: 60, seconds: WINDOW },
  registerByAddress: { name: 'register-address', points: 20, seconds: WINDOW },
  forgotByAddress: { name: 'forgot-address', points: 20, seconds: WINDOW },
  /** Reset emails per email address. Beyond the limit, one per window, because each link works for an hour. */
  forgotByEmail: { name: 'forgot-email', points: 3, seconds: HOUR },
  forgotByEmailSlowly: { name: 'forgot-email-slowly', points: 1, seconds: WINDOW },
  /** Links to addresses that aren't verified. Anyone can register many spellings of one mailbox. */
  linkByMailbox: { name: 'link-mailbox', points: 10, seconds: 24 * HOUR },
  linkByMailboxSlowly: { name: 'link-mailbox-slowly', points: 1, seconds: WINDOW },
  /** Invalid links that were opened. Valid links don't count. */
  linkByAddress: { name: 'link-address', points: 30, seconds: WINDOW },
  /** Emails that a signed-in user requests. */
  emailsByUser: { name: 'letters-user', points: 5, seconds: WINDOW },
  /** Invitations of the staff that an owner sends. */
  invitationsByUser: { name: 'invitations-user', points: 30, seconds: HOUR },
  /** Invitations to one mailbox, from any owner. */
  invitationsByMailbox: { name: 'invitations-mailbox', points: 5, seconds: 24 * HOUR },
  /** Per IP address, because many accounts together could flood one inbox. */
  emailsByAddress: { name: 'letters-address', points: 30, seconds: WINDOW },
} as const satisfies Record<string, Limit>
