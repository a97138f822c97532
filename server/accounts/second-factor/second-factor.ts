import { SAFETY_MESSAGES } from '#contract/accounts/passkey-rules.ts'
import { UNDO_LINK_DAYS } from '#contract/accounts/rules.ts'
import { recordChange } from '../../audit/audit.ts'
import { notAllowed, notFound, ShopError } from '../../errors.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { RequestUser } from '../../platform/http/guards.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { readSettings } from '../../settings/settings.ts'
import { countSessionCode } from '../attempts.ts'
import { confirmOwner, lockOwn } from '../confirm-owner.ts'
import { queueSecurityEmail } from '../emails.ts'
import { type Account, findAccountByUsername, lockAccount, lockStaff } from '../queries.ts'
import { deleteSessionsOf } from '../sessions/queries.ts'
import { consumeAppCode, consumeCode, encryptSecret, newRecoveryCodes, newSecret, totpOf } from './codes.ts'
import * as queries from './queries.ts'

const DAY_MS = 86_400_000

/** @returns the secret for the app, in base32, and the URL of the QR code @throws ShopError 400, 403, 409, 429 */
export async function beginSecondFactor(db: Db, secrets: SecretBox, user: RequestUser, password?: string) {
  const { username } = await confirmOwner(db, user, password)
  const secret = newSecret()
  if (!(await queries.beginSecondFactor(db, user.id, encryptSecret(secrets, secret)))) {
    throw new ShopError(409, 'conflict', SAFETY_MESSAGES.factorOn)
  }
  const { shopName } = await readSettings(db)
  return { secret, address: totpOf(secret, { issuer: shopName, label: username }).toString() }
}

/**
 * Turns on two-factor authentication with a first code, which proves that the app has the secret. Revokes other
 * sessions, which have entered no code.
 * @returns the recovery codes; only their hashes are stored @throws ShopError 400, 409, 429
 */
export async function confirmSecondFactor(
  db: Db,
  secrets: SecretBox,
  user: RequestUser,
  code: string,
): Promise<string[]> {
  return withCodeCounted(await countSessionCode(db, user), async () =>
    inTransaction(db, async (db) => {
      const account = await lockOwn(db, user)
      const factor = await queries.findSecondFactor(db, user.id)
      if (!factor) throw new ShopError(409, 'conflict', SAFETY_MESSAGES.factorNotBegun)
      if (factor.isOn) throw new ShopError(409, 'conflict', SAFETY_MESSAGES.factorOn)
      if (!(await consumeAppCode(db, secrets, user.id, code.replaceAll(/\s/g, '')))) throw wrongCode(400)
      const { shown, hashes } = newRecoveryCodes()
      await queries.confirmSecondFactor(db, user.id)
      await queries.insertRecoveryCodes(db, user.id, hashes)
      await deleteSessionsOf(db, user.id, user.sessionId)
      await queueSecurityEmail(db, account, { kind: 'factor-on' })
      return shown
    }),
  )
}

/** @throws ShopError 400, 403, 409, 429 */
export async function endSecondFactor(
  db: Db,
  secrets: SecretBox,
  user: RequestUser,
  { password, code }: { password?: string | undefined; code: string },
): Promise<void> {
  await confirmOwner(db, user, password)
  await withCodeCounted(await countSessionCode(db, user), () =>
    inTransaction(db, async (db) => {
      const account = await lockOwn(db, user)
      if (!(await queries.hasSecondFactor(db, user.id))) throw isOff()
      if (!(await consumeCode(db, secrets, user.id, code))) throw wrongCode(400)
      await queries.deleteSecondFactor(db, user.id)
      await queueSecurityEmail(db, account, { kind: 'factor-off' })
    }),
  )
}

/**
 * Resets two-factor authentication for a user who has lost the app and the recovery codes. Admins can't reset their
 * own: turning it off requires a code, which someone with a stolen session doesn't have.
 * @throws ShopError 403 if the actor is no longer an owner, 404, 409
 */
export async function resetSecondFactor(db: Db, adminId: number, id: number): Promise<void> {
  if (adminId === id) throw new ShopError(409, 'conflict', SAFETY_MESSAGES.ownFactor)
  await inTransaction(db, async (db) => {
    if ((await lockStaff(db)).get(adminId) !== 'owner') throw notAllowed()
    const account = await lockAccount(db, id)
    if (!account) throw notFound('User not found')
    await removeFactor(db, account, adminId)
  })
}

/**
 * Resets it from the server's command line if there is no other admin. Recorded in the audit log under the user's own
 * name.
 * @throws ShopError 404 for an unknown username, 409
 */
export async function resetOnServer(db: Db, username: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const found = await findAccountByUsername(db, username)
    const account = found && (await lockAccount(db, found.id))
    if (!account) throw notFound('User not found')
    await removeFactor(db, account, account.id)
  })
}

/**
 * Removes an app that was set up in the week before a time, or since then, because a thief with the password could have
 * set it up. An older app stays required. Runs in the caller's transaction, which locks the account and ends its
 * sessions.
 */
export async function endRecentFactor(db: Db, account: Account, time: Date): Promise<boolean> {
  const since = new Date(time.getTime() - UNDO_LINK_DAYS * DAY_MS)
  if (!(await queries.deleteSecondFactor(db, account.id, since))) return false
  await recordReset(db, account.id, account.id)
  await queueSecurityEmail(db, account, { kind: 'factor-ended' })
  return true
}

/** Runs in a transaction that locks the account. @param actorId the actor in the audit log @throws ShopError 409 */
async function removeFactor(db: Db, account: Account, actorId: number): Promise<void> {
  if (!(await queries.deleteSecondFactor(db, account.id))) throw isOff()
  await deleteSessionsOf(db, account.id)
  await recordReset(db, account.id, actorId)
  await queueSecurityEmail(db, account, { kind: 'factor-reset' })
}

async function recordReset(db: Db, subjectId: number, actorId: number): Promise<void> {
  await recordChange(db, {
    actorId,
    action: 'user.second-factor-reset',
    subjectId,
    before: { hasSecondFactor: true },
    after: { hasSecondFactor: false },
  })
}

/** @param uncount removes an attempt that was counted outside the transaction, before the work */
export async function withCodeCounted<T>(uncount: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  const done = await work()
  await uncount()
  return done
}

export const wrongCode = (status: 400 | 401) =>
  new ShopError(status, 'wrong_code', SAFETY_MESSAGES.wrongCode, {
    errors: [{ path: 'code', message: SAFETY_MESSAGES.wrongCode }],
  })

const isOff = () => new ShopError(409, 'conflict', SAFETY_MESSAGES.factorOff)
