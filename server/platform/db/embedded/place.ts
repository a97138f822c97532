import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SettingsError } from '../../../config.ts'
import { makePrivateFolder } from '../../data-folder.ts'
import { isAlive } from './postmaster.ts'
import { areComplete, copyPrograms, MAJOR_VERSION, packagedPrograms } from './programs.ts'
import { canReach, databaseUser, giveTo, letThrough, type User } from './user.ts'

/** Where the database of a data folder lies, and who runs it. */
export type Place = {
  dataDir: string
  /** The folder with `data`: DATA_DIR, or another one if the database's user can't reach that. */
  home: string
  /** PostgreSQL's data folder. It doesn't exist before the first start. */
  data: string
  /** The folder with PostgreSQL's programs. */
  bin: string
  user: User
}

const DATA = 'database'
/** Names the home in DATA_DIR if it is elsewhere. */
const ELSEWHERE = 'database-folder'
const SYSTEM_FOLDER = '/var/lib/plinth'

/** The last commit with the previous embedded database. */
const LAST_BEFORE = 'd0a63d91'

/**
 * Finds the place of a data folder's database, and creates its folders.
 * @param name folder of the data, other than in tests and while a backup is restored always DATA
 * @throws SettingsError with one line that describes what to do
 */
export async function findPlace(dataDir: string, name = DATA): Promise<Place> {
  makePrivateFolder(dataDir)
  refuseEarlier(dataDir)
  const packaged = packagedPrograms()
  const known = namedHome(dataDir)
  const user = await databaseUser([join(known ?? dataDir, name), dataDir])
  if (!known) await letThrough(user, dataDir)
  const home = known ?? (await reachableHome(dataDir, user))
  const data = join(home, name)
  await checkData(data, user)
  const bin = await reachablePrograms(packaged, home, user)
  await removeUnfinished(home)
  return { dataDir, home, data, bin, user }
}

/** Returns whether a data folder has a database. */
export function hasData(dataDir: string): boolean {
  return existsSync(join(namedHome(dataDir) ?? dataDir, DATA))
}

function refuseEarlier(dataDir: string) {
  if (!existsSync(join(dataDir, 'postgres/PG_VERSION'))) return
  throw new SettingsError(
    `DATA_DIR: '${dataDir}' has the embedded database of an earlier version of Plinth, which is unchanged. Open it with commit ${LAST_BEFORE}, export the products as CSV, and import them into a shop with a new DATA_DIR`,
  )
}

function namedHome(dataDir: string): string | null {
  const file = join(dataDir, ELSEWHERE)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

async function reachableHome(dataDir: string, user: User): Promise<string> {
  const folder = resolve(dataDir)
  if (await canReach(user, [folder])) return folder
  const home = join(
    SYSTEM_FOLDER,
    createHash('sha256')
      .update(await realpath(folder))
      .digest('hex')
      .slice(0, 16),
  )
  try {
    await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
    await mkdir(home, { recursive: true, mode: 0o700 })
    await letThrough(user, home)
  } catch (cause) {
    throw new SettingsError(unreachable(dataDir, user, `'${home}' can't be created`), { cause })
  }
  if (!(await canReach(user, [home]))) throw new SettingsError(unreachable(dataDir, user, `nor '${home}'`))
  await writeFile(join(dataDir, ELSEWHERE), `${home}\n`, { mode: 0o600 })
  return home
}

function unreachable(dataDir: string, user: User, more: string) {
  return `DATA_DIR: the user who runs the database (ID ${user?.uid}) can't reach '${dataDir}', and ${more}. Set DATA_DIR to a folder that every user may pass through, or start the shop as an ordinary user`
}

/** Checks the owner and the version of existing data. Copies that root made belong to root. */
async function checkData(data: string, user: User) {
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new SettingsError(foreign(data), { cause: error })
  })
  if (version === null) return
  if (version.trim() !== MAJOR_VERSION) {
    throw new SettingsError(
      `DATA_DIR: '${data}' was made by PostgreSQL ${version.trim()}, and this version of Plinth runs ${MAJOR_VERSION}. Back it up with the version of Plinth that made it, and restore the backup with this one`,
    )
  }
  const { uid } = await stat(data)
  if (user && uid === 0) await giveTo(user, data)
  else if (!user && process.getuid && uid !== process.getuid()) throw new SettingsError(foreign(data))
  // PostgreSQL rejects a copy that other users can read.
  await chmod(data, 0o700)
}

function foreign(data: string) {
  return `DATA_DIR: '${data}' belongs to another user. Start the shop as that user, or run: chown -R ${process.getuid?.()} '${data}'`
}

async function reachablePrograms(packaged: string, home: string, user: User): Promise<string> {
  const isUsable =
    process.platform === 'win32' ||
    ((await areComplete(packaged)) &&
      (await canReach(user, [join(packaged, 'initdb'), join(packaged, 'postgres')])))
  return isUsable ? packaged : copyPrograms(packaged, home)
}

/** Removes what a process that was killed during its first start has left. */
async function removeUnfinished(home: string) {
  for (const entry of await readdir(home)) {
    const pid = Number(/^database-new-(\d+)$/.exec(entry)?.[1] ?? 0)
    if (pid > 0 && (pid === process.pid || !isAlive(pid)))
      // The killed start's initdb may still be writing for a moment.
      await rm(join(home, entry), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
