import { parseArgs } from 'node:util'
import { readConfig, SettingsError } from '../server/config.ts'
import { withExisting } from './database/connection.ts'
import { summaryOf } from './database/contents.ts'
import { checkFile, readFile } from './database/file.ts'
import { loadDatabase } from './database/load.ts'
import { replaceEmbedded } from './database/replace.ts'

/**
 * `npm run restore -- --from FILE` restores a backup: into DATA_DIR, where `--replace` keeps the existing database next to
 * the new one, or into the empty database at DATABASE_URL.
 */
const { values } = parseArgs({
  options: { from: { type: 'string' }, replace: { type: 'boolean', default: false } },
})
const { from: file } = values
if (!file) {
  console.error('Missing --from. Usage: npm run restore -- --from FILE')
  process.exit(2)
}

try {
  const config = readConfig()
  await checkFile(file)
  const load = (url: string) => loadDatabase(url, readFile(file))
  const { result, before } = config.databaseUrl
    ? { result: await withExisting(config, load), before: null }
    : await replaceEmbedded(config.dataDir, values.replace, load)
  console.log(`Restored from ${file}: ${summaryOf(result)}.`)
  if (before) console.log(`The previous database is in ${before}. Delete it when you no longer need it.`)
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
