import { z } from 'zod'
import { now } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { randomId } from '../ids.ts'
import { enqueue, job } from '../jobs/queue.ts'
import type { EmailMessage, Mailer } from './smtp.ts'

/** Configuration that the text of an email depends on. */
export type MailConfig = {
  /** Base URL of its links. */
  publicUrl: string
  /** Sender, such as 'Plinth <hello@plinth.example>'. */
  mailFrom: string
}

/** Retried for about two days, in case a mail server is down overnight. */
export const sendLetter = job('send-letter', z.object({ letterId: z.int() }), {
  retryLimit: 60,
  retryDelay: 2,
})

/**
 * Queues an email in the caller's transaction.
 * @param onceKey the reason for the email; a second email for the same reason isn't queued
 */
export async function queueEmail(db: Db, letter: EmailMessage, onceKey: string | null = null): Promise<void> {
  const posted = await db
    .insertInto('letters')
    .values({
      message_id: randomId(),
      once_key: onceKey,
      recipient: letter.to,
      subject: letter.subject,
      text_body: letter.text,
      html_body: letter.html,
      reply_to: letter.replyTo ?? null,
      unsubscribe_url: letter.unsubscribeUrl ?? null,
      order_id: letter.orderId ?? null,
      created_at: now(),
    })
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (posted) await enqueue(db, sendLetter, { letterId: posted.id })
}

/** Sends an email unless it was already sent, rejected, or deleted. A retry has the same Message-ID. */
export async function deliverLetter(db: Db, mailer: Mailer, letterId: number): Promise<void> {
  const letter = await db.selectFrom('letters').selectAll().where('id', '=', letterId).executeTakeFirst()
  if (!letter || letter.sent_at || letter.failed_at) return
  const problem = await mailer.send({
    // Ids of an earlier version include brackets and a domain.
    id: letter.message_id.replace(/^<|@.*$/g, ''),
    to: letter.recipient,
    subject: letter.subject,
    text: letter.text_body,
    html: letter.html_body,
    replyTo: letter.reply_to ?? undefined,
    unsubscribeUrl: letter.unsubscribe_url ?? undefined,
  })
  const outcome = problem === null ? { sent_at: now() } : { failed_at: now(), problem }
  await db.updateTable('letters').set(outcome).where('id', '=', letterId).execute()
}

/** Returns permanently rejected emails about an order, oldest first. */
export async function listFailedLetters(db: Db, orderId: string) {
  const rows = await db
    .selectFrom('letters')
    .select(['recipient as to', 'subject', 'failed_at', 'problem'])
    .where('order_id', '=', orderId)
    .where('failed_at', 'is not', null)
    .orderBy('id')
    .$narrowType<{ failed_at: Date; problem: string }>()
    .execute()
  return rows.map(({ failed_at, ...letter }) => ({ ...letter, at: failed_at.toISOString() }))
}

/** Counts pending emails, and those rejected since `since`. */
export async function countLetters(db: Db, since: Date): Promise<{ waiting: number; failed: number }> {
  return db
    .selectFrom('letters')
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
