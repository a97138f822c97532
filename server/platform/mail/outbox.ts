import { z } from 'zod'
import { now } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { randomId } from '../ids.ts'
import { enqueue, job } from '../jobs/queue.ts'
import type { Mailer } from './smtp.ts'

export type Letter = {
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes, when not to the shop. */
  replyTo?: string
  /** Of a letter that was subscribed to: ends the subscription by one POST (RFC 8058). */
  unsubscribeUrl?: string
}

/** Tried for about two days, since a mail server may be away for a night. */
export const sendLetter = job('send-letter', z.object({ letterId: z.int() }), {
  retryLimit: 60,
  retryDelay: 2,
})

/**
 * Puts a letter into the outbox within the caller's transaction.
 * @param onceKey the reason for the letter; a second letter for the same reason is not written
 */
export async function postLetter(db: Db, letter: Letter, onceKey: string | null = null): Promise<void> {
  const posted = await db
    .insertInto('letters')
    .values({
      message_id: `<${randomId()}@plinth>`,
      once_key: onceKey,
      recipient: letter.to,
      subject: letter.subject,
      text_body: letter.text,
      html_body: letter.html,
      reply_to: letter.replyTo ?? null,
      unsubscribe_url: letter.unsubscribeUrl ?? null,
      created_at: now(),
    })
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (posted) await enqueue(db, sendLetter, { letterId: posted.id })
}

/** Sends a letter; one that was sent already, or is gone, is left alone. A second try carries the same Message-ID. */
export async function deliverLetter(db: Db, mailer: Mailer, letterId: number): Promise<void> {
  const letter = await db.selectFrom('letters').selectAll().where('id', '=', letterId).executeTakeFirst()
  if (!letter || letter.sent_at) return
  await mailer.send({
    messageId: letter.message_id,
    to: letter.recipient,
    subject: letter.subject,
    text: letter.text_body,
    html: letter.html_body,
    replyTo: letter.reply_to ?? undefined,
    unsubscribeUrl: letter.unsubscribe_url ?? undefined,
  })
  await db.updateTable('letters').set({ sent_at: now() }).where('id', '=', letterId).execute()
}
