import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { SettingsError } from '../config.ts'

/** Files of the shop and the sandbox. A folder with one of them is a data folder, not /home or /var/lib. */
const OURS = /^(database|database-folder|secret-key|admin-password\.txt|images|sandbox\.sqlite)$/

/**
 * Other users' rights to read, and for all but one group to pass through: the group of the embedded database's user, if the
 * shop runs as root.
 */
const READABLE = 0o067

/**
 * Creates the data folder, readable only by its owner. If others can read an existing folder, restricts it if it is
 * empty or a data folder.
 * @throws SettingsError if others can read it and its mode can't be changed
 */
export function makePrivateFolder(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Windows uses access control lists, which Node can neither read nor change.
  if (process.platform === 'win32' || (statSync(folder).mode & READABLE) === 0) return
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
