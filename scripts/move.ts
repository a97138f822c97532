import { Readable } from 'node:stream'
import { readConfig, SettingsError } from '../server/config.ts'
import { withExisting } from './database/connection.ts'
import { summaryOf } from './database/contents.ts'
import { dumpDatabase } from './database/dump.ts'
import { loadDatabase } from './database/load.ts'

/**
 * `DATABASE_URL=postgres://… npm run move` copies everything from the embedded database in DATA_DIR to that server,
 * including pending jobs and emails, then compares both. It is a backup that is restored without a file. The embedded
 * database isn't changed.
 */
try {
  const config = readConfig()
  if (!config.databaseUrl)
    throw new SettingsError('DATABASE_URL: required. Set it to the empty database to move to')
  const embedded = { databaseUrl: null, databaseDirectUrl: null, dataDir: config.dataDir }
  const contents = await withExisting(embedded, (from) =>
    withExisting(config, (to) =>
      dumpDatabase(from, (_header, lines) => loadDatabase(to, Readable.from(lines, { objectMode: false }))),
    ),
  )
  console.log(
    `Moved and verified: ${summaryOf(contents)}. Start the shop with this DATABASE_URL from now on.`,
  )
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
