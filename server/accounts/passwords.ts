import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../platform/concurrency.ts'
import { randomNonce } from '../platform/ids.ts'

type HashingCost = { memoryCost: number; timeCost: number }

/** OWASP's minimum for Argon2id: 19 MiB, two passes. */
let cost: HashingCost = { memoryCost: 19_456, timeCost: 2 }

/** For tests: sets the cost of hashing, because the real cost takes most of the time of a sign-in. */
export function setHashingCost(changed: HashingCost) {
  cost = changed
  dummyHash = newDummyHash()
}

/** Hashing two at a time leaves CPU and libuv threads for other requests. Requests beyond the queue get a 503. */
const limited = limitConcurrency(2, 100)

/** @returns a hash with its salt and parameters @throws ShopError 503 if too many are being hashed */
export function hashPassword(password: string): Promise<string> {
  return limited(() => newHash(normalized(password)))
}

/**
 * Takes the same time if there is no user, or a user without a password (`passwordHash` null).
 * @throws ShopError 503 if too many are being hashed
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const storedHash = passwordHash ?? dummyHash
  return (await limited(() => verify(storedHash, normalized(password)))) && passwordHash !== null
}

let dummyHash = newDummyHash()

/** Returns what looks like a hash, which takes as long to check as a real one, and needs no hashing at the start. */
function newDummyHash(): string {
  const [salt, digest] = [16, 32].map((length) => randomNonce(length).toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$${salt}$${digest}`
}

/** Algorithm 2 is Argon2id. */
function newHash(password: string): Promise<string> {
  return hash(password, { algorithm: 2, parallelism: 1, ...cost })
}

/** Some keyboards compose the same characters differently. */
function normalized(password: string): string {
  return password.normalize('NFC')
}
