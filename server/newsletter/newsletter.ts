import { z } from 'zod'
import type { Subscription } from '#contract/newsletter/api.ts'
import { NEWSLETTER_LINK_HOURS, NEWSLETTER_MESSAGES } from '#contract/newsletter/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { csvRows } from '../platform/csv.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { countAttempt, isWithin, type Limit } from '../platform/http/limits.ts'
import { randomId, randomToken, sha256 } from '../platform/ids.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import { mailboxKey } from '../platform/mail/mailbox.ts'
import { deleteEmailsAbout, queueEmail } from '../platform/mail/outbox.ts'
import type { Mailer } from '../platform/mail/smtp.ts'
import { readSettings } from '../settings/settings.ts'
import { confirmationEmail, reasonFor, subscribedEmail } from './emails.ts'
import * as queries from './queries.ts'

const HOUR = 3600

/** Limits for confirmation emails. Links need no limits, because 256 bits can't be guessed. */
const LIMITS = {
  /** Keeps strangers from flooding a mailbox. Above the limit nothing is sent, but the response is the same. */
  subscribeByMailbox: { name: 'newsletter-email', points: 3, seconds: 24 * HOUR },
  subscribeByAddress: { name: 'newsletter-address', points: 10, seconds: HOUR },
} as const satisfies Record<string, Limit>

const HOUR_MS = 3_600_000

type Shop = { db: Db; mailer: Mailer; config: { publicUrl: string } }

/**
 * Emails the confirmation link. The token is created only when the email is sent, so neither the job nor the outbox
 * stores it.
 */
export const sendConfirmationJob = job(
  'send-newsletter-confirmation',
  z.object({ emailId: z.string(), email: z.string() }),
  { keptSeconds: 3600 },
)

/**
 * Requests a subscription. The time and the response are the same whether or not the email address is known, because
 * only the job looks it up.
 * @param address the IP address of the request, as rate limits count it
 * @throws ShopError 429
 */
export async function subscribe(db: Db, { email, leaveEmpty }: Subscription, address: string): Promise<void> {
  await countAttempt(db, LIMITS.subscribeByAddress, address)
  if (leaveEmpty !== '') return
  // Not an error: if strangers used up the limit, the owner's inbox has a working link.
  if (!(await isWithin(db, LIMITS.subscribeByMailbox, mailboxKey(email)))) return
  await enqueue(db, sendConfirmationJob, { emailId: randomId(), email })
}

/** Creates the link and emails it; a retry sends a new token. A confirmed subscriber gets a different email instead. */
export async function sendConfirmation(
  { db, mailer, config: { publicUrl } }: Shop,
  { emailId, email }: z.infer<typeof sendConfirmationJob.payload>,
): Promise<void> {
  const settings = await readSettings(db)
  const token = randomToken()
  const unsubscribeToken = await queries.upsertRequest(db, {
    email,
    unsubscribeToken: randomToken(),
    confirmHash: sha256(token),
    confirmExpiresAt: new Date(now().getTime() + NEWSLETTER_LINK_HOURS * HOUR_MS),
  })
  if (unsubscribeToken === null) return emailSubscriber(db, email, publicUrl)
  // If the email is permanently rejected, there is no one to notify.
  await mailer.send({
    id: emailId,
    to: email,
    ...confirmationEmail({ settings, address: `${publicUrl}/newsletter/confirm?token=${token}` }),
    unsubscribeUrl: unsubscribeUrl(publicUrl, unsubscribeToken),
  })
}

/** @throws ShopError 400 if the link is unknown, used, or expired */
export async function confirm(db: Db, token: string, publicUrl: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const subscriber = await queries.updateConfirmed(db, sha256(token))
    if (!subscriber) throw new ShopError(400, 'link_invalid', NEWSLETTER_MESSAGES.linkInvalid)
    const email = subscribedEmail('newsletter-welcome', await linksFor(db, subscriber, publicUrl))
    await queueEmail(db, { to: subscriber.email, ...email }, `${reasonFor(subscriber.id)}welcome`)
  })
}

/** @returns false if there is no such subscription, for example after a second click */
export async function unsubscribe(db: Db, token: string): Promise<boolean> {
  return forget(db, (db) => queries.deleteByToken(db, token))
}

/** Deletes the subscription of an email address, confirmed or not. */
export async function deleteSubscription(db: Db, email: string): Promise<void> {
  await forget(db, (db) => queries.deleteByEmail(db, email))
}

/** Exports all confirmed subscribers as CSV, for the service that sends the newsletters. */
export async function exportSubscribers(db: Db, actorId: number, publicUrl: string): Promise<string> {
  const subscribers = await inTransaction(db, async (db) => {
    const subscribers = await queries.listAllSubscribers(db)
    await recordChange(db, {
      actorId,
      action: 'newsletter.exported',
      subjectId: 'newsletter',
      before: null,
      after: { count: subscribers.length },
    })
    return subscribers
  })
  return csvRows([
    ['Email', 'Confirmed at', 'Unsubscribe address'],
    ...subscribers.map(({ email, confirmedAt, unsubscribeToken }) => [
      ...[email, confirmedAt, unsubscribeUrl(publicUrl, unsubscribeToken)],
    ]),
  ])
}

/** Returns the unsubscribe URL for a token: a page for people, and a POST target for email programs. */
function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/newsletter/unsubscribe?token=${token}`
}

/** Deletes a subscription and the emails about it. */
function forget(db: Db, remove: (db: Db) => Promise<number | null>): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const id = await remove(db)
    if (id !== null) await deleteEmailsAbout(db, reasonFor(id))
    return id !== null
  })
}

/** Locks the subscription, so an unsubscribe at the same time also deletes this email. */
function emailSubscriber(db: Db, email: string, publicUrl: string): Promise<void> {
  return inTransaction(db, async (db) => {
    const subscriber = await queries.lockSubscriber(db, email)
    if (!subscriber) return
    const message = subscribedEmail('newsletter-known', await linksFor(db, subscriber, publicUrl))
    await queueEmail(db, { to: subscriber.email, ...message }, `${reasonFor(subscriber.id)}${randomId()}`)
  })
}

async function linksFor(db: Db, { unsubscribeToken }: queries.StoredSubscriber, publicUrl: string) {
  const settings = await readSettings(db)
  return { settings, unsubscribeUrl: unsubscribeUrl(publicUrl, unsubscribeToken) }
}
