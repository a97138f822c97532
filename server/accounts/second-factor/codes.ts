import { Secret, TOTP } from 'otpauth'
import { RECOVERY_CODES } from '#contract/accounts/passkey-rules.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { randomReadable, sha256 } from '../../platform/ids.ts'
import { SealError, type SecretBox } from '../../platform/secret-box.ts'
import {
  findSecondFactor,
  listSecondFactors,
  replaceSecret,
  type SecondFactor,
  takePeriod,
  takeRecoveryCode,
} from './queries.ts'

/** RFC 6238 as every app knows it: six digits of SHA-1, half a minute each. */
const PERIOD_SECONDS = 30
/** A clock may be off by one period. */
const WINDOW = 1
const CONTEXT = 'accounts.second-factor'

/** 120 random bits, so that a plain hash of it tells nothing. */
const RECOVERY_LENGTH = 24

/** @param secret base32 */
export function totpOf(secret: string, { issuer, label }: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
}

/** 160 random bits, as RFC 4226 recommends, in base32. */
export const newSecret = () => new Secret({ size: 20 }).base32

export const sealFactor = (secrets: SecretBox, secret: string) => secrets.seal(secret, CONTEXT)

/** Takes a code of the app or a recovery code, which works once. @returns which it was; null for a wrong or used one */
export async function takeCode(
  db: Db,
  secrets: SecretBox,
  userId: number,
  code: string,
): Promise<'app' | 'recovery' | null> {
  const typed = code.replaceAll(/[\s-]/g, '')
  if (DIGITS.test(typed)) return (await takeAppCode(db, secrets, userId, typed)) ? 'app' : null
  return (await takeRecoveryCode(db, userId, hashOfRecoveryCode(typed))) ? 'recovery' : null
}

const DIGITS = /^\d{6}$/

/** @returns false for a code that is wrong, or of a period of which one was taken already */
export async function takeAppCode(
  db: Db,
  secrets: SecretBox,
  userId: number,
  code: string,
): Promise<boolean> {
  // Letters that take more than a byte break the comparison off.
  if (!DIGITS.test(code)) return false
  const factor = await findSecondFactor(db, userId)
  const secret = factor && openOrNull(secrets, factor)
  if (!secret) return false
  const timestamp = now().getTime()
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp })
  if (delta === null) return false
  return takePeriod(db, userId, Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta)
}

/** As they are shown, once, and as they are kept. */
export function newRecoveryCodes(): { shown: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomReadable(RECOVERY_LENGTH))
  return {
    shown: codes.map((code) => code.match(/.{6}/g)?.join('-') ?? code),
    hashes: codes.map(hashOfRecoveryCode),
  }
}

/** Every hour: what the shop's last key has sealed is sealed anew, so that this key can go. */
export async function sealFactorsAnew(db: Db, secrets: SecretBox): Promise<void> {
  for (const factor of await listSecondFactors(db)) {
    const secret = secrets.isOutdated(factor.secret) ? openOrNull(secrets, factor) : null
    if (secret !== null) await replaceSecret(db, factor, sealFactor(secrets, secret))
  }
}

/** Null when its key is gone: then a recovery code, or another admin, helps. */
function openOrNull(secrets: SecretBox, { secret }: SecondFactor): string | null {
  try {
    return secrets.open(secret, CONTEXT)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

/** Crockford's base32 is read as people type it: O is 0, I and L are 1. */
function hashOfRecoveryCode(code: string): string {
  return sha256(`recovery ${code.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`)
}
