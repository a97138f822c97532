import { readConfig, SettingsError } from '../server/config.ts'
import { jobHandlers } from '../server/jobs.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openQueue } from '../server/platform/jobs/queue.ts'
import { openLog } from '../server/platform/log.ts'
import { needEmpty, summaryOf } from './database/contents.ts'
import { copyDatabase } from './database/copy.ts'
import { needEmbedded } from './database/embedded.ts'

/**
 * `DATABASE_URL=postgres://… npm run move` copies everything from the embedded database in DATA_DIR to that server,
 * including pending jobs and emails, then compares both. The embedded database isn't changed.
 */
try {
  const { databaseUrl, dataDir } = readConfig()
  if (!databaseUrl) throw new SettingsError('DATABASE_URL: required. Set it to the empty database to move to')
  needEmbedded(dataDir)
  const to = await openDatabase({ databaseUrl, dataDir })
  try {
    await needEmpty(to.db)
    const from = await openDatabase({ databaseUrl: null, dataDir })
    try {
      for (const database of [from, to]) await makeTables(database)
      const contents = await copyDatabase(from.db, to.db)
      console.log(
        `Moved and verified: ${summaryOf(contents)}. Start the shop with this DATABASE_URL from now on.`,
      )
    } finally {
      await from.close()
    }
  } finally {
    await to.close()
  }
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** Creates the tables of the shop and its job queue in this version, but runs no job. */
async function makeTables({ db, engine }: Awaited<ReturnType<typeof openDatabase>>) {
  await migrate(db)
  const noShop = () => {
    throw new SettingsError('Jobs cannot run while a database is moved')
  }
  const queue = await openQueue(db, engine, jobHandlers(noShop), openLog('error'))
  await queue.stop()
}
