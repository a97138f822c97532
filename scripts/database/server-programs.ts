import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
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
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const sslMode = searchParams.get('sslmode')
  const env = {
    ...process.env,
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    ...(password ? { PGPASSWORD: decodeURIComponent(password) } : {}),
    ...(sslMode ? { PGSSLMODE: sslMode } : {}),
  }
  // pg_restore reads the database's name only from this option.
  const database = `--dbname=${decodeURIComponent(pathname.slice(1))}`
  try {
    await promisify(execFile)(program, [database, ...args], { env })
  } catch (error) {
    const { code, stderr } = error as { code: number | string; stderr: string }
    if (code === 'ENOENT') {
      throw new SettingsError(
        `${program} is not on the PATH. Install PostgreSQL's client programs, in the server's version or later`,
      )
    }
    throw new SettingsError(`${program} failed: ${stderr.trim().replaceAll('\n', ' | ')}`, { cause: error })
  }
}
