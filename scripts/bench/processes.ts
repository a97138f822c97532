import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePorts, HEAP } from '../../tests/support/shop-process.ts'
import { memoryOf } from './cpu.ts'

const ROOT = join(import.meta.dirname, '../..')
const KEEP_COMPILED = '--import=./scripts/compile-cache.mjs'
const REST_MS = 10_000

export type Program = {
  pid: number
  origin: string
  request<T>(command: unknown): Promise<T>
  stop(): Promise<void>
}

/**
 * Starts a process of the benchmark. It logs as usual, but its output is discarded.
 * @param root the folder of the shop's files
 */
export async function startProgram(
  script: string,
  environment: Record<string, string>,
  root: string = ROOT,
): Promise<Program> {
  const child = start(script, environment, { root })
  const { ready } = await nextMessage<{ ready: string }>(child)
  return {
    pid: child.pid ?? 0,
    origin: ready,
    request(command) {
      const response = nextMessage(child)
      child.send(command as object)
      return response as Promise<never>
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** Milliseconds until the first response, and memory in MB once it has settled. */
export type Start = { ms: number; memory: number }

/** Starts the shop as `npm run serve` does, on existing data. */
export async function measureStart(settings: Record<string, string>): Promise<Start> {
  const { ms, pid, stop } = await startServe(ROOT, settings)
  const memory = memoryOf(pid)
  await stop()
  return { ms, memory }
}

/** Starts the shop as `npm run serve` does, and waits until its memory has settled. */
export async function startServe(root: string, settings: Record<string, string>) {
  const [port = 0] = await freePorts(1)
  const began = performance.now()
  // Earlier commits ran the sources.
  const program = existsSync(join(root, 'dist/server/main.js')) ? 'dist/server/main.js' : 'server/main.ts'
  const execArgv = [KEEP_COMPILED, ...HEAP]
  const child = start(program, { ...settings, PORT: String(port) }, { root, execArgv })
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`The shop exited with code ${child.exitCode}`)
    await sleep(20)
  }
  const ms = performance.now() - began
  await sleep(REST_MS)
  return {
    ms,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Runs a script of a shop to its end. */
export async function runScript(
  root: string,
  script: string,
  parameters: string[],
  environment: Record<string, string>,
): Promise<void> {
  const env = { ...process.env, ...environment }
  await promisify(execFile)(process.execPath, [script, ...parameters], { cwd: root, env })
}

function start(
  script: string,
  environment: Record<string, string>,
  { root = ROOT, execArgv = [] }: { root?: string; execArgv?: string[] } = {},
): ChildProcess {
  return fork(join(root, script), {
    cwd: root,
    execArgv,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const done = new AbortController()
  const exit = once(child, 'exit', done).then(([code]) => {
    throw new Error(`A benchmark process exited with code ${code}`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', done), exit])
    return message as T
  } finally {
    done.abort()
  }
}
