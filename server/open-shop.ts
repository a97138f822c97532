import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { buildApp } from './app.ts'
import { seedDemoCatalogue } from './catalog/demo.ts'
import type { Config } from './config.ts'
import { jobHandlers } from './jobs.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { migrate } from './platform/db/migrate.ts'
import { openQueue } from './platform/jobs/queue.ts'
import { openMailer } from './platform/mail/smtp.ts'
import type { Shop } from './shop.ts'

export type OpenShop = { shop: Shop; app: FastifyInstance; close(): Promise<void> }

/**
 * Opens everything a shop needs, in the order in which one part needs the other, but does not listen yet.
 * @param openOwn tests give the database they have prepared
 * @throws SettingsError
 */
export async function openShop(config: Config, openOwn?: () => Promise<Database>): Promise<OpenShop> {
  const log = makeLog(config)
  const database = await (openOwn ?? (() => openDatabase(config)))()
  try {
    const migrated = await migrate(database.db)
    if (migrated.length > 0) log.info({ migrated }, 'database migrated')
    if (config.demo) await seedDemoCatalogue(database.db)
    const mailer = openMailer(config.smtpUrl, config.mailFrom)
    const jobs = await openQueue(
      database.db,
      database.engine,
      jobHandlers(() => shop),
      log,
    )
    const shop: Shop = { ...database, config, log, jobs, mailer }
    const app = await buildApp(shop)
    return {
      shop,
      app,
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

function makeLog(config: Config): Logger {
  return pino({
    level: config.logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie', 'res.headers["set-cookie"]'],
  })
}
