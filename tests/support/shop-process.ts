import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { changedParts } from '../../scripts/build-stamp.mjs'
import { temporaryFolder } from './fast-folder.ts'
import { type SecretWatch, watchForSecrets } from './secrets.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Memory limits as with `npm start` and in the container. */
export const HEAP = ['--max-semi-space-size=32', '--max-old-space-size=1024']

/** The compile cache of `npm start`, which halves the start time. */
export const COMPILED = `--import=${pathToFileURL(join(ROOT, 'scripts/compile-cache.mjs'))}`

/**
 * Returns the shop's program as `npm start` runs it.
 * @throws Error if its sources have changed since they were built, because the test would run outdated code
 */
export async function builtShop(): Promise<string> {
  changed ??= changedParts()
  const parts = (await changed).join(' and the ')
  if (parts) throw new Error(`The ${parts} changed after the last build: run npm run build`)
  return 'dist/server/main.js'
}

let changed: ReturnType<typeof changedParts> | undefined

export type ShopProcess = {
  url: string
  sandboxUrl: string
  /** Checks every line of the shop's log. */
  secrets: SecretWatch
  stop(): Promise<void>
  /** Kills both programs at the same time, as a power failure would. */
  kill(): Promise<void>
}

/**
 * Starts the shop and the sandbox as `npm start` does, on free ports and by default with an empty data folder. With a
 * SANDBOX_URL in the environment, only the shop.
 * @param prepared data folder of a stopped shop to copy, which is faster than creating and seeding a database
 * @param program replaces the program of `npm start`
 */
export async function startShopProcess(
  environment: Record<string, string> = {},
  prepared?: string,
  program?: string,
): Promise<ShopProcess> {
  const dataDir = temporaryFolder('journey-')
  if (prepared) cpSync(prepared, dataDir, { recursive: true })
  const [port = 0, sandboxPort = 0, smtpPort = 0] = await freePorts(3)
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    ...environment,
  }
  const secrets = watchForSecrets()
  secrets.learn(env)
  const children = [startProgram(program ?? (await builtShop()), env, secrets.look)]
  if (!environment.SANDBOX_URL) children.push(startProgram('sandbox/main.ts', env))
  await Promise.all(children.map(ready))
  const endAll = async (signal: NodeJS.Signals) => {
    await Promise.all(children.map((child) => end(child, signal)))
    rmSync(dataDir, { recursive: true, force: true })
  }
  return {
    url: `http://localhost:${env.PORT}`,
    sandboxUrl: environment.SANDBOX_URL ?? `http://localhost:${env.SANDBOX_PORT}`,
    secrets,
    stop: () => endAll('SIGTERM'),
    kill: () => endAll('SIGKILL'),
  }
}

/**
 * Runs one of the shop's programs.
 * @param root folder of another version of the shop
 * @param onLine receives the program's output; with it, only warnings are printed
 */
export function startProgram(
  script: string,
  env: NodeJS.ProcessEnv,
  onLine?: (line: string) => void,
  root = ROOT,
): ChildProcess {
  const stdout = onLine ? 'pipe' : 'inherit'
  const stdio = ['ignore', stdout, 'inherit', 'ipc'] satisfies StdioOptions
  const child = spawn(process.execPath, [COMPILED, ...HEAP, join(root, script)], {
    cwd: root,
    env,
    stdio,
  })
  if (child.stdout) {
    createInterface(child.stdout).on('line', (line) => {
      onLine?.(line)
      if (!/^\{"level":[123]0,/.test(line)) process.stdout.write(`${line}\n`)
    })
  }
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Waits until the program is ready. @throws Error if it exits first */
export async function ready(child: ChildProcess) {
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

/** Finds free ports by listening on all of them briefly at the same time. */
export async function freePorts(count: number): Promise<number[]> {
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
