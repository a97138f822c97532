import { sql } from 'kysely'
import { z } from 'zod'
import { now } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { randomId } from '../ids.ts'
import { enqueue, job } from '../jobs/queue.ts'
import type { EmailMessage, Mailer } from './smtp.ts'

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
