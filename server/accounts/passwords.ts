import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../platform/concurrency.ts'
import { randomToken } from '../platform/ids.ts'

/** Algorithm 2 is Argon2id, with OWASP's minimum parameters: 19 MiB, two passes, one lane. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Two at a time leave CPU and libuv threads for other requests; beyond the queue, requests get a 503. */
const limited = limitConcurrency(2, 100)

/** @returns a hash with its salt and parameters @throws ShopError 503 if too many are being hashed */
export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(normalized(password), ARGON2ID))
}

/**
 * Does the same work if there is no user, or one without a password (`passwordHash` null).
 * @throws ShopError 503 if too many are being hashed
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const storedHash = passwordHash ?? (await dummyHash)
  return (await limited(() => verify(storedHash, normalized(password)))) && passwordHash !== null
}

const dummyHash = hash(randomToken(), ARGON2ID)

/** Keyboards differ in whether they compose the same characters. */
function normalized(password: string): string {
  return password.normalize('NFC')
}
