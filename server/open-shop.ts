import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { type FirstAdmin, makeFirstAdmin } from './accounts/first-admin.ts'
import { buildApp } from './app.ts'
import { seedDemoCatalogue } from './catalog/demo.ts'
import type { Config } from './config.ts'
import { jobHandlers } from './jobs.ts'
import { openCards } from './payments/cards.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { openQueue } from './platform/jobs/queue.ts'
import { openLog } from './platform/log.ts'
import { openMailer } from './platform/mail/smtp.ts'
import type { Shop } from './shop.ts'

export type OpenShop = {
  shop: Shop
  app: FastifyInstance
  /** Made by this start, with a password that must be told once. */
  firstAdmin: FirstAdmin | null
  close(): Promise<void>
}

/**
 * Opens everything a shop needs, in the order in which one part needs the other, but does not listen yet.
 * @param openOwn tests give the database they have prepared
 * @param log tests read what is logged
 * @throws SettingsError
 */
export async function openShop(
  config: Config,
  openOwn?: () => Promise<Database>,
  log: Logger = openLog(config.logLevel),
): Promise<OpenShop> {
  const database = await (openOwn ?? (() => openDatabase(config)))()
  try {
    const migrated = await migrate(database.db)
    if (migrated.length > 0) log.info({ migrated }, 'database migrated')
    if (config.demo) await seedDemoCatalogue(database.db)
    const firstAdmin = await makeFirstAdmin(database.db, config)
    const mailer = openMailer(config.smtpUrl, config.mailFrom)
    const jobs = await openQueue(
      database.db,
      database.engine,
      jobHandlers(() => shop),
      log,
    )
    const shop: Shop = { ...database, config, log, jobs, mailer, cards: openCards(config.stripe) }
    const app = await buildApp(shop)
    return {
      shop,
      app,
      firstAdmin,
      async close() {
        await app.close()
        await jobs.stop()
        mailer.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}
