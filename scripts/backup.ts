import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig, SettingsError } from '../server/config.ts'
import { OF_ONE_SERVER, summaryOf } from './database/contents.ts'
import { backUpEmbedded, stampOf } from './database/embedded.ts'
import { runOnServer } from './database/server-programs.ts'

/**
 * `npm run backup -- --to FILE` writes the whole shop, including uploaded images, to a file that only its owner can read. An
 * embedded database is dumped while its shop is stopped, PostgreSQL at any time with pg_dump.
 */
const DUMP_OPTIONS = [
  '--format=custom',
  '--no-owner',
  '--no-privileges',
  `--exclude-table-data=${OF_ONE_SERVER}`,
]
const { values } = parseArgs({ options: { to: { type: 'string' } } })

try {
  const { databaseUrl, dataDir } = readConfig()
  const file = values.to ?? `backups/plinth-${stampOf(new Date())}.${databaseUrl ? 'dump' : 'tar.gz'}`
  if (databaseUrl) {
    await dumpServer(databaseUrl, file)
    console.log(`Backed up to ${file}.`)
  } else {
    const contents = await backUpEmbedded(dataDir, file)
    console.log(`Backed up to ${file}: ${summaryOf(contents)}, verified.`)
  }
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** Dumps to a temporary name first, so a file with the final name is always complete. */
async function dumpServer(databaseUrl: string, file: string) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  process.umask(0o077)
  const part = `${file}.part`
  try {
    await runOnServer('pg_dump', [...DUMP_OPTIONS, `--file=${part}`], databaseUrl)
    await rename(part, file)
  } finally {
    await rm(part, { force: true })
  }
}
