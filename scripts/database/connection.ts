import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Config, SettingsError } from '../../server/config.ts'
import type { Db, Tables } from '../../server/platform/db/database.ts'
import { openEmbeddedServer } from '../../server/platform/db/embedded/embedded.ts'
import { hasData } from '../../server/platform/db/embedded/place.ts'
import { findPrimary } from '../../server/platform/db/primary.ts'

/** Opens one connection without timeouts. Queries of `db` and streams on `client` share its transaction. */
export async function withConnection<T>(
  url: string,
  work: (db: Db, client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, statement_timeout: 0, keepAlive: true })
  // A running query gets the error.
  client.on('error', () => undefined)
  await client.connect()
  const pool = {
    options: {},
    connect: async () => Object.assign(client, { release: () => undefined }),
    end: () => client.end(),
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return work(db, client).finally(() => client.end())
}

type Place = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>

/** Runs `work` with the URL of the database of the settings, which no shop uses. */
export async function withExisting<T>(place: Place, work: (url: string) => Promise<T>): Promise<T> {
  const { url, close } = await openExisting(place, false)
  return work(url).finally(close)
}

/**
 * Opens the existing database of the settings. `isShared` uses the embedded server of a running shop.
 * @throws SettingsError if there is no embedded database
 */
export async function openExisting(
  { databaseUrl, databaseDirectUrl, dataDir }: Place,
  isShared: boolean,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = databaseDirectUrl ?? databaseUrl
  if (server) {
    const primary = await findPrimary(server, 'DATABASE_URL')
    return { url: primary.url(), close: primary.close }
  }
  if (!hasData(dataDir)) throw new SettingsError(`DATA_DIR: no embedded database in '${dataDir}'`)
  return openEmbeddedServer(dataDir, { pool: 3, isShared })
}
