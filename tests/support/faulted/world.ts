import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type TestPostgres } from '../postgres.ts'
import { freePorts, ready, startProgram } from '../shop-process.ts'

export type Disaster = 'kill the shop' | 'kill the provider' | 'kill PostgreSQL'

/** The compile cache of `npm start`, which also speeds up the start of programs in tests. */
export const COMPILED = join(import.meta.dirname, '../../../node_modules/.cache/compiled')

/** Processes other than the database. */
type Program = 'shop' | 'sandbox'

export type World = {
  postgres: TestPostgres
  start(name: Program): Promise<void>
  /** Kills a program, which may have exited already. */
  end(name: Program, signal: NodeJS.Signals): Promise<void>
  url: string
  sandboxUrl: string
  databaseUrl: string
  /** Kills one process (`kill -9`) and restarts it, one call at a time. */
  strike(disaster: Disaster): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a shop, a sandbox, and PostgreSQL as separate processes that can be killed one by one.
 * @param environment additional settings of the shop
 * @param parameters connection parameters of the shop, such as 'statement_timeout=1000'
 */
export async function startWorld(environment: Record<string, string> = {}, parameters = ''): Promise<World> {
  const postgres = await startPostgres({ durable: true })
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-faults-'))
  const [port, sandboxPort, smtpPort] = await freePorts(3)
  const databaseUrl = await postgres.createDatabase('shop')
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
    DATABASE_URL: `${databaseUrl}?${parameters}`,
    TRUST_PROXY: 'true',
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: COMPILED,
    ...environment,
  }
  const programs: Record<Program, string> = { shop: 'server/main.ts', sandbox: 'sandbox/main.ts' }
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
  const again = async (name: Program) => {
    await end(name, 'SIGKILL')
    await start(name)
  }
  await start('sandbox')
  await start('shop')

  let last: Promise<void> = Promise.resolve()
  const strikes: Record<Disaster, () => Promise<void>> = {
    'kill the shop': () => again('shop'),
    'kill the provider': () => again('sandbox'),
    'kill PostgreSQL': async () => {
      await postgres.kill()
      await postgres.restart()
    },
  }
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    databaseUrl,
    postgres,
    start,
    end,
    strike(disaster) {
      last = last.then(strikes[disaster])
      return last
    },
    async stop() {
      await last.catch(() => undefined)
      await Promise.all([end('shop', 'SIGTERM'), end('sandbox', 'SIGTERM')])
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
