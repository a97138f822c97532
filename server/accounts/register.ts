import type { Registration, SignedIn } from '#contract/accounts/api.ts'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { countAttempt } from '../platform/http/limits.ts'
import { LIMITS } from './attempts.ts'
import { requestLink } from './mailed-links/mailed-links.ts'
import { hashPassword } from './passwords.ts'
import { insertAccount, type NewAccount } from './queries.ts'
import type { Origin } from './sessions/known-device.ts'
import { openSession } from './sessions/sessions.ts'

/** @throws ShopError 409 if the username or email address is taken, 429 */
export async function register(db: Db, registration: Registration, origin: Origin): Promise<SignedIn> {
  await countAttempt(db, LIMITS.registerByAddress, origin.address)
  const { username, email, fullName = null, password } = registration
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (db) => {
    const user = await addAccount(db, {
      username,
      email,
      isVerified: false,
      fullName,
      passwordHash,
    })
    await requestLink(db, { purpose: 'verify', userId: user.id })
    return { token: await openSession(db, user.id, origin.userAgent), user }
  })
}

/** @throws ShopError 409 if the username or email address is taken, which aborts the caller's transaction */
async function addAccount(db: Db, account: NewAccount) {
  try {
    return await insertAccount(db, account)
  } catch (error) {
    throw takenError(error) ?? error
  }
}

/** Returns the error for a taken username or email address, or null for any other database error. */
export function takenError(error: unknown): ShopError | null {
  const constraint = (error as { constraint?: string }).constraint ?? ''
  const taken: Record<string, ShopError> = {
    users_username_key: conflictOf('username_taken', 'username', ACCOUNT_MESSAGES.usernameTaken),
    users_email_key: conflictOf('email_taken', 'email', ACCOUNT_MESSAGES.emailTaken),
  }
  return taken[constraint] ?? null
}

function conflictOf(code: ErrorCode, path: string, message: string) {
  return new ShopError(409, code, message, { errors: [{ path, message }] })
}
