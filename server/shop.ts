import type { Logger } from 'pino'
import type { Metric } from 'prom-client'
import type { Config } from './config.ts'
import type { StoredKeys } from './payments/key-source.ts'
import type { PaymentGateway } from './payments/provider.ts'
import type { Database } from './platform/db/database.ts'
import type { Followed } from './platform/db/followed.ts'
import type { Changes } from './platform/db/listen.ts'
import type { PageReads } from './platform/http/read-your-writes.ts'
import type { JobQueue } from './platform/jobs/queue.ts'
import type { Mailer, MailServer } from './platform/mail/smtp.ts'
import type { SecretBox } from './platform/secret-box.ts'

/** The parts of an open shop. Routes and job handlers get all of it; operations get only the parts they need. */
export type Shop = Database & {
  /** Changes to page content that this node was notified of. */
  changes: Changes
  config: Config
  log: Logger
  /** Queries for page content, on the read replica if there is one. */
  reads: PageReads
  jobs: JobQueue
  mailer: Mailer
  mailServer: Followed<MailServer>
  gateway: PaymentGateway
  /** The payment provider's keys. */
  keys: StoredKeys
  /** Metrics recorded outside of requests, for /metrics. */
  measures: Metric[]
  /** Aborted when the shop shuts down, to end long-running work. */
  stopping: AbortSignal
  secrets: SecretBox
}
