import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, SettingsError } from '../config.ts'
import { makePrivateFolder } from '../platform/data-folder.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { randomId } from '../platform/ids.ts'
import { hashPassword } from './passwords.ts'
import { hasAdmin, insertAccount, waitForFirstAdmin } from './queries.ts'
import { takenError } from './register.ts'

/** A new admin with a generated password. */
export type FirstAdmin = { username: string; password: string; file: string }

const USERNAME = 'admin'
/** Can't receive email, so no stranger can verify it. The admin replaces it in the profile. */
const EMAIL = 'admin@plinth.example'
const FILE = 'admin-password.txt'

/**
 * Creates the first admin if the shop has none. Nodes that start at the same time create only one.
 * @returns the admin if the password was generated and must be shown, otherwise null
 * @throws SettingsError if another user has that username or email address
 */
export async function createFirstAdmin(db: Db, config: Config): Promise<FirstAdmin | null> {
  if (await hasAdmin(db)) return null
  const { username, password } = config.admin ?? { username: USERNAME, password: randomId() }
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (db) => {
    await waitForFirstAdmin(db)
    if (await hasAdmin(db)) return null
    await insertAccount(db, {
      username,
      email: config.admin?.email ?? EMAIL,
      isVerified: true,
      fullName: null,
      staffRole: 'owner',
      passwordHash,
      mustChangePassword: !config.admin,
    }).catch(nameSetting)
    if (config.admin) return null
    // Written before the commit: an admin whose password was lost in a crash could never sign in.
    return { username, password, file: await savePassword(config.dataDir, password) }
  })
}

/** Prints the password itself only on a terminal, because logs have more readers. */
export function firstAdminLine({ username, password, file }: FirstAdmin, isTerminal: boolean): string {
  const where = isTerminal ? `password ${password} (shown once, saved to ${file})` : `password in ${file}`
  return `  Admin      ${username}, ${where}`
}

/** @returns the path of the file, which only its owner can read */
async function savePassword(dataDir: string, password: string): Promise<string> {
  makePrivateFolder(dataDir)
  const file = join(dataDir, FILE)
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  await chmod(file, 0o600)
  return file
}

function nameSetting(error: unknown): never {
  const taken = takenError(error)
  if (!taken) throw error
  const setting = taken.code === 'email_taken' ? 'ADMIN_EMAIL' : 'ADMIN_USERNAME'
  throw new SettingsError(`${setting}: already used by another account`, { cause: error })
}
