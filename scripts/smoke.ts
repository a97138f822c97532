import { spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../tests/support/shop-process.ts'

/**
 * Starts the shop as a newcomer would: copies the sources to an empty folder, runs `npm start` there, which installs only what
 * the shop needs, requests its home page, and stops it.
 */
const ROOT = join(import.meta.dirname, '..')
/** Paths that aren't in a fresh clone. */
const NOT_CLONED = /(^|[\\/])node_modules$|^(\.git|dist|data|backups|screens|test-results|playwright-report)$/
const folder = await mkdtemp(join(tmpdir(), 'plinth-smoke-'))
const clone = join(folder, 'a shop')
await cp(ROOT, clone, { recursive: true, filter: (path) => !NOT_CLONED.test(relative(ROOT, path)) })
const ports = await freePorts(3)
const [port, sandboxPort, smtpPort] = ports
const shop = spawn('npm', ['start'], {
  cwd: clone,
  // A separate process group, so everything can be killed if the shop doesn't stop.
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    DATA_DIR: join(folder, 'data'),
    PORT: `${port}`,
    SANDBOX_PORT: `${sandboxPort}`,
    SANDBOX_SMTP_PORT: `${smtpPort}`,
  },
})
try {
  await until(isReady, 300_000, 'npm start was not ready')
  await showsCatalog()
  shop.kill('SIGTERM')
  // npm may exit before the shop does.
  await until(async () => hasEnded() && !(await areListening()), 20_000, 'the shop did not stop')
  console.log('The shop starts, shows its catalog, and stops.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
  killAll()
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

async function until(condition: () => Promise<boolean>, timeoutMs: number, problem: string) {
  const deadline = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${problem} within ${timeoutMs / 1000} s`)
    await sleep(100)
  }
}

async function isReady() {
  if (hasEnded()) throw new Error('npm start exited unexpectedly')
  const signal = AbortSignal.timeout(5000)
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function showsCatalog() {
  const page = await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(10_000) })
  const html = await page.text()
  if (!html.includes('Walnut Monitor Stand'))
    throw new Error(`no Walnut Monitor Stand on the home page (${page.status})`)
}

async function areListening() {
  return (await Promise.all(ports.map(isListening))).includes(true)
}

function isListening(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false))
  })
}

function killAll() {
  try {
    if (shop.pid) process.kill(-shop.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function hasEnded() {
  return shop.exitCode !== null || shop.signalCode !== null
}
