import { Secret, TOTP } from 'otpauth'
import { RECOVERY_CODES } from '#contract/accounts/passkey-rules.ts'
import { now } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { randomReadable, sha256 } from '../../platform/ids.ts'
import { DecryptionError, type SecretBox } from '../../platform/secret-box.ts'
import {
  consumePeriod,
  consumeRecoveryCode,
  findSecondFactor,
  listSecondFactors,
  replaceSecret,
  type SecondFactor,
} from './queries.ts'

/** RFC 6238 with the parameters that all apps support: six digits, SHA-1, and 30 seconds. */
const PERIOD_SECONDS = 30
/** Allowed clock drift, in periods. */
const WINDOW = 1
const CONTEXT = 'accounts.second-factor'

/** 120 random bits, so a plain hash is safe enough. */
const RECOVERY_LENGTH = 24

/** @param secret base32 */
export function totpOf(secret: string, { issuer, label }: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
}

/** Returns 160 random bits, as RFC 4226 recommends, in base32. */
export const newSecret = () => new Secret({ size: 20 }).base32

export const encryptSecret = (secrets: SecretBox, secret: string) => secrets.encrypt(secret, CONTEXT)

/**
 * Accepts an app code or a recovery code. Each works once.
 * @returns which kind it was, or null if it is wrong or used
 */
export async function consumeCode(
  db: Db,
  secrets: SecretBox,
  userId: number,
  code: string,
): Promise<'app' | 'recovery' | null> {
  const typed = code.replaceAll(/[\s-]/g, '')
  if (DIGITS.test(typed)) return (await consumeAppCode(db, secrets, userId, typed)) ? 'app' : null
  return (await consumeRecoveryCode(db, userId, hashOfRecoveryCode(typed))) ? 'recovery' : null
}

const DIGITS = /^\d{6}$/

/** @returns false if the code is wrong, or if a code for its period was already used */
export async function consumeAppCode(
  db: Db,
  secrets: SecretBox,
  userId: number,
  code: string,
): Promise<boolean> {
  // The library's comparison throws on multi-byte characters.
  if (!DIGITS.test(code)) return false
  const factor = await findSecondFactor(db, userId)
  const secret = factor && openOrNull(secrets, factor)
  if (!secret) return false
  const timestamp = now().getTime()
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp })
  if (delta === null) return false
  return consumePeriod(db, userId, Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta)
}

/** Returns new codes in plain text, to be shown once, and hashed, to be stored. */
export function newRecoveryCodes(): { shown: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => randomReadable(RECOVERY_LENGTH))
  return {
    shown: codes.map((code) => code.match(/.{6}/g)?.join('-') ?? code),
    hashes: codes.map(hashOfRecoveryCode),
  }
}

/** Re-encrypts secrets that use the shop's previous key, so that this key can be removed. Runs hourly. */
export async function reencryptSecrets(db: Db, secrets: SecretBox): Promise<void> {
  for (const factor of await listSecondFactors(db)) {
    const secret = secrets.isOutdated(factor.secret) ? openOrNull(secrets, factor) : null
    if (secret !== null) await replaceSecret(db, factor, encryptSecret(secrets, secret))
  }
}

/** Null if the key was removed. Then the user needs a recovery code or another admin. */
function openOrNull(secrets: SecretBox, { secret }: SecondFactor): string | null {
  try {
    return secrets.decrypt(secret, CONTEXT)
  } catch (error) {
    if (error instanceof DecryptionError) return null
    throw error
  }
}

/** Normalizes Crockford's base32 as people type it: O is 0, I and L are 1. */
function hashOfRecoveryCode(code: string): string {
  return sha256(`recovery ${code.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`)
}
