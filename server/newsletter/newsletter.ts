import type { z } from 'zod'
import type { Subscription } from '#contract/newsletter/api.ts'
import { NEWSLETTER_LINK_HOURS, NEWSLETTER_MESSAGES } from '#contract/newsletter/rules.ts'
import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { countAttempt, isWithin, type Limit } from '../platform/http/limits.ts'
import { randomId, randomToken, sha256 } from '../platform/ids.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { forgetLettersAbout } from '../platform/mail/forget-letters.ts'
import { queueEmail } from '../platform/mail/outbox.ts'
import type { Mailer } from '../platform/mail/smtp.ts'
import { readSettings } from '../settings/settings.ts'
import { alreadySubscribedEmail, confirmationEmail, reasonFor, welcomeEmail } from './emails.ts'
import { mailConfirmation } from './jobs.ts'
import * as queries from './queries.ts'

const HOUR = 3600

/** How often a letter can be asked for. Links need no limit: nobody guesses 256 bits. */
const LIMITS = {
  /** Typing in somebody else's address must not fill their mailbox. Beyond this nothing is sent, with the same answer. */
  subscribeByEmail: { name: 'newsletter-email', points: 3, seconds: 24 * HOUR },
  subscribeByAddress: { name: 'newsletter-address', points: 10, seconds: HOUR },
} as const satisfies Record<string, Limit>

const HOUR_MS = 3_600_000

type Shop = { db: Db; mailer: Mailer; config: { publicUrl: string } }

/**
 * The same work and the same answer whether or not the address is known: what is to be done is found out by the job.
 * @param address where the request comes from, as limits count it
 * @throws ShopError 429
 */
export async function subscribe(db: Db, { email, leaveEmpty }: Subscription, address: string): Promise<void> {
  await countAttempt(db, LIMITS.subscribeByAddress, address)
  if (leaveEmpty !== '') return
  // Not refused: strangers who used up the letters have put a link that still works into the owner's inbox.
  if (!(await isWithin(db, LIMITS.subscribeByEmail, email.toLowerCase()))) return
  await enqueue(db, mailConfirmation, { letterId: randomId(), email })
}

/** Makes the link and mails it; a second try mails another token. Who is subscribed already is told so instead. */
export async function sendConfirmation(
  { db, mailer, config: { publicUrl } }: Shop,
  { letterId, email }: z.infer<typeof mailConfirmation.payload>,
): Promise<void> {
  const { shopName } = await readSettings(db)
  const token = randomToken()
  const unsubscribeToken = await queries.upsertRequest(db, {
    email,
    unsubscribeToken: randomToken(),
    confirmHash: sha256(token),
    confirmExpiresAt: new Date(now().getTime() + NEWSLETTER_LINK_HOURS * HOUR_MS),
  })
  if (unsubscribeToken === null) return tellSubscriber(db, email, publicUrl)
  // If the address is rejected for good, there is no one to tell.
  await mailer.send({
    id: letterId,
    to: email,
    ...confirmationEmail({ shopName, address: `${publicUrl}/newsletter/confirm?token=${token}` }),
    unsubscribeUrl: unsubscribeUrl(publicUrl, unsubscribeToken),
  })
}

/** @throws ShopError 400 when the link is unknown, used or expired */
export async function confirm(db: Db, token: string, publicUrl: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const subscriber = await queries.updateConfirmed(db, sha256(token))
    if (!subscriber) throw new ShopError(400, 'link_invalid', NEWSLETTER_MESSAGES.linkInvalid)
    const letter = welcomeEmail(await linksFor(db, subscriber, publicUrl))
    await queueEmail(db, { to: subscriber.email, ...letter }, `${reasonFor(subscriber.id)}welcome`)
  })
}

/** @returns false when there is no such subscription, such as at a second press of the button */
export async function unsubscribe(db: Db, token: string): Promise<boolean> {
  return forget(db, (db) => queries.deleteByToken(db, token))
}

/** Of an address that asked to be forgotten, confirmed or not. */
export async function forgetSubscription(db: Db, email: string): Promise<void> {
  await forget(db, (db) => queries.deleteByEmail(db, email))
}

/** Where the subscription of a token ends: a page for people, and one POST for mail programs. */
export function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/newsletter/unsubscribe?token=${token}`
}

/** The letters that tell of the subscription go with it. */
function forget(db: Db, remove: (db: Db) => Promise<number | null>): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const id = await remove(db)
    if (id !== null) await forgetLettersAbout(db, reasonFor(id))
    return id !== null
  })
}

/** Held meanwhile: a letter that is written after its reader has left would not be forgotten with the others. */
function tellSubscriber(db: Db, email: string, publicUrl: string): Promise<void> {
  return inTransaction(db, async (db) => {
    const subscriber = await queries.lockSubscriber(db, email)
    if (!subscriber) return
    const letter = alreadySubscribedEmail(await linksFor(db, subscriber, publicUrl))
    await queueEmail(db, { to: subscriber.email, ...letter }, `${reasonFor(subscriber.id)}${randomId()}`)
  })
}

async function linksFor(db: Db, { unsubscribeToken }: queries.StoredSubscriber, publicUrl: string) {
  const { shopName } = await readSettings(db)
  return { shopName, unsubscribeUrl: unsubscribeUrl(publicUrl, unsubscribeToken) }
}
