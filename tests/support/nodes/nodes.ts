import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN } from '../config.ts'
import { COMPILED } from '../faulted/world.ts'
import { shopDatabase } from '../fresh-database.ts'
import { builtShop, freePorts, ready, startProgram } from '../shop-process.ts'
import { type Balancer, startBalancer } from './balancer.ts'

export type Nodes = {
  /** URL of the balancer. */
  url: string
  sandboxUrl: string
  databaseUrl: string
  balancer: Balancer
  /** URLs of the nodes. */
  each: string[]
  /** Stops a node, waits until it has exited, and restarts it. @param root folder of another version of the shop */
  again(node: number, signal: 'SIGKILL' | 'SIGTERM', root?: string): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a number of nodes of one shop, each in a separate process, on one migrated database and behind one balancer.
 * @param settings additional environment
 */
export async function startNodes(count: number, settings: Record<string, string> = {}): Promise<Nodes> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-nodes-'))
  const [port = 0, sandboxPort = 0, smtpPort = 0, ...ports] = await freePorts(3 + count)
  const databaseUrl = await shopDatabase()
  const environment = {
    ...process.env,
    ...ADMIN,
    PUBLIC_URL: `http://localhost:${port}`,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATABASE_URL: databaseUrl,
    TRUST_PROXY: 'true',
    // Long enough for the balancer to notice on a busy machine.
    DRAIN_SECONDS: '3',
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: COMPILED,
    ...settings,
  }
  const running: ChildProcess[] = []
  const start = async (node: number, root?: string) => {
    // Each node has its own cache directory.
    const dataDir = join(folder, `node-${node}`)
    mkdirSync(dataDir, { recursive: true })
    const child = startProgram(
      await builtShop(),
      { ...environment, PORT: String(ports[node]), DATA_DIR: dataDir },
      undefined,
      root,
    )
    running[node] = child
    await ready(child)
  }
  const end = async (child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<number | null> => {
    if (!child) return null
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    return child.exitCode
  }

  const sandbox = startProgram('sandbox/main.ts', { ...environment, PORT: String(port), DATA_DIR: folder })
  await ready(sandbox)
  await Promise.all(ports.map((_, node) => start(node)))
  const each = ports.map((own) => `http://127.0.0.1:${own}`)
  const balancer = await startBalancer(port, each)
  return {
    url: balancer.url,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    databaseUrl,
    balancer,
    each,
    async again(node, signal, root) {
      const code = await end(running[node], signal)
      if (signal === 'SIGTERM' && code !== 0)
        throw new Error(`A node exited with ${code} instead of shutting down`)
      await start(node, root)
    },
    async stop() {
      await balancer.close()
      await Promise.all([...running.map((child) => end(child, 'SIGTERM')), end(sandbox, 'SIGTERM')])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
