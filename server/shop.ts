import type { Logger } from 'pino'
import type { Metric } from 'prom-client'
import type { Config } from './config.ts'
import type { PaymentGateway } from './payments/provider.ts'
import type { Database } from './platform/db/database.ts'
import type { Changes } from './platform/db/listen.ts'
import type { PageReads } from './platform/http/page-reads.ts'
import type { JobQueue } from './platform/jobs/queue.ts'
import type { Mailer } from './platform/mail/smtp.ts'
import type { SecretBox } from './platform/secret-box.ts'

/** What an open shop has at hand; routes and job handlers get it, operations get the parts they need. */
export type Shop = Database & {
  /** What this node has heard of changes of what pages show. */
  changes: Changes
  config: Config
  log: Logger
  /** Asks for what pages show, of the replica where there is one. */
  reads: PageReads
  jobs: JobQueue
  mailer: Mailer
  cards: PaymentGateway
  /** What was measured outside of requests, for /metrics. */
  measures: Metric[]
  /** Tells what takes long that the shop is about to close. */
  stopping: AbortSignal
  secrets: SecretBox
}
