import { createHash, randomBytes } from 'node:crypto'

const ID_BYTES = 16
let pool = Buffer.alloc(0)
let used = 0

/** Returns 128 random bits in URL-safe characters. Generated in bulk, because each request needs them. */
export function randomId(): string {
  if (used >= pool.length) {
    pool = randomBytes(256 * ID_BYTES)
    used = 0
  }
  used += ID_BYTES
  return pool.toString('base64url', used - ID_BYTES, used)
}

/** Returns 256 random bits in URL-safe characters, for anything that grants access. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns random bytes. Each byte is used only once. */
export function randomNonce(bytes: number): Buffer {
  return randomBytes(bytes)
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns random characters of Crockford's base32, 5 bits each, for codes that are read aloud. */
export function randomReadable(length: number): string {
  return Array.from(randomBytes(length), (byte) => CROCKFORD[byte & 31]).join('')
}

/** Returns whether a string has a token's format, which is checked before the database is queried. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** Returns the hash of a token, to be stored. It identifies the token but doesn't reveal it. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
