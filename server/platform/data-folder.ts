import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SettingsError } from '../config.ts'

/** Files of the shop and the sandbox. A folder with one of them is a data folder, not /home or /var/lib. */
const OURS = /^(postgres|lock|secret-key|admin-password\.txt|images|sandbox\.sqlite)$/

/**
 * Creates the data folder, readable only by its owner. If others can read an existing folder, restricts it if it is
 * empty or a data folder.
 * @throws SettingsError if others can read it and its mode can't be changed
 */
export function makePrivateFolder(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Windows uses access control lists, which Node can neither read nor change.
  if (process.platform === 'win32' || (statSync(folder).mode & 0o077) === 0) return
  const entries = readdirSync(folder).filter((name) => name !== 'lost+found')
  if (entries.length > 0 && !entries.some((name) => OURS.test(name))) {
    throw new SettingsError(
      `DATA_DIR: '${folder}' is readable by other users and contains other files; set a folder for the shop alone, or run: chmod 700 '${folder}'`,
    )
  }
  try {
    chmodSync(folder, 0o700)
  } catch (cause) {
    throw new SettingsError(
      `DATA_DIR: '${folder}' is readable by other users and owned by another user; set a folder inside it, such as '${folder}/plinth'`,
      { cause },
    )
  }
}

/** Keeps references to the locks, because garbage collection would release them. */
const held = new Set<DatabaseSync>()

/**
 * Locks a data folder for this process. PGlite doesn't lock it, and two processes would lose data. An SQLite
 * transaction is a portable lock that the operating system releases when the process ends, even by kill -9.
 * @throws SettingsError if another process has locked the folder, or other users can read it
 */
export function lockFolder(folder: string): { release(): void } {
  makePrivateFolder(folder)
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (cause) {
    lock.close()
    throw new SettingsError(`DATA_DIR: '${folder}' is in use by another Plinth process`, { cause })
  }
  held.add(lock)
  return {
    release() {
      held.delete(lock)
      lock.close()
    },
  }
}
