import { z } from 'zod'
import type { LinkPurpose } from '#contract/accounts/mailed-links.ts'
import {
  ACCOUNT_MESSAGES,
  RESET_LINK_HOURS,
  UNDO_LINK_DAYS,
  VERIFY_LINK_HOURS,
} from '#contract/accounts/rules.ts'
import { ShopError } from '../../errors.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { countAttempt } from '../../platform/http/limits.ts'
import { randomId, randomToken, sha256 } from '../../platform/ids.ts'
import { enqueue, job } from '../../platform/jobs/queue.ts'
import { mailboxKey } from '../../platform/mail/mailbox.ts'
import type { Mailer } from '../../platform/mail/smtp.ts'
import { readSettings } from '../../settings/settings.ts'
import { LIMITS, maySendTo } from '../attempts.ts'
import { linkEmail } from '../emails.ts'
import { type Account, findAccount, findAccountByEmail, lockAccount } from '../queries.ts'
import type { Origin } from '../sessions/known-device.ts'
import { findLink, insertLink, takeLink, updateLinkToken } from './queries.ts'

/**
 * The recipient of a link. The token is generated only when the email is sent, so neither the job nor the outbox stores
 * it. A reset is addressed to an email address instead of a user, so the response can't depend on whether there is an
 * account.
 */
const LinkRequest = z.discriminatedUnion('purpose', [
  z.object({ purpose: z.literal('verify'), userId: z.int() }),
  z.object({ purpose: z.literal('change'), userId: z.int(), email: z.string() }),
  z.object({ purpose: z.literal('reset'), email: z.string() }),
  // `email` is the old address.
  z.object({ purpose: z.literal('undo'), userId: z.int(), email: z.string(), linkId: z.int() }),
  z.object({ purpose: z.literal('claim'), userId: z.int() }),
  z.object({ purpose: z.literal('google'), email: z.string() }),
])
export type LinkRequest = z.infer<typeof LinkRequest>

export const sendLinkJob = job('send-link', z.object({ emailId: z.string(), request: LinkRequest }), {
  keptSeconds: 3600,
})

const HOURS: Record<LinkPurpose, number> = {
  verify: VERIFY_LINK_HOURS,
  change: VERIFY_LINK_HOURS,
  reset: RESET_LINK_HOURS,
  undo: UNDO_LINK_DAYS * 24,
  claim: VERIFY_LINK_HOURS,
  google: RESET_LINK_HOURS,
}
const HOUR_MS = 3_600_000

/**
 * Enqueues the email with a link, unless its mailbox got too many. It is sent once the caller's transaction is committed.
 */
export async function requestLink(db: Db, request: LinkRequest): Promise<void> {
  const address = await unprovenAddress(db, request)
  if (address === null || (await maySendTo(db, mailboxKey(address))))
    await enqueue(db, sendLinkJob, { emailId: randomId(), request })
}

/**
 * Returns the address of a link that a stranger may have requested, because anyone can enter any address. The owner of a
 * verified address always learns that it is about to be changed. Resets have their own limits.
 */
async function unprovenAddress(db: Db, request: LinkRequest): Promise<string | null> {
  if (request.purpose === 'change') return request.email
  if (request.purpose !== 'verify' && request.purpose !== 'undo') return null
  const account = await findAccount(db, request.userId)
  return account && !account.emailVerified ? account.email : null
}

/**
 * Enqueues the email with a link that restores an account's current address. The link is stored immediately, with an
 * unknown token. If an earlier undo deletes it before the email is sent, retries don't recreate it.
 */
export async function requestUndo(
  db: Db,
  { id: userId, email }: Pick<Account, 'id' | 'email'>,
): Promise<void> {
  const linkId = await insertLink(db, linkOf('undo', { userId, email, tokenHash: sha256(randomToken()) }))
  await requestLink(db, { purpose: 'undo', userId, email, linkId })
}

/** Generates and emails a link, unless it is no longer needed. A retry sends a new token. */
export async function sendLink(
  { db, mailer, config }: { db: Db; mailer: Mailer; config: { publicUrl: string } },
  { emailId, request }: z.infer<typeof sendLinkJob.payload>,
): Promise<void> {
  const account = await recipientOf(db, request)
  if (!account) return
  const { purpose } = request
  const email = purpose === 'change' || purpose === 'undo' ? request.email : account.email
  const token = randomToken()
  const tokenHash = sha256(token)
  if (request.purpose !== 'undo')
    await insertLink(db, linkOf(purpose, { userId: account.id, email, tokenHash }))
  else if (!(await updateLinkToken(db, request.linkId, tokenHash))) return
  const settings = await readSettings(db)
  // Ignores rejected addresses, because there is no one to notify.
  await mailer.send({
    id: emailId,
    to: email,
    ...linkEmail(purpose, {
      settings,
      username: account.username,
      address: addressOf(config.publicUrl, purpose, token, account.username),
    }),
  })
}

/**
 * Uses up a link and locks its account. Locks the account first, so two links of one account that are opened at the
 * same time can't deadlock.
 * @throws ShopError 400 if the link is unknown, used, or expired, or its account is blocked
 */
export async function openLink(db: Db, token: string, purposes: LinkPurpose[]) {
  const found = await findLink(db, sha256(token), purposes)
  const account = found && (await lockAccount(db, found.userId))
  const link = account && (await takeLink(db, sha256(token), purposes))
  if (!link || account.isBlocked) throw linkInvalid()
  return { link, account }
}

/** Runs `work` for a link. Counts only invalid links, so strangers with the same IP address can't block a valid one. */
export async function withWrongLinksCounted<T>(
  db: Db,
  { address }: Origin,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ShopError && error.code === 'link_invalid') {
      await countAttempt(db, LIMITS.linkByAddress, address)
    }
    throw error
  }
}

export const linkInvalid = () => new ShopError(400, 'link_invalid', ACCOUNT_MESSAGES.linkInvalid)

function linkOf(purpose: LinkPurpose, link: { userId: number; email: string; tokenHash: string }) {
  const createdAt = now()
  return { ...link, purpose, createdAt, expiresAt: new Date(createdAt.getTime() + HOURS[purpose] * HOUR_MS) }
}

async function recipientOf(db: Db, request: LinkRequest): Promise<Account | null> {
  const account = await (request.purpose === 'reset' || request.purpose === 'google'
    ? findAccountByEmail(db, request.email)
    : findAccount(db, request.userId))
  if (!account || account.isBlocked) return null
  const isWanted = {
    verify: !account.emailVerified,
    change:
      request.purpose === 'change' && account.pendingEmail === request.email && account.pendingEmailConfirmed,
    reset: true,
    undo: true,
    claim: account.emailVerified,
    google: !account.emailVerified,
  }[request.purpose]
  return isWanted ? account : null
}

const PAGES: Partial<Record<LinkPurpose, string>> = {
  reset: 'reset-password',
  undo: 'undo-email-change',
}

/**
 * Returns the URL of a link. The token is in the fragment, which browsers don't send, so it appears in no log, proxy,
 * or Referer. The username in a reset link lets password managers find the account of the new password.
 */
function addressOf(publicUrl: string, purpose: LinkPurpose, token: string, username: string): string {
  const page = PAGES[purpose] ?? 'verify-email'
  const fragment = new URLSearchParams({ token, ...(purpose === 'reset' ? { username } : {}) })
  return `${publicUrl}/auth/${page}#${fragment}`
}
