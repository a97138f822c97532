import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SettingsError } from '../../config.ts'
import { makePrivateFolder } from '../private-folder.ts'

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
