import { z } from 'zod'
import type { BackInStockRequest } from '#contract/back-in-stock/api.ts'
import {
  BACK_IN_STOCK_LINK_HOURS,
  BACK_IN_STOCK_SENT_DAYS,
  BACK_IN_STOCK_MESSAGES as SAYS,
} from '#contract/back-in-stock/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { hasProductWithOptions } from '../catalog/variant-queries.ts'
import { notFound, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { countAttempt, isWithin, type Limit } from '../platform/http/limits.ts'
import { randomId, randomToken, sha256 } from '../platform/ids.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import { mailboxKey } from '../platform/mail/mailbox.ts'
import { deleteEmailsAbout, deleteSentEmails, queueEmail } from '../platform/mail/outbox.ts'
import type { Mailer } from '../platform/mail/smtp.ts'
import { readSettings } from '../settings/settings.ts'
import { BACK_IN_STOCK_REASON, backInStockEmail, confirmationEmail, reasonFor } from './emails.ts'
import * as queries from './queries.ts'

const HOUR = 3600
const HOUR_MS = 3_600_000
/** Emails per transaction. */
const BATCH = 200

/** Limits for confirmation emails. Links need no limits, because 256 bits can't be guessed. */
const LIMITS = {
  /** Keeps strangers from flooding a mailbox. Above the limit nothing is sent, but the response is the same. */
  byMailbox: { name: 'back-in-stock-email', points: 5, seconds: 24 * HOUR },
  byAddress: { name: 'back-in-stock-address', points: 10, seconds: HOUR },
} as const satisfies Record<string, Limit>

type Shop = { db: Db; mailer: Mailer; config: { publicUrl: string } }

/**
 * Emails the confirmation link. The token is created only when the email is sent, so neither the job nor the outbox
 * stores it.
 */
export const sendLinkJob = job(
  'send-back-in-stock-link',
  z.object({ emailId: z.string(), variantId: z.int(), email: z.string() }),
  { keptSeconds: 3600 },
)

/** Runs every minute. Emails the shoppers whose variant can be bought again. The next run retries. */
export const notifyAvailableJob = job('notify-back-in-stock', z.object({}), { retryLimit: 0 })

/** Returns whether any product of the shop would offer the email if it sold out. */
export async function isOfferedAnywhere(db: Db): Promise<boolean> {
  const { backInStock } = await readSettings(db)
  return backInStock === 'all' || (backInStock === 'options' && (await hasProductWithOptions(db)))
}

/**
 * Requests an email about a variant. A user's own verified email address needs no confirmation. For any other address,
 * the time and the response are the same whether or not it is known, because only the job looks it up.
 * @param address the IP address of the request, as rate limits count it
 * @returns the message to show
 * @throws ShopError 404 if the shop offers no such email; 409 'in_stock'; 429
 */
export async function requestEmail(
  db: Db,
  { variantId, email, leaveEmpty }: BackInStockRequest,
  user: { id: number } | null,
  address: string,
): Promise<string> {
  await countAttempt(db, LIMITS.byAddress, address)
  if (leaveEmpty !== '') return SAYS.asked
  const { backInStock } = await readSettings(db)
  const offer = await queries.findOffer(db, variantId)
  const isOffered = backInStock === 'all' || (backInStock === 'options' && offer?.optionValues.length !== 0)
  if (!offer || !isOffered) throw notFound(SAYS.notOffered)
  if (offer.isAvailable) throw new ShopError(409, 'in_stock', SAYS.inStock)
  if (user && (await queries.isVerifiedAddress(db, user.id, email))) {
    await queries.upsertConfirmed(db, { variantId, email, unsubscribeToken: randomToken() })
    return SAYS.confirmed
  }
  // Not an error: if strangers used up the limit, the owner's inbox has a working link.
  if (await isWithin(db, LIMITS.byMailbox, mailboxKey(email)))
    await enqueue(db, sendLinkJob, { emailId: randomId(), variantId, email })
  return SAYS.asked
}

/** Creates the link and emails it; a retry sends a new token. Sends nothing if the variant was archived. */
export async function sendLink(
  { db, mailer, config: { publicUrl } }: Shop,
  { emailId, variantId, email }: z.infer<typeof sendLinkJob.payload>,
): Promise<void> {
  const settings = await readSettings(db)
  const offer = await queries.findOffer(db, variantId)
  if (!offer) return
  const token = randomToken()
  const unsubscribeToken = await queries.upsertRequest(db, {
    variantId,
    email,
    unsubscribeToken: randomToken(),
    confirmHash: sha256(token),
    confirmExpiresAt: new Date(now().getTime() + BACK_IN_STOCK_LINK_HOURS * HOUR_MS),
  })
  // If the email is permanently rejected, there is no one to notify.
  await mailer.send({
    id: emailId,
    to: email,
    ...confirmationEmail({ settings, publicUrl, offer, token, unsubscribeToken }),
  })
}

/** @throws ShopError 400 if the link is unknown, used, or expired */
export async function confirm(db: Db, token: string): Promise<void> {
  const isDone = await queries.updateConfirmed(db, sha256(token))
  if (!isDone) throw new ShopError(400, 'link_invalid', SAYS.linkInvalid)
}

/**
 * Ends all requests of the email address that a link was sent to.
 * @returns false if there are none, for example after a second click
 */
export async function unsubscribe(db: Db, token: string): Promise<boolean> {
  return forget(db, (db) => queries.deleteByToken(db, token))
}

/** Ends all requests of an email address. */
export async function deleteRequestsOf(db: Db, email: string): Promise<void> {
  await forget(db, (db) => queries.deleteByEmail(db, email))
}

/** Ends the open requests for a variant. @returns their number @throws ShopError 404 if there are none */
export async function endRequests(db: Db, adminId: number, variantId: number): Promise<number> {
  return inTransaction(db, async (db) => {
    const deleted = await queries.deleteOpen(db, variantId)
    if (deleted === 0) throw notFound('There are no requests for this variant.')
    await recordChange(db, {
      actorId: adminId,
      action: 'back-in-stock.deleted',
      subjectId: variantId,
      before: { requests: deleted },
      after: { requests: 0 },
    })
    return deleted
  })
}

/**
 * Emails all shoppers who wait for a variant that can be bought, oldest requests first, and ends requests for archived
 * variants. Compares the database's state instead of reacting to each stock change, so it covers every way of
 * restocking.
 */
export async function notifyAvailable({ db, config: { publicUrl } }: Pick<Shop, 'db' | 'config'>) {
  await queries.deleteForArchived(db)
  while ((await notifyBatch(db, publicUrl)) === BATCH);
}

/** A request ends in the transaction that queues its email, so a crash between the two repeats neither. */
function notifyBatch(db: Db, publicUrl: string): Promise<number> {
  return inTransaction(db, async (db) => {
    const met = await queries.meetRequests(db, BATCH)
    if (met.length === 0) return 0
    await queries.addToTotals(
      db,
      met.map(({ variantId }) => variantId),
    )
    const settings = await readSettings(db)
    for (const request of met) {
      const { unsubscribeToken } = request
      const email = backInStockEmail({ settings, publicUrl, offer: request, unsubscribeToken })
      await queueEmail(db, { to: request.email, ...email }, `${reasonFor(request.id)}sent`)
    }
    return met.length
  })
}

/** Deletes requests that ended or were never confirmed, and old copies of their emails. */
export async function deleteOld(db: Db): Promise<void> {
  await queries.deleteExpired(db)
  await deleteSentEmails(db, BACK_IN_STOCK_REASON, BACK_IN_STOCK_SENT_DAYS)
}

/** Deletes requests and the emails about them. */
function forget(db: Db, remove: (db: Db) => Promise<number[]>): Promise<boolean> {
  return inTransaction(db, async (db) => {
    const ids = await remove(db)
    for (const id of ids) await deleteEmailsAbout(db, reasonFor(id))
    return ids.length > 0
  })
}
