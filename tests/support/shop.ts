import { sql } from 'kysely'
import Stripe from 'stripe'
import { expect } from 'vitest'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { openShop } from '../../server/open-shop.ts'
import { type Database, openDatabase } from '../../server/platform/db/database.ts'
import { openLog } from '../../server/platform/log.ts'
import type { Shop } from '../../server/shop.ts'
import { afterFile } from './after-file.ts'
import { ADMIN, testConfig } from './config.ts'
import { copyOfTemplate } from './fresh-database.ts'
import { watchForSecrets } from './secrets.ts'
import { createVisitor, type Visitor } from './visitor.ts'

/** The provider's view of the shop's account. */
export function stripeOf({ sandboxUrl }: { sandboxUrl: string }): Stripe {
  const { hostname: host, port } = new URL(sandboxUrl)
  return new Stripe('sk_test_plinth_sandbox', {
    host,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })
}

export type TestShop = {
  shop: Shop
  app: Awaited<ReturnType<typeof openShop>>['app']
  sandboxUrl: string
  /** URL where it listens for webhooks. */
  url: string
  /** Creates a visitor. */
  visitor(): Visitor
  /** Runs all due jobs as the workers would. Failed jobs are retried without their delay. */
  runJobs(): Promise<number>
  close(): Promise<void>
}

/**
 * Opens the real shop and its sandbox on a new database, and closes them after the file's tests. It logs at level `trace`,
 * and the file fails if a token, hash, or password is in the log.
 * @param options.databaseUrl PostgreSQL database to use instead of the template's copy
 * @param options.directUrl bypasses the pooler at `databaseUrl`
 * @param options.replicaUrl read replica of that database
 * @param options.dataDir folder of the embedded database, which remains after the shop is closed
 * @param options.stripeInSandbox the sandbox emulates Stripe even outside the demo
 * @param options.webhooks the shop also listens, and the payment provider sends it events
 * @param options.trafficFile where the sandbox records its traffic
 * @param options.onLog receives each line of the log
 */
export async function openTestShop(
  options: {
    databaseUrl?: string
    directUrl?: string
    replicaUrl?: string
    dataDir?: string
    environment?: Record<string, string>
    stripeInSandbox?: boolean
    webhooks?: boolean
    trafficFile?: string
    onLog?: (line: string) => void
  } = {},
): Promise<TestShop> {
  const sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    smtpPort: 0,
    dataDir: null,
    shopUrl: options.environment?.PUBLIC_URL ?? 'http://localhost:3000',
    ...(options.trafficFile ? { trafficFile: options.trafficFile } : {}),
  })
  const environment = { LOG_LEVEL: 'trace', ...options.environment, SANDBOX_URL: sandbox.url }
  const config = testConfig({ ...environment, ...databasesOf(options) })
  const watch = watchForSecrets(() => expect.getState().currentTestName ?? 'Before the tests')
  watch.learn({ ...ADMIN, ...environment })
  const log = openLog('trace', {
    write(line) {
      watch.look(line)
      options.onLog?.(line)
    },
  })
  const { shop, app, close } = await openShop(
    {
      ...config,
      smtpUrl: config.smtpUrl === null ? null : sandbox.smtpUrl,
      ...(options.stripeInSandbox && { stripe: { ...config.stripe, address: addressOf(sandbox.url) } }),
    },
    () => openOwn({ ...options, tracesTo: config.tracesTo }),
    log,
  )
  await app.ready()
  const url = options.webhooks ? await hearWebhooks(app, sandbox.url) : ''
  let isClosed = false
  const test: TestShop = {
    shop,
    app,
    sandboxUrl: sandbox.url,
    url,
    visitor: () => createVisitor(app, watch.learn),
    async runJobs() {
      await sql`update jobs.job set start_after = now() where state = 'retry'`.execute(shop.db)
      return shop.jobs.drain()
    },
    async close() {
      if (isClosed) return
      isClosed = true
      await close()
      await sandbox.stop()
    },
  }
  afterFile(async () => {
    await test.close()
    expect(watch.found, 'secrets in the log').toEqual([])
  })
  return test
}

function addressOf(url: string) {
  const { hostname: host, port } = new URL(url)
  return { host, port: Number(port), protocol: 'http' as const }
}

async function hearWebhooks(app: TestShop['app'], sandboxUrl: string): Promise<string> {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  await stripeOf({ sandboxUrl }).webhookEndpoints.update('we_plinth_sandbox', {
    url: `${url}/api/webhooks/stripe`,
  })
  return url
}

function databasesOf({
  databaseUrl,
  directUrl,
  replicaUrl,
}: {
  databaseUrl?: string
  directUrl?: string
  replicaUrl?: string
}) {
  return {
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...(directUrl ? { DATABASE_DIRECT_URL: directUrl } : {}),
    ...(replicaUrl ? { DATABASE_REPLICA_URL: replicaUrl } : {}),
  }
}

/** Returns the database of a test shop: the one in the options, or a copy of the run's template. */
async function openOwn(where: {
  databaseUrl?: string
  directUrl?: string
  dataDir?: string
  tracesTo: string | null
}): Promise<Database> {
  const { databaseUrl = null, directUrl: databaseDirectUrl = null, dataDir = '/nowhere', tracesTo } = where
  return databaseUrl || where.dataDir
    ? openDatabase({ databaseUrl, databaseDirectUrl, dataDir, tracesTo })
    : openCopy(tracesTo)
}

/** A new connection costs PostgreSQL as much as a hundred statements, and a test seldom sends more requests at a time. */
const CONNECTIONS = 3

async function openCopy(tracesTo: string | null): Promise<Database> {
  const { url, drop } = await copyOfTemplate()
  const database = await openDatabase({
    databaseUrl: url,
    databasePool: CONNECTIONS,
    dataDir: '/nowhere',
    tracesTo,
  })
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}
