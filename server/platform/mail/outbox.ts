import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import type { MailState } from '#contract/settings/api.ts'
import { now } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { randomId } from '../ids.ts'
import { enqueue, job } from '../jobs/queue.ts'
import { domainOf, type EmailMessage, type Mailer, mailServerOf } from './smtp.ts'

/** Configuration that the text of emails depends on. */
export type MailConfig = {
  /** Base URL of links in emails. */
  publicUrl: string
  /** Sender, such as 'Plinth <hello@plinth.example>'. */
  mailFrom: string
}

/** Retried for about two days, in case a mail server is down overnight. */
export const sendEmailJob = job('send-email', z.object({ emailId: z.int() }), {
  retryLimit: 60,
  retryDelay: 2,
})

/**
 * Queues an email in the caller's transaction.
 * @param onceKey the reason for the email; a second email for the same reason isn't queued
 */
export async function queueEmail(db: Db, email: EmailMessage, onceKey: string | null = null): Promise<void> {
  const posted = await db
    .insertInto('emails')
    .values({
      message_id: randomId(),
      dedupe_key: onceKey,
      recipient: email.to,
      subject: email.subject,
      text_body: email.text,
      html_body: email.html,
      reply_to: email.replyTo ?? null,
      unsubscribe_url: email.unsubscribeUrl ?? null,
      order_id: email.orderId ?? null,
      created_at: now(),
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (posted) await enqueue(db, sendEmailJob, { emailId: posted.id })
}

/** Sends an email unless it was already sent, rejected, or deleted. A retry has the same Message-ID. */
export async function sendEmail(db: Db, mailer: Mailer, emailId: number): Promise<void> {
  const email = await db.selectFrom('emails').selectAll().where('id', '=', emailId).executeTakeFirst()
  if (!email || email.sent_at || email.failed_at) return
  const problem = await mailer.send({
    id: email.message_id,
    to: email.recipient,
    subject: email.subject,
    text: email.text_body,
    html: email.html_body,
    replyTo: email.reply_to ?? undefined,
    unsubscribeUrl: email.unsubscribe_url ?? undefined,
  })
  const outcome = problem === null ? { sent_at: now() } : { failed_at: now(), problem }
  await db.updateTable('emails').set(outcome).where('id', '=', emailId).execute()
}

/** Returns permanently rejected emails about an order, oldest first. */
export async function listFailedEmails(db: Db, orderId: string) {
  const rows = await db
    .selectFrom('emails')
    .select(['recipient as to', 'subject', 'failed_at', 'problem'])
    .where('order_id', '=', orderId)
    .where('failed_at', 'is not', null)
    .orderBy('id')
    .$narrowType<{ failed_at: Date; problem: string }>()
    .execute()
  return rows.map(({ failed_at, ...email }) => ({ ...email, at: failed_at.toISOString() }))
}

/** Counts pending emails, and those rejected since `since`. */
async function countEmails(db: Db, since: Date): Promise<{ waiting: number; failed: number }> {
  return db
    .selectFrom('emails')
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere('sent_at', 'is', null)
        .filterWhere('failed_at', 'is', null)
        .as('waiting'),
      fn.countAll<number>().filterWhere('failed_at', '>', since).as('failed'),
    ])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/**
 * Deletes emails for an erasure request, including pending ones.
 * @param address deletes all emails to this address, and those with it as the reply address
 * @param reason deletes all emails whose reason starts with it, to any address
 */
export async function deleteEmails(db: Db, address: string, reason: string): Promise<void> {
  await db
    .deleteFrom('emails')
    .where(({ eb, or }) =>
      or([
        eb(sql`lower(recipient)`, '=', address.toLowerCase()),
        eb(sql`lower(reply_to)`, '=', address.toLowerCase()),
        eb(sql`starts_with(dedupe_key, ${reason})`, '=', true),
      ]),
    )
    .execute()
}

/** Deletes all emails whose reason starts with `reason`, including pending ones. */
export async function deleteEmailsAbout(db: Db, reason: string): Promise<void> {
  await db.deleteFrom('emails').where(sql<boolean>`starts_with(dedupe_key, ${reason})`).execute()
}

/** Deletes emails whose reason starts with `reason`, this many days after they were sent. */
export async function deleteSentEmails(db: Db, reason: string, days: number): Promise<void> {
  await db
    .deleteFrom('emails')
    .where(sql<boolean>`starts_with(dedupe_key, ${reason})`)
    .where('sent_at', '<=', new Date(now().getTime() - days * 86_400_000))
    .execute()
}

/** Returns the TXT records of a name, each as a list of parts. */
export type Lookup = (name: string) => Promise<string[][]>
type Found = { state: 'found' | 'missing' | 'unknown'; text: string | null }

const TIMEOUT_MS = 2000

const lookUp: Lookup = (name) => new Resolver({ timeout: TIMEOUT_MS, tries: 1 }).resolveTxt(name)

/** Returns the email setup as shown to admins. A demo's email stays on the machine, so DNS isn't queried. */
export async function mailState(
  db: Db,
  { smtpUrl, mailFrom, demo }: { smtpUrl: string; mailFrom: string; demo: boolean },
  lookup: Lookup = lookUp,
): Promise<MailState> {
  const domain = domainOf(mailFrom)
  return {
    from: mailFrom,
    domain,
    ...mailServerOf(smtpUrl),
    dns: demo ? null : await mailRecords(domain, lookup),
    ...(await countEmails(db, new Date(now().getTime() - 30 * 86_400_000))),
  }
}

/** Looks up DNS records of the sender's domain. DKIM can't be checked without the selector of the mail server. */
async function mailRecords(domain: string, lookup: Lookup): Promise<{ spf: Found; dmarc: Found }> {
  const spf = find(domain, /^v=spf1( |$)/i, lookup)
  // A subdomain without its own policy inherits its domain's policy.
  const own = await find(`_dmarc.${domain}`, /^v=DMARC1\s*(;|$)/i, lookup)
  const parent = domain.split('.').slice(-2).join('.')
  const dmarc =
    own.state === 'missing' && parent !== domain
      ? await find(`_dmarc.${parent}`, /^v=DMARC1\s*(;|$)/i, lookup)
      : own
  return { spf: await spf, dmarc }
}

async function find(name: string, pattern: RegExp, lookup: Lookup): Promise<Found> {
  try {
    const text = (await lookup(name)).map((parts) => parts.join('')).find((one) => pattern.test(one))
    return text === undefined ? { state: 'missing', text: null } : { state: 'found', text }
  } catch (error) {
    const { code } = error as { code?: string }
    return { state: code === NOTFOUND || code === NODATA ? 'missing' : 'unknown', text: null }
  }
}
