import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type RawBuilder, sql } from 'kysely'
import { from as copyFrom } from 'pg-copy-streams'
import { SettingsError } from '../../server/config.ts'
import { type Db, inTransaction, openDatabase } from '../../server/platform/db/database.ts'
import { listMigrations, migrate } from '../../server/platform/db/migrate.ts'
import { openQueue } from '../../server/platform/jobs/queue.ts'
import { openLog } from '../../server/platform/log.ts'
import { withConnection } from './connection.ts'
import { contentsOf, differences, listTables, needEmpty, type Table, type TableContents } from './contents.ts'
import { copyStatement } from './dump.ts'
import { type Header, readBackup, type Sequence } from './file.ts'

/**
 * Creates the tables of a backup in an empty database, and fills them in one transaction. Compares table by table before the
 * commit.
 * @throws SettingsError if the database isn't empty, or the backup is from another version
 */
export async function loadDatabase(url: string, source: Readable): Promise<TableContents[]> {
  const reader = readBackup(source)
  const header = await reader.header()
  await makeTables(url, header)
  return withConnection(url, (db, client) =>
    inTransaction(db, async (db) => {
      await sql`truncate ${sql.join(header.tables.map(tableOf))} cascade`.execute(db)
      // Rows that triggers write are in the backup, and must not be written twice.
      await setTriggers(db, header.tables, 'disable')
      for (const table of header.tables) {
        const rows = Readable.from(reader.rows(table.table), { objectMode: false })
        await pipeline(rows, client.query(copyFrom(copyStatement(table, 'from stdin'))))
      }
      await reader.end()
      // The job queue's constraints are deferred, and a table with pending constraints can't be altered.
      await sql`set constraints all immediate`.execute(db)
      await setTriggers(db, header.tables, 'enable')
      await setSequences(db, header.sequences)
      const contents = await contentsOf(db)
      const broken = differences(header.tables, contents)
      if (broken.length > 0) throw new Error(`Differs from the backup: ${broken.join(', ')}`)
      return contents
    }),
  )
}

/** Creates the tables of the shop as of the backup, and those of its job queue, but runs no job. */
async function makeTables(url: string, { migrations, tables }: Header) {
  const known = new Set(listMigrations())
  const unknown = migrations.filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new SettingsError(
      `The backup is from a newer version of Plinth (with ${unknown.join(', ')}). Restore it with that version`,
    )
  const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '' })
  try {
    await needEmpty(db)
    await migrate(db, migrations)
    // Loads most of the shop, so rejected backups don't wait for it.
    const { jobHandlers } = await import('../../server/jobs.ts')
    const queue = await openQueue(db, jobHandlers(refuseJobs), openLog('error'))
    await queue.stop()
    const made = new Set((await listTables(db)).map(shapeOf))
    const others = tables.filter((table) => !made.has(shapeOf(table)))
    if (others.length > 0)
      throw new SettingsError(
        `The backup is from another version of Plinth (with ${others.map(({ table }) => table).join(', ')}). Restore it with that version`,
      )
  } finally {
    await close()
  }
}

function refuseJobs(): never {
  throw new SettingsError('Jobs cannot run while a backup is restored')
}

const shapeOf = ({ schema, name, columns }: Table) => JSON.stringify([schema, name, columns])

async function setTriggers(db: Db, tables: Table[], how: 'disable' | 'enable') {
  for (const table of tables)
    await sql`alter table ${tableOf(table)} ${sql.raw(how)} trigger user`.execute(db)
}

async function setSequences(db: Db, sequences: Sequence[]) {
  for (const { schema, name, value, isUsed } of sequences) {
    const sequence = sql`format('%I.%I', ${schema}::text, ${name}::text)::regclass`
    await sql`select setval(${sequence}, ${value}::bigint, ${isUsed})`.execute(db)
  }
}

const tableOf = ({ schema, name }: Table): RawBuilder<unknown> => sql`${sql.table(`${schema}.${name}`)}`
