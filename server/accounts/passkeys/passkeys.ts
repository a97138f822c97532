import { PASSKEYS_MAX, SAFETY_MESSAGES } from '#contract/accounts/passkey-rules.ts'
import type { NewCredential, Safety } from '#contract/accounts/passkeys.ts'
import { notFound, ShopError } from '../../errors.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { RequestUser } from '../../platform/http/guards.ts'
import { readSettings } from '../../settings/settings.ts'
import { countChange } from '../attempts.ts'
import { accountOf, confirmOwner, lockOwn } from '../confirm-owner.ts'
import { queueSecurityEmail } from '../emails.ts'
import { findGoogleLink } from '../google/queries.ts'
import { countRecoveryCodes, hasSecondFactor } from '../second-factor/queries.ts'
import { updatePasskeyUsed } from '../sessions/queries.ts'
import * as queries from './queries.ts'
import { openChallenge, takeChallenge } from './queries.ts'
import { checkNew, creationOptions, type RelyingParty } from './webauthn.ts'

/** Returns the account security settings of a user. */
export async function readSafety(db: Db, userId: number): Promise<Safety> {
  const { passwordHash } = await accountOf(db, userId)
  const isOn = await hasSecondFactor(db, userId)
  return {
    hasPassword: passwordHash !== null,
    passkeys: await queries.listPasskeys(db, userId),
    google: await findGoogleLink(db, userId),
    secondFactor: isOn ? { recoveryCodesLeft: await countRecoveryCodes(db, userId) } : null,
  }
}

/** @returns the options for the device, and a token for this browser's cookie @throws ShopError 400, 403, 409, 429 */
export async function beginPasskey(db: Db, party: RelyingParty, user: RequestUser, password?: string) {
  const account = await confirmOwner(db, user, password)
  const known = await queries.listCredentialIds(db, user.id)
  if (known.length >= PASSKEYS_MAX) throw tooMany()
  const { token, challenge } = await openChallenge(db, user.sessionId)
  const { shopName } = await readSettings(db)
  return { token, options: await creationOptions(party, shopName, account, { challenge, known }) }
}

/** @throws ShopError 400 if the device's response is invalid, 409 */
export async function addPasskey(
  db: Db,
  party: RelyingParty,
  user: RequestUser,
  { token, name, credential }: { token: string; name: string; credential: NewCredential },
): Promise<Safety> {
  await countChange(db, user.id)
  const challenge = await takeChallenge(db, token, user.sessionId)
  if (challenge === null) throw rejected(400)
  const checked = await checkNew(party, challenge, credential).catch((cause: unknown) => {
    throw rejected(400, cause)
  })
  await inTransaction(db, async (db) => {
    // A password reset may have revoked this session in the meantime, to prevent exactly this.
    const account = await lockOwn(db, user)
    if ((await queries.listCredentialIds(db, user.id)).length >= PASSKEYS_MAX) throw tooMany()
    if (!(await queries.insertPasskey(db, { userId: user.id, name, credential: checked }))) {
      throw new ShopError(409, 'conflict', SAFETY_MESSAGES.passkeyTaken)
    }
    await updatePasskeyUsed(db, user.sessionId)
    await queueSecurityEmail(db, account, { kind: 'passkey-added', name })
  })
  return readSafety(db, user.id)
}

/** @throws ShopError 404 */
export async function renamePasskey(db: Db, userId: number, id: number, name: string): Promise<Safety> {
  if (!(await queries.updatePasskeyName(db, userId, id, name))) throw notFound(SAFETY_MESSAGES.passkeyUnknown)
  return readSafety(db, userId)
}

/** @throws ShopError 400, 403, 404, 409 if no other sign-in method is left, 429 */
export async function removePasskey(
  db: Db,
  user: RequestUser,
  { id, password }: { id: number; password?: string | undefined },
): Promise<Safety> {
  await confirmOwner(db, user, password)
  await countChange(db, user.id)
  await inTransaction(db, async (db) => {
    const account = await lockOwn(db, user)
    const name = await queries.deletePasskey(db, user.id, id)
    if (name === null) throw notFound(SAFETY_MESSAGES.passkeyUnknown)
    const hasOther = account.passwordHash !== null || (await findGoogleLink(db, user.id)) !== null
    if (!hasOther && (await queries.listCredentialIds(db, user.id)).length === 0) {
      throw new ShopError(409, 'last_way_in', SAFETY_MESSAGES.lastWayIn)
    }
    await queueSecurityEmail(db, account, { kind: 'passkey-removed', name })
  })
  return readSafety(db, user.id)
}

/** One message for every failure; the log has the cause. */
export const rejected = (status: 400 | 401, cause?: unknown) =>
  new ShopError(status, 'passkey_refused', SAFETY_MESSAGES.passkeyRefused, { cause })

const tooMany = () => new ShopError(409, 'conflict', SAFETY_MESSAGES.tooManyPasskeys)
