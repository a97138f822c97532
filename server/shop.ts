import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { CardProvider } from './payments/provider.ts'
import type { Database } from './platform/db/database.ts'
import type { JobQueue } from './platform/jobs/queue.ts'
import type { Mailer } from './platform/mail/smtp.ts'

/** What an open shop has at hand; routes and job handlers get it, operations get the parts they need. */
export type Shop = Database & {
  config: Config
  log: Logger
  jobs: JobQueue
  mailer: Mailer
  cards: CardProvider
}
