import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OWNER, urlAt } from '../../../server/platform/db/embedded/settings.ts'
import { startPostgres, type TestPostgres } from '../postgres.ts'
import { builtShop, freePorts, ready, startProgram } from '../shop-process.ts'
import { serverOf } from '../writer.ts'

export type Disaster = 'kill the shop' | 'kill the provider' | 'kill PostgreSQL'

/** The compile cache of `npm start`, which also speeds up the start of programs in tests. */
export const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/compiled')

/** Processes other than the database. */
type Program = 'shop' | 'sandbox'

export type World = {
  start(name: Program): Promise<void>
  /** Kills a program, which may have exited already. */
  end(name: Program, signal: NodeJS.Signals): Promise<void>
  url: string
  sandboxUrl: string
  databaseUrl: string
  /** The shop's data folder. */
  dataDir: string
  /** Kills one process (`kill -9`) and restarts it, one call at a time. */
  strike(disaster: Disaster): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a shop, a sandbox, and PostgreSQL as separate processes that can be killed one by one.
 * @param environment additional settings of the shop
 * @param parameters connection parameters of the shop, such as 'statement_timeout=1000'
 */
export async function startWorld(
  environment: Record<string, string> = {},
  parameters = '',
): Promise<World & { postgres: TestPostgres }> {
  const postgres = await startPostgres({ durable: true })
  const databaseUrl = await postgres.createDatabase('shop')
  const programs = await startPrograms({ DATABASE_URL: `${databaseUrl}?${parameters}`, ...environment })
  const again = async (name: Program) => {
    await programs.end(name, 'SIGKILL')
    await programs.start(name)
  }
  const { strike, settled } = inTurn({
    'kill the shop': () => again('shop'),
    'kill the provider': () => again('sandbox'),
    'kill PostgreSQL': async () => {
      await postgres.kill()
      await postgres.restart()
    },
  })
  return {
    ...programs,
    postgres,
    databaseUrl,
    strike,
    async stop() {
      await settled()
      await programs.stop()
      await postgres.stop()
    },
  }
}

/** Starts a shop with its embedded database, which is killed together with the shop, and a sandbox. */
export async function startEmbeddedWorld(): Promise<World> {
  const programs = await startPrograms({})
  const data = join(programs.dataDir, 'database')
  const again = async () => {
    process.kill(serverOf(data), 'SIGKILL')
    await programs.end('shop', 'SIGKILL')
    await programs.start('shop')
  }
  const { strike, settled } = inTurn({
    'kill the shop': again,
    'kill the provider': async () => {
      await programs.end('sandbox', 'SIGKILL')
      await programs.start('sandbox')
    },
    'kill PostgreSQL': again,
  })
  return {
    ...programs,
    databaseUrl: urlAt({ folder: data }, OWNER, OWNER, null),
    strike,
    async stop() {
      await settled()
      await programs.stop()
    },
  }
}

/** Starts the shop and the sandbox with these settings, as separate processes. */
export async function startPrograms(settings: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-faults-'))
  const [port, sandboxPort, smtpPort] = await freePorts(3)
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: COMPILED,
    ...settings,
  }
  const programs: Record<Program, string> = { shop: await builtShop(), sandbox: 'sandbox/main.ts' }
  const running: Partial<Record<Program, ChildProcess>> = {}
  const start = async (name: Program) => {
    const child = startProgram(programs[name], env)
    running[name] = child
    await ready(child)
  }
  const end = async (name: Program, signal: NodeJS.Signals) => {
    const child = running[name]
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  await start('sandbox')
  await start('shop')
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    dataDir,
    start,
    end,
    async stop() {
      await Promise.all([end('shop', 'SIGTERM'), end('sandbox', 'SIGTERM')])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Runs one disaster at a time. */
function inTurn(strikes: Record<Disaster, () => Promise<void>>) {
  let last: Promise<void> = Promise.resolve()
  return {
    strike(disaster: Disaster) {
      last = last.then(strikes[disaster])
      return last
    },
    settled: () => last.catch(() => undefined),
  }
}
