import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePorts, HEAP } from '../../tests/support/shop-process.ts'
import { memoryOf } from './cpu.ts'
import { NODE } from './processes.ts'

const ROOT = join(import.meta.dirname, '../..')
const KEEP_COMPILED = '--import=./scripts/compile-cache.mjs'
const REST_MS = 10_000

/** Milliseconds until the first response, and memory in MB once it has settled. */
export type Start = { ms: number; memory: number }

/** Starts the shop as `npm run serve` does, on existing data. */
export async function measureStart(settings: Record<string, string>): Promise<Start> {
  const [port = 0] = await freePorts(1)
  const began = performance.now()
  const child = spawn(NODE, [KEEP_COMPILED, ...HEAP, join(ROOT, 'server/main.ts')], {
    cwd: ROOT,
    env: { ...process.env, ...settings, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await responses(port))) {
    if (child.exitCode !== null) throw new Error(`The shop exited with code ${child.exitCode}`)
    await delay(20)
  }
  const ms = performance.now() - began
  await delay(REST_MS)
  const memory = memoryOf(child.pid ?? 0)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return { ms, memory }
}

async function responses(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
