import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'
import { afterAll, inject } from 'vitest'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { openShop } from '../../server/open-shop.ts'
import { type Database, openDatabase, openInMemory } from '../../server/platform/db/database.ts'
import type { Shop } from '../../server/shop.ts'
import { testConfig } from './config.ts'
import { stripeOf } from './purchase.ts'
import { createVisitor, type Visitor } from './visitor.ts'

export type TestShop = {
  shop: Shop
  app: Awaited<ReturnType<typeof openShop>>['app']
  sandboxUrl: string
  /** Where it listens, when it hears webhooks. */
  url: string
  /** Somebody who has never been here. */
  visitor(): Visitor
  /** Does all jobs that are due, as the workers would. */
  runJobs(): Promise<number>
  close(): Promise<void>
}

/**
 * The real shop on a database of its own with the sandbox beside it; closed after the file's tests.
 * @param options.databaseUrl a PostgreSQL instead of the embedded database
 * @param options.webhooks the shop also listens, and the card provider tells it what happened
 * @param options.log where the shop writes its log, instead of nowhere
 */
export async function openTestShop(
  options: {
    databaseUrl?: string
    environment?: Record<string, string>
    log?: Logger
    webhooks?: boolean
  } = {},
): Promise<TestShop> {
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir: null,
    shopUrl: 'http://localhost:3000',
  })
  const config = testConfig({ ...options.environment, SANDBOX_URL: sandbox.url })
  const { shop, app, close } = await openShop(
    { ...config, smtpUrl: sandbox.smtpUrl },
    () => openOwn(options.databaseUrl),
    options.log,
  )
  await app.ready()
  const url = options.webhooks ? await hearWebhooks(app, sandbox.url) : ''
  let isClosed = false
  const test: TestShop = {
    shop,
    app,
    sandboxUrl: sandbox.url,
    url,
    visitor: () => createVisitor(app),
    runJobs: () => shop.jobs.drain(),
    async close() {
      if (isClosed) return
      isClosed = true
      await close()
      await sandbox.stop()
    },
  }
  afterAll(() => test.close())
  return test
}

async function hearWebhooks(app: TestShop['app'], sandboxUrl: string): Promise<string> {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  await stripeOf({ sandboxUrl }).webhookEndpoints.update('we_plinth_sandbox', {
    url: `${url}/api/webhooks/stripe`,
  })
  return url
}

async function openOwn(databaseUrl?: string): Promise<Database> {
  if (databaseUrl) return openDatabase({ databaseUrl, dataDir: '/nowhere' })
  return openInMemory(readFileSync(inject('snapshot')))
}
