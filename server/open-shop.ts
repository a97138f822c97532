import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { createFirstAdmin, type FirstAdmin } from './accounts/first-admin.ts'
import { buildApp } from './app.ts'
import { seedDemoCatalog } from './catalog/demo.ts'
import type { Config } from './config.ts'
import { jobHandlers } from './jobs.ts'
import { measureGateway, openGateway } from './payments/gateway.ts'
import type { PaymentGateway } from './payments/provider.ts'
import { reportRefusedTaxes, reportRejectedKey, reportTooSmall } from './payments/provider-emails.ts'
import { openKeys } from './payments/stripe-keys.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { migrate, withMigrationLock } from './platform/db/migrate.ts'
import { openReplica } from './platform/db/replica.ts'
import { purgeOnChange } from './platform/http/purge.ts'
import { openPageReads } from './platform/http/read-your-writes.ts'
import { openQueue } from './platform/jobs/queue.ts'
import { openLog } from './platform/log.ts'
import { openMailer } from './platform/mail/smtp.ts'
import { secretsOf } from './platform/secret-box.ts'
import { openTracing } from './platform/trace.ts'
import { openMailServer } from './settings/mail-server.ts'
import { findShopId } from './settings/queries.ts'
import type { Shop } from './shop.ts'

export type OpenShop = {
  shop: Shop
  app: FastifyInstance
  /** The admin created at this start, whose password must be shown once, or null. */
  firstAdmin: FirstAdmin | null
  close(): Promise<void>
}

/**
 * Opens everything a shop needs, in order of dependency, without listening yet.
 * @param openOwnDatabase opens a prepared database in tests
 * @param log a log that tests can read
 * @param provider a payment provider for benchmarks
 * @throws SettingsError
 */
export async function openShop(
  config: Config,
  openOwnDatabase?: () => Promise<Database>,
  log: Logger = openLog(config.logLevel),
  provider?: PaymentGateway,
): Promise<OpenShop> {
  const tracing = await openTracing(config, log)
  const database = await (openOwnDatabase ?? (() => openDatabase({ ...config, log })))().catch(
    async (error: unknown) => {
      await tracing.close()
      throw error
    },
  )
  const closeDatabase = async () => {
    await database.close()
    await tracing.close()
  }
  try {
    const migrated = await migrate(database.direct)
    if (migrated.length > 0) log.info({ migrated }, 'database migrated')
    if (config.demo) await seedDemoCatalog(database.db)
    const firstAdmin = await createFirstAdmin(database.db, config)
    const secrets = secretsOf(config)
    const keys = openKeys({ db: database.db, config, secrets })
    const { problem } = await keys.current()
    if (problem) log.warn({ problem }, 'payments are unavailable')
    const opened = provider ?? openGateway(config.stripe, await findShopId(database.db), keys)
    const reporter = { db: database.db, config, log }
    const { gateway, seconds } = measureGateway(opened, {
      unauthorized: (error) => reportRejectedKey(reporter, opened.name, error),
      taxesRefused: (error) => reportRefusedTaxes(reporter, opened.name, error),
      tooSmall: (error) => reportTooSmall(reporter, opened.name, error),
    })
    const mailServer = openMailServer({ db: database.db, config, secrets })
    const mailer = openMailer(mailServer.current)
    const handlers = jobHandlers(() => shop)
    const jobs = await withMigrationLock(database.direct, () => openQueue(database.db, handlers, log))
    const changes = await database.subscribeToChanges(log)
    mailServer.follow(changes, (error) => log.warn({ err: error }, 'mail server not read'))
    keys.follow(changes, (error) => log.warn({ err: error }, 'payment keys not read'))
    const { databaseReplicaUrl } = config
    const replica = databaseReplicaUrl
      ? await openReplica({ ...config, databaseReplicaUrl }, database.db, changes, log)
      : null
    const { reads, measures } = openPageReads(database.db, replica)
    const stopping = new AbortController()
    const shop: Shop = {
      ...database,
      changes,
      config,
      log,
      reads,
      jobs,
      mailer,
      mailServer,
      gateway,
      measures: [seconds, ...measures],
      secrets,
      keys,
      stopping: stopping.signal,
    }
    if (config.cdn)
      purgeOnChange(database.db, changes, (error) => log.warn({ err: error }, 'CDN purge not queued'))
    const app = await buildApp(shop)
    return {
      shop,
      app,
      firstAdmin,
      async close() {
        stopping.abort()
        await app.close()
        await jobs.stop()
        mailer.close()
        await replica?.close()
        await closeDatabase()
      },
    }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}
