import type { Credentials, SignedIn } from '#contract/accounts/api.ts'
import { ACCOUNT_MESSAGES, ADMIN_PASSWORD_MIN } from '#contract/accounts/rules.ts'
import { ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { RequestUser } from '../platform/http/guards.ts'
import { countConfirmation, countPassword } from './attempts.ts'
import { isPassword } from './passwords.ts'
import { type Account, findAccountByUsername, lockAccount } from './queries.ts'
import type { Origin } from './sessions/known-device.ts'
import { type Opened, openFor, signedInOrStep } from './sessions/open-sign-in.ts'

/**
 * An unknown user and a wrong password cost the same work and get the same answer. Always opens a new session: a token
 * that came with the request is never taken over.
 * @throws ShopError 401, also with the step where a code is needed, 403 when blocked or when an admin's password is too short, 429
 */
export async function signIn(db: Db, { username, password }: Credentials, origin: Origin): Promise<SignedIn> {
  const account = await findAccountByUsername(db, username)
  const giveBack = await countPassword(db, origin, username, account?.id ?? null)
  if (!(await isPassword(account?.passwordHash ?? null, password)) || !account) throw wrongCredentials()
  await giveBack()
  if (account.role === 'admin' && password.length < ADMIN_PASSWORD_MIN) throw adminNeedsLongPassword()
  return signedInOrStep(await openChecked(db, account, origin))
}

/** Confirms by their password who is signed in. @throws ShopError 400, 429 */
export async function confirmPassword(
  db: Db,
  user: RequestUser,
  account: Account,
  { password, path }: { password: string; path: string },
) {
  if (account.passwordHash === null) throw noPassword(path)
  const giveBack = await countConfirmation(db, user)
  if (!(await isPassword(account.passwordHash, password))) throw wrongPassword(path)
  await giveBack()
}

/** A password that was changed while this one was being checked must not open a session any more. */
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

/** Whoever has only ever signed in with Google. */
const noPassword = (path: string) =>
  new ShopError(400, 'no_password', ACCOUNT_MESSAGES.noPassword, {
    errors: [{ path, message: ACCOUNT_MESSAGES.noPassword }],
  })

export const wrongPassword = (path: string) =>
  new ShopError(400, 'wrong_password', ACCOUNT_MESSAGES.wrongPassword, {
    errors: [{ path, message: ACCOUNT_MESSAGES.wrongPassword }],
  })
