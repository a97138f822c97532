import { sql } from 'kysely'
import { inTransaction, openDatabase } from '../../server/platform/db/database.ts'
import { migrate } from '../../server/platform/db/migrate.ts'

/**
 * Writes rows one at a time until it is killed. Prints 'found N' with the number of consecutive rows from 1 that it
 * found at the start, and 'wrote N' for each acknowledged commit.
 */
const { db } = await openDatabase({ databaseUrl: null, dataDir: process.env.DATA_DIR ?? '' })
await migrate(db)
await sql`create table if not exists written (number integer primary key, copy integer not null)`.execute(db)
const { rows } = await sql<{
  number: number
  copy: number
}>`select number, copy from written order by number`.execute(db)
if (rows.some(({ number, copy }, index) => number !== index + 1 || copy !== number))
  throw new Error('a row is broken')
console.log(`found ${rows.length}`)
for (let number = rows.length + 1; ; number++) {
  await inTransaction(db, async (db) => {
    await sql`insert into written values (${number}, 0)`.execute(db)
    await sql`update written set copy = number where number = ${number}`.execute(db)
  })
  console.log(`wrote ${number}`)
}
