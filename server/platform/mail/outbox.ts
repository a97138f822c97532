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
export const sendEmailJob = job('send-email', z.object({ emailIds: z.array(z.int()) }), {
  retryLimit: 60,
  retryDelay: 2,
})

/**
 * Queues an email in the caller's transaction.
 * @param onceKey the reason for the email; a second email for the same reason isn't queued
 */
export async function queueEmail(db: Db, email: EmailMessage, onceKey: string | null = null): Promise<void> {
  await sendInJob(db, await insertEmails(db, [{ email, onceKey }]))
}

/** Enqueues the job that sends emails, which `insertEmails` has stored in the same transaction. */
export async function sendInJob(db: Db, emailIds: number[]): Promise<void> {
  if (emailIds.length > 0) await enqueue(db, sendEmailJob, { emailIds })
}

/**
 * Stores emails in the caller's transaction, which also enqueues the job that sends them.
 * @param emails as for `queueEmail`
 * @returns the IDs of the new ones
 */
export async function insertEmails(
  db: Db,
  emails: { email: EmailMessage; onceKey: string | null }[],
): Promise<number[]> {
  const rows = await db
    .insertInto('emails')
    .values(
      emails.map(({ email, onceKey }) => ({
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
      })),
    )
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Sends emails unless they were already sent, rejected, or deleted. A retry has the same Message-IDs.
 * @throws the first error after all attempts, if a retry may succeed
 */
export async function sendEmails(db: Db, mailer: Mailer, emailIds: number[]): Promise<void> {
  if (emailIds.length === 0) return
  const emails = await db
    .selectFrom('emails')
    .selectAll()
    .where(sql<boolean>`id = any (${emailIds}::bigint[])`)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .orderBy('id')
    .execute()
  const done: { id: number; problem: string | null }[] = []
  const errors: unknown[] = []
  for (const email of emails) {
    const message = {
      id: email.message_id,
      to: email.recipient,
      subject: email.subject,
      text: email.text_body,
      html: email.html_body,
      replyTo: email.reply_to ?? undefined,
      unsubscribeUrl: email.unsubscribe_url ?? undefined,
    }
    await mailer.send(message).then(
      (problem) => done.push({ id: email.id, problem }),
      (error: unknown) => errors.push(error),
    )
  }
  if (done.length > 0) await updateSent(db, done)
  if (errors.length > 0) throw errors[0]
}

async function updateSent(db: Db, done: { id: number; problem: string | null }[]): Promise<void> {
  await sql`
    update emails set problem = done.problem,
      sent_at = case when done.problem is null then ${now()}::timestamptz end,
      failed_at = case when done.problem is not null then ${now()}::timestamptz end
    from unnest(${done.map(({ id }) => id)}::bigint[], ${done.map(({ problem }) => problem)}::text[]) as done (id, problem)
    where emails.id = done.id`.execute(db)
}

/**
 * Returns the state of an email, or null if there is none.
 * @param onceKey the reason that it was queued with
 */
export async function findEmailState(db: Db, onceKey: string) {
  const row = await db
    .selectFrom('emails')
    .select(['sent_at', 'failed_at', 'problem'])
    .where('dedupe_key', '=', onceKey)
    .executeTakeFirst()
  if (!row) return null
  const state = row.failed_at ? 'rejected' : row.sent_at ? 'accepted' : 'waiting'
  return { state, reason: row.problem } as const
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

/** Deletes all emails about orders, including pending ones. */
export async function deleteEmailsOf(db: Db, orderIds: string[]): Promise<void> {
  await db.deleteFrom('emails').where(sql<boolean>`order_id = any (${orderIds}::text[])`).execute()
}

/** Deletes emails whose reason starts with `reason`, this many days after they were sent. */
export async function deleteSentEmails(db: Db, reason: string, days: number): Promise<void> {
  await db
    .deleteFrom('emails')
    .where(sql<boolean>`starts_with(dedupe_key, ${reason})`)
    .where('sent_at', '<=', new Date(now().getTime() - days * 86_400_000))
    .execute()
}
