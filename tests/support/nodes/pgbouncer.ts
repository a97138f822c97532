import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveTo } from '../../../server/platform/db/embedded/user.ts'
import { testUser } from '../postgres-binaries.ts'
import { freePort, runQuery } from '../postgres-process.ts'

/** Where Debian's package has it. */
const PGBOUNCER = '/usr/sbin/pgbouncer'
export const hasPgBouncer = existsSync(PGBOUNCER)

/**
 * Starts PgBouncer in transaction mode in front of a test server.
 * @param size number of connections to each database
 */
export async function startPgBouncer(
  serverUrl: string,
  size: number,
): Promise<{ addressOf(databaseUrl: string): string; stop(): Promise<void> }> {
  const user = testUser()
  const folder = await mkdtemp(join(tmpdir(), 'plinth-pgbouncer-'))
  const port = await freePort()
  const { hostname, port: serverPort } = new URL(serverUrl)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${serverPort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 200
`,
  )
  await giveTo(user, folder)
  const child = spawn(PGBOUNCER, ['-q', 'pgbouncer.ini'], { ...user, cwd: folder, stdio: 'ignore' })
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const until = Date.now() + 10_000
  while (
    !(await runQuery(url, 'select 1').then(
      () => true,
      () => false,
    ))
  )
    if (Date.now() > until) throw new Error("PgBouncer doesn't respond")
  return {
    addressOf: (databaseUrl) => Object.assign(new URL(url), { pathname: new URL(databaseUrl).pathname }).href,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
