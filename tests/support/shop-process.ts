import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

export type ShopProcess = {
  url: string
  sandboxUrl: string
  stop(): Promise<void>
  /** Ends both at once, as a power cut does. */
  kill(): Promise<void>
}

/** The shop and the sandbox as `npm start` runs them, on free ports and an empty data folder. */
export async function startShopProcess(environment: Record<string, string> = {}): Promise<ShopProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'plinth-journey-'))
  const [port, sandboxPort, smtpPort] = await freePorts(3)
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
    ...environment,
  }
  const children = [start('sandbox/main.ts', env), start('server/main.ts', env)]
  await Promise.all(children.map(ready))
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    async stop() {
      await Promise.all(children.map((child) => end(child, 'SIGTERM')))
      rmSync(dataDir, { recursive: true, force: true })
    },
    async kill() {
      await Promise.all(children.map((child) => end(child, 'SIGKILL')))
    },
  }
}

function start(script: string, env: NodeJS.ProcessEnv): ChildProcess {
  const node = join(ROOT, 'node_modules/.bin/node')
  return spawn(node, [join(ROOT, script)], { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function ready(child: ChildProcess) {
  const [outcome] = await Promise.race([
    new Promise<[string]>((resolve) => {
      child.on('message', (message: { kind: string }) => {
        if (message.kind === 'ready') resolve(['ready'])
      })
    }),
    once(child, 'exit'),
  ])
  if (outcome !== 'ready') throw new Error(`The shop did not start (exit ${outcome})`)
}

/** Free ports, found by holding them all at once for a moment. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, '127.0.0.1')
      await once(server, 'listening')
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
