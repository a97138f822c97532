import { sql } from 'kysely'
import { openDatabase } from '../../server/platform/db/database.ts'

/**
 * Writes numbered rows to an embedded database, then fills its journal while the disk is full. Prints 'wrote N', 'stopped',
 * and the outcome of the next query.
 */
const { db, stopped } = await openDatabase({ databaseUrl: null, dataDir: process.env.DATA_DIR ?? '' })
await sql`create table if not exists written (number integer)`.execute(db)
for (let number = 1; number <= 50; number++) await sql`insert into written values (${number})`.execute(db)
console.log('wrote 50')
void stopped?.then(() => console.log('stopped'))
process.once('message', async () => {
  const fill = () => sql`select pg_logical_emit_message(false, 'fill', repeat('x', 1000000))`.execute(db)
  let hasFailed = false
  while (!hasFailed)
    await fill().catch(() => {
      hasFailed = true
    })
  const response = await sql`select 1`.execute(db).then(
    () => 'answered',
    (error: Error) => error.message,
  )
  console.log(response)
  process.exit(0)
})
process.send?.('ready')
