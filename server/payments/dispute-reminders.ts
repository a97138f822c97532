import { z } from 'zod'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { job } from '../platform/jobs/queue.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { queueReminderEmail } from './dispute-emails.ts'
import { listDisputesDue } from './dispute-queries.ts'

const DAY_MS = 86_400_000
const DAYS = 2

/** Runs every hour. */
export const queueRemindersJob = job('remind-of-disputes', z.object({}), { retryLimit: 0 })

/** Emails the store owner about each dispute that gets no evidence and is due within two days. Once per dispute. */
export async function queueReminders(db: Db, mail: MailConfig): Promise<void> {
  const from = now()
  const to = new Date(from.getTime() + DAYS * DAY_MS)
  for (const dispute of await listDisputesDue(db, { from, to }))
    await inTransaction(db, (db) => queueReminderEmail(db, mail, dispute))
}
