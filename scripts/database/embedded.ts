import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { Kysely } from 'kysely'
import { SettingsError } from '../../server/config.ts'
import { lockFolder } from '../../server/platform/data-folder.ts'
import type { Tables } from '../../server/platform/db/database.ts'
import { type Db, openInMemory } from '../../server/platform/db/database.ts'
import { openPglite } from '../../server/platform/db/pglite-client.ts'
import { pgliteDialect } from '../../server/platform/db/pglite-dialect.ts'
import { contentsOf, differences, type TableContents } from './contents.ts'

/** Returns the path of the embedded database in a data folder. */
const folderOf = (dataDir: string) => join(dataDir, 'postgres')

export function needEmbedded(dataDir: string) {
  if (!existsSync(join(folderOf(dataDir), 'PG_VERSION')))
    throw new SettingsError(`DATA_DIR: no embedded database in '${dataDir}'`)
}

/**
 * Writes the embedded database to a file while no other process can open it. Reads the file again and compares it table by
 * table. @throws SettingsError if there is no database, or a shop is using it
 */
export async function backUpEmbedded(dataDir: string, file: string): Promise<TableContents[]> {
  needEmbedded(dataDir)
  const lock = lockFolder(dataDir)
  try {
    const pglite = await openPglite(folderOf(dataDir))
    const db = handleOf(pglite)
    const contents = await contentsOf(db)
    const tar = await pglite.dump()
    await db.destroy()
    await writeWhole(file, await promisify(gzip)(tar, { level: 6 }))
    const written = await openInMemory(await unpacked(file))
    const broken = differences(contents, await contentsOf(written.db))
    await written.close()
    if (broken.length > 0) throw new Error(`Backup differs when read again: ${broken.join(', ')}`)
    return contents
  } finally {
    lock.release()
  }
}

/**
 * Replaces the embedded database with a backup. An existing one is kept next to it.
 * @returns its contents, and the path of the previous one
 * @throws SettingsError if one exists and must not be replaced, a shop is using it, or the file is not a backup
 */
export async function restoreEmbedded(
  dataDir: string,
  file: string,
  options: { replace: boolean; check(db: Db): Promise<void> },
): Promise<{ contents: TableContents[]; before: string | null }> {
  const folder = folderOf(dataDir)
  const tar = await unpacked(file)
  const lock = lockFolder(dataDir)
  try {
    const isThere = existsSync(folder)
    if (isThere && !options.replace)
      throw new SettingsError(
        `DATA_DIR: '${dataDir}' already has a database; with --replace, it is kept next to the new one`,
      )
    const made = `${folder}-restoring`
    await rm(made, { recursive: true, force: true })
    const contents = await unpackInto(made, tar, options.check).catch(async (error: unknown) => {
      await rm(made, { recursive: true, force: true })
      throw error
    })
    const before = isThere ? `${folder}-before-${stampOf(new Date())}` : null
    if (before) await rename(folder, before)
    await rename(made, folder)
    return { contents, before }
  } finally {
    lock.release()
  }
}

/** Returns a UTC time such as '2026-05-01-134502', for file names that sort by time. */
export function stampOf(time: Date): string {
  const [day = '', clock = ''] = time.toISOString().split('T')
  return `${day}-${clock.slice(0, 8).replaceAll(':', '')}`
}

async function unpackInto(folder: string, tar: Uint8Array, check: (db: Db) => Promise<void>) {
  const db = handleOf(await openPglite(folder, tar))
  try {
    await check(db)
    return await contentsOf(db)
  } finally {
    await db.destroy()
  }
}

const handleOf = (pglite: Awaited<ReturnType<typeof openPglite>>): Db =>
  new Kysely<Tables>({ dialect: pgliteDialect(pglite) })

async function unpacked(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new SettingsError(`'${file}' cannot be read (${cause.code})`, { cause })
  })
  try {
    return await promisify(gunzip)(bytes)
  } catch (cause) {
    throw new SettingsError(`'${file}' is not a backup of an embedded database`, { cause })
  }
}

/** Writes to a temporary name first, so a file with the final name is complete and on disk. */
async function writeWhole(file: string, bytes: Uint8Array) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const part = `${file}.part`
  const handle = await open(part, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(part, file)
}
