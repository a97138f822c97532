import { parseArgs } from 'node:util'
import { readConfig, SettingsError } from '../server/config.ts'
import { type Db, openDatabase } from '../server/platform/db/database.ts'
import { listUnknown } from '../server/platform/db/migrate.ts'
import { contentsOf, needEmpty, summaryOf } from './database/contents.ts'
import { restoreEmbedded } from './database/embedded.ts'
import { runOnServer } from './database/server-programs.ts'

/**
 * `npm run restore -- --from FILE` restores a backup: into DATA_DIR, where `--replace` keeps the existing database next to
 * the new one, or with pg_restore into the empty database at DATABASE_URL. Restores everything or nothing.
 */
const { values } = parseArgs({
  options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } },
})
if (!values.from) {
  console.error('Missing --from. Usage: npm run restore -- --from FILE')
  process.exit(2)
}

try {
  const { databaseUrl, dataDir } = readConfig()
  if (databaseUrl) await restoreServer(databaseUrl, values.from)
  else {
    const options = { replace: values.replace, check: checkVersion }
    const { contents, before } = await restoreEmbedded(dataDir, values.from, options)
    console.log(`Restored from ${values.from}: ${summaryOf(contents)}.`)
    if (before) console.log(`The previous database is in ${before}. Delete it when you no longer need it.`)
  }
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function restoreServer(databaseUrl: string, file: string) {
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  try {
    await needEmpty(database.db)
    const options = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
    await runOnServer('pg_restore', [...options, file], databaseUrl)
    await checkVersion(database.db)
    console.log(`Restored from ${file}: ${summaryOf(await contentsOf(database.db))}.`)
  } finally {
    await database.close()
  }
}

async function checkVersion(db: Db) {
  const unknown = await listUnknown(db)
  if (unknown.length > 0)
    throw new SettingsError(
      `The backup is from a newer version of Plinth (with ${unknown.join(', ')}). Restore it with that version`,
    )
}
