import { spawnSync } from 'node:child_process'
import { openDatabase } from '../server/platform/db/database.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { startPostgres } from '../tests/support/postgres.ts'

/**
 * `npm run tables`: generates the row types in server/platform/db/tables.ts from the migrated schema. With `--verify`, compares
 * them instead, and fails if they differ. The settings are in .kysely-codegenrc.json.
 */
const postgres = await startPostgres()
try {
  const databaseUrl = await postgres.createDatabase('tables')
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '/nowhere' })
  await migrate(db)
  await close()
  const { status, stdout, stderr } = spawnSync(
    'kysely-codegen',
    ['--url', databaseUrl, ...process.argv.slice(2)],
    { encoding: 'utf8' },
  )
  if (status !== 0) {
    console.error(stdout + stderr)
    console.error('Run `npm run tables` after you change a table')
    process.exitCode = 1
  }
} finally {
  await postgres.stop()
}
