import { spawn } from 'node:child_process'
import { SettingsError } from '../../server/config.ts'

/**
 * Runs one of PostgreSQL's programs on the database at `url`. The URL is passed in the environment, because every user of
 * the machine could read a password among the arguments. @throws SettingsError if the program isn't installed or fails
 */
export async function runOnServer(
  program: 'pg_dump' | 'pg_restore',
  args: string[],
  url: string,
): Promise<void> {
  const child = spawn(program, args, {
    env: { ...process.env, ...addressOf(url) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (piece) => {
    output += piece
  })
  const code = await new Promise<number | 'missing'>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve('missing') : reject(error),
    )
    child.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  if (code === 'missing') {
    throw new SettingsError(
      `${program} is not on the PATH. Install PostgreSQL's client programs, in the server's version or later`,
    )
  }
  if (code !== 0) throw new SettingsError(`${program} failed: ${output.trim().replaceAll('\n', ' | ')}`)
}

/** pg_restore and pg_dump read the connection settings from these variables. */
function addressOf(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const sslMode = searchParams.get('sslmode')
  return {
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(password ? { PGPASSWORD: decodeURIComponent(password) } : {}),
    ...(sslMode ? { PGSSLMODE: sslMode } : {}),
  }
}
