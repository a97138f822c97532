import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** Starts a process of the benchmark. It logs as usual, but its output is discarded. */
export async function startProgram(script: string, environment: Record<string, string>): Promise<Program> {
  const child = start(script, environment)
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
  const [port = 0] = await freePorts(1)
  const began = performance.now()
  const child = start('server/main.ts', { ...settings, PORT: String(port) }, [KEEP_COMPILED, ...HEAP])
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`The shop exited with code ${child.exitCode}`)
    await sleep(20)
  }
  const ms = performance.now() - began
  await sleep(REST_MS)
  const memory = memoryOf(child.pid ?? 0)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return { ms, memory }
}

function start(script: string, environment: Record<string, string>, execArgv: string[] = []): ChildProcess {
  return fork(join(ROOT, script), {
    cwd: ROOT,
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
