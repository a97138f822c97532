import { z } from 'zod'
import { ACCOUNT_MESSAGES, RESET_LINK_HOURS, VERIFY_LINK_HOURS } from '#contract/account-rules.ts'
import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { randomId, randomToken, sha256 } from '../platform/ids.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import type { Mailer } from '../platform/mail/smtp.ts'
import { readSettings } from '../settings/settings.ts'
import { linkLetter } from './letters.ts'
import { insertLink, type LinkPurpose } from './link-queries.ts'
import { type Account, findAccount, findAccountByEmail } from './queries.ts'

/**
 * Whom to mail a link. The token is made only when the letter leaves, so that neither the job nor the outbox keeps it.
 * A reset names an address instead of a user: whether anybody has it, is found out later than the answer is given.
 */
const LinkRequest = z.discriminatedUnion('purpose', [
  z.object({ purpose: z.literal('verify'), userId: z.int() }),
  z.object({ purpose: z.literal('change'), userId: z.int(), email: z.string() }),
  z.object({ purpose: z.literal('reset'), email: z.string() }),
])
export type LinkRequest = z.infer<typeof LinkRequest>

export const mailLink = job('mail-link', z.object({ letterId: z.string(), request: LinkRequest }), {
  keptSeconds: 3600,
})

const HOURS: Record<LinkPurpose, number> = {
  verify: VERIFY_LINK_HOURS,
  change: VERIFY_LINK_HOURS,
  reset: RESET_LINK_HOURS,
}
const HOUR_MS = 3_600_000

/** Has a link mailed, once the caller's transaction is committed. */
export async function askForLink(db: Db, request: LinkRequest): Promise<void> {
  await enqueue(db, mailLink, { letterId: randomId(), request })
}

/** Makes the link and mails it; nothing happens when the reason for it is gone. A second try mails another token. */
export async function sendLink(
  { db, mailer, config }: { db: Db; mailer: Mailer; config: { publicUrl: string } },
  { letterId, request }: z.infer<typeof mailLink.payload>,
): Promise<void> {
  const account = await recipientOf(db, request)
  if (!account) return
  const { purpose } = request
  const email = purpose === 'change' ? request.email : account.email
  const token = randomToken()
  const expiresAt = new Date(now().getTime() + HOURS[purpose] * HOUR_MS)
  await insertLink(db, { userId: account.id, purpose, email, tokenHash: sha256(token), expiresAt })
  const { shopName } = await readSettings(db)
  await mailer.send({
    messageId: `<${letterId}@plinth>`,
    to: email,
    ...linkLetter(purpose, {
      shopName,
      username: account.username,
      address: addressOf(config.publicUrl, purpose, token, account.username),
    }),
  })
}

export const linkInvalid = () => new ShopError(400, 'link_invalid', ACCOUNT_MESSAGES.linkInvalid)

async function recipientOf(db: Db, request: LinkRequest): Promise<Account | null> {
  const account = await (request.purpose === 'reset'
    ? findAccountByEmail(db, request.email)
    : findAccount(db, request.userId))
  if (!account || account.isBlocked) return null
  const isWanted = {
    verify: !account.emailVerified,
    change: request.purpose === 'change' && account.pendingEmail === request.email,
    reset: true,
  }[request.purpose]
  return isWanted ? account : null
}

/**
 * The token is a fragment: browsers keep it to themselves, so no log, proxy or Referer has it. The username of a reset tells
 * password managers which account the new password belongs to.
 */
function addressOf(publicUrl: string, purpose: LinkPurpose, token: string, username: string): string {
  if (purpose === 'reset')
    return `${publicUrl}/auth/reset-password#${new URLSearchParams({ token, username })}`
  return `${publicUrl}/auth/verify-email#token=${token}`
}
