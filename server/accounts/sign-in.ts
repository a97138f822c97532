import type { Credentials, SignedIn } from '#contract/accounts/api.ts'
import { ACCOUNT_MESSAGES, ADMIN_PASSWORD_MIN } from '#contract/accounts/rules.ts'
import { ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { countConfirmation, countPassword } from './attempts.ts'
import { isPassword } from './passwords.ts'
import { type Account, findAccountByUsername, lockAccount } from './queries.ts'
import type { Origin } from './sessions/known-device.ts'
import { type Opened, openFor, signedInOrStep } from './sessions/sessions.ts'

/**
 * Signs in with a password. An unknown user and a wrong password take the same time and get the same response. Always
 * opens a new session and never reuses a token sent with the request.
 * @throws ShopError 401, with the step if a code is needed; 403 when blocked or for an admin's short password; 429
 */
export async function signIn(db: Db, { username, password }: Credentials, origin: Origin): Promise<SignedIn> {
  const account = await findAccountByUsername(db, username)
  const uncount = await countPassword(db, origin, username, account?.id ?? null)
  if (!(await isPassword(account?.passwordHash ?? null, password)) || !account) throw wrongCredentials()
  await uncount()
  if (account.role === 'admin' && password.length < ADMIN_PASSWORD_MIN) throw adminNeedsLongPassword()
  return signedInOrStep(await openChecked(db, account, origin))
}

/** Confirms a signed-in user by password. @throws ShopError 400, 429 */
export async function confirmPassword(
  db: Db,
  user: RequestUser,
  account: Account,
  { password, path }: { password: string; path: string },
) {
  if (account.passwordHash === null) throw noPassword(path)
  const uncount = await countConfirmation(db, user)
  if (!(await isPassword(account.passwordHash, password))) throw wrongPassword(path)
  await uncount()
}

/** Rejects the sign-in if the password changed while it was being checked. */
function openChecked(db: Db, checked: Account, { userAgent }: Origin): Promise<Opened> {
  return inTransaction(db, async (db) => {
    const account = await lockAccount(db, checked.id)
    if (!account || account.passwordHash !== checked.passwordHash) throw wrongCredentials()
    return openFor(db, account, userAgent, 'one-factor')
  })
}

const wrongCredentials = () => new ShopError(401, 'wrong_credentials', ACCOUNT_MESSAGES.wrongCredentials)

const adminNeedsLongPassword = () =>
  new ShopError(403, 'password_too_short', ACCOUNT_MESSAGES.adminNeedsLongPassword)

/** Error for users who have only ever signed in with Google. */
const noPassword = (path: string) =>
  new ShopError(400, 'no_password', ACCOUNT_MESSAGES.noPassword, {
    errors: [{ path, message: ACCOUNT_MESSAGES.noPassword }],
  })

export const wrongPassword = (path: string) =>
  new ShopError(400, 'wrong_password', ACCOUNT_MESSAGES.wrongPassword, {
    errors: [{ path, message: ACCOUNT_MESSAGES.wrongPassword }],
  })
