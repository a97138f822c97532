import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Starts the shop as its owner would, with `npm start` on an empty data folder, requests its home page, and stops it. */
const folder = await mkdtemp(join(tmpdir(), 'plinth-smoke-'))
const [port, sandboxPort, smtpPort] = await Promise.all([freePort(), freePort(), freePort()])
const shop = spawn('npm', ['start'], {
  cwd: join(import.meta.dirname, '..'),
  // A separate process group, so everything can be killed if the shop doesn't stop.
  detached: true,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    DATA_DIR: folder,
    PORT: `${port}`,
    SANDBOX_PORT: `${sandboxPort}`,
    SANDBOX_SMTP_PORT: `${smtpPort}`,
  },
})
try {
  await opens(300_000)
  await showsCatalog()
  await stops(20_000)
  console.log('The shop starts, shows its catalog, and stops.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
  killAll()
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

async function opens(timeoutMs: number) {
  const deadline = Date.now() + timeoutMs
  while (!(await answersWell('/readyz'))) {
    if (hasEnded(shop)) throw new Error('npm start exited unexpectedly')
    if (Date.now() > deadline) throw new Error(`npm start was not ready within ${timeoutMs / 1000} s`)
    await sleep(250)
  }
}

async function answersWell(path: string) {
  return fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(5000) }).then(
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

async function stops(timeoutMs: number) {
  const deadline = Date.now() + timeoutMs
  shop.kill('SIGTERM')
  // npm may exit before the shop does.
  while (!hasEnded(shop) || (await areListening([port, sandboxPort, smtpPort]))) {
    if (Date.now() > deadline) throw new Error(`the shop did not stop within ${timeoutMs / 1000} s`)
    await sleep(100)
  }
}

async function areListening(ports: number[]) {
  return (await Promise.all(ports.map(isListening))).includes(true)
}

async function isListening(port: number) {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect').then(
    () => {
      socket.destroy()
      return true
    },
    () => false,
  )
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function killAll() {
  try {
    if (shop.pid) process.kill(-shop.pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null
}
