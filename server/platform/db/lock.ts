import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SettingsError } from '../../config.ts'
import { makePrivateFolder } from '../private-folder.ts'

/** A lock that nobody refers to would be collected, and with it the hold on the folder. */
const held = new Set<DatabaseSync>()

/**
 * Holds a data folder for this process alone; PGlite itself takes no lock and two processes would lose data.
 * An SQLite transaction is the portable way to a lock that the operating system drops with the process, kill -9 included.
 * @throws SettingsError when another process holds the folder, or other users can read it
 */
export function lockFolder(folder: string): { release(): void } {
  makePrivateFolder(folder)
  const lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (cause) {
    lock.close()
    throw new SettingsError(`DATA_DIR: another Plinth is running on the folder '${folder}'`, { cause })
  }
  held.add(lock)
  return {
    release() {
      held.delete(lock)
      lock.close()
    },
  }
}
