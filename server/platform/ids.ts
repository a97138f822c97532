import { createHash, randomBytes } from 'node:crypto'

/** 128 random bits in URL-safe characters. */
export function randomId(): string {
  return randomBytes(16).toString('base64url')
}

/** 256 random bits in URL-safe characters, for whatever opens a door. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url')
}

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** So many random characters of Crockford's base32, 5 bits each, for what people read aloud. */
export function randomReadable(length: number): string {
  return Array.from(randomBytes(length), (byte) => CROCKFORD[byte & 31]).join('')
}

export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

/** What is kept of a token: enough to know it again, too little to make it. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
