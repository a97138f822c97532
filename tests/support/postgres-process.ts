import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { User } from '../../server/platform/db/embedded/user.ts'

/** Runs one statement over a separate connection. */
export async function runQuery(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  // A broken connection rejects the pending call, but pg also emits the error here.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql).finally(() => client.end())
  return rows
}

/**
 * Starts a shell that stops the server and removes the folder as soon as its standard input closes, which also happens if
 * this process crashes. Nothing is left behind.
 */
export function watcher(folder: string) {
  const shell = spawn('sh', ['-c', watcherScript, folder], {
    cwd: folder,
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const closed = once(shell, 'close')
  return async () => {
    shell.stdin.end()
    await closed
  }
}

const watcherScript = `
read -r _
lock=data/postmaster.pid
if [ -e $lock ] && kill -QUIT $(head -n 1 $lock) 2>/dev/null; then
  for _ in $(seq 100); do [ -e $lock ] && sleep 0.05; done
fi
cd / && rm -rf "$0"
`

export function serverOptions(port: number, folder: string, durable: boolean) {
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 200,
    timezone: 'UTC',
    ...(!durable && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (!address || typeof address === 'string') throw new Error('no free port')
  return address.port
}

export type Start = { bin: string; folder: string; user: User; url: string; options: string[] }

export async function started({ bin, folder, user, url, options }: Start) {
  const log = await open(join(folder, 'log'), 'a')
  const run = () =>
    spawn(join(bin, 'postgres'), ['-D', 'data', ...options], {
      ...user,
      cwd: folder,
      // Detached, so that Ctrl-C reaches only this process.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
  const deadline = Date.now() + 20_000
  let server = run()
  while (
    !(await runQuery(url, 'select 1').then(
      () => true,
      () => false,
    ))
  ) {
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL doesn't respond:\n${await readFile(join(folder, 'log'), 'utf8')}`)
    await sleep(20)
    // After a kill, the previous server's memory may be in use for a moment longer.
    if (hasEnded(server)) server = run()
  }
  await log.close()
  return server
}

export async function ended(server: ChildProcess, signal: 'SIGINT' | 'SIGKILL') {
  if (hasEnded(server)) return
  const exit = once(server, 'exit')
  server.kill(signal)
  await exit
}

function hasEnded(server: ChildProcess) {
  return server.exitCode !== null || server.signalCode !== null
}
