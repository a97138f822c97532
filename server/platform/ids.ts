import { createHash, randomBytes } from 'node:crypto'

const ID_BYTES = 16
let pool = Buffer.alloc(0)
let used = 0

/** 128 random bits in URL-safe characters; drawn many at a time, since each request needs them. */
export function randomId(): string {
  if (used >= pool.length) {
    pool = randomBytes(256 * ID_BYTES)
    used = 0
  }
  used += ID_BYTES
  return pool.toString('base64url', used - ID_BYTES, used)
}

/** 256 random bits in URL-safe characters, for whatever opens a door. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

/** So many random bytes, to be used once. */
export function randomNonce(bytes: number): Buffer {
  return randomBytes(bytes)
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** So many random characters of Crockford's base32, 5 bits each, for what people read aloud. */
export function randomReadable(length: number): string {
  return Array.from(randomBytes(length), (byte) => CROCKFORD[byte & 31]).join('')
}

/** Whether a text can be one of ours at all; asked before the database is. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** What is kept of a token: enough to know it again, too little to make it. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
