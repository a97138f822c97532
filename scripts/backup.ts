import { parseArgs } from 'node:util'
import { readConfig, SettingsError } from '../server/config.ts'
import { openExisting, withConnection } from './database/connection.ts'
import { summaryOf } from './database/contents.ts'
import { dumpDatabase } from './database/dump.ts'
import { checkFile, writeFile } from './database/file.ts'
import { stampOf } from './database/replace.ts'

/**
 * `npm run backup -- --to FILE` writes the whole shop, including uploaded images, to a file that only its owner can read. The
 * shop may keep running. Reads the file again and counts its rows.
 */
const { values } = parseArgs({ options: { to: { type: 'string' } } })

try {
  const file = values.to ?? `backups/plinth-${stampOf(new Date())}.gz`
  const { url, close } = await openExisting(readConfig(), true)
  try {
    await dumpDatabase(url, (_header, lines) => writeFile(file, lines))
    const { tables } = await checkFile(file)
    // The list for going live shows whether there is a recent backup.
    await withConnection(url, (db) => db.insertInto('backups').defaultValues().execute())
    console.log(`Backed up to ${file}: ${summaryOf(tables)}, verified.`)
  } finally {
    await close()
  }
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
