import { randomBytes } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An id as Stripe's are: a prefix that tells the kind, then letters and digits. */
export function newId(prefix: string, length = 24): string {
  const drawn = Array.from(randomBytes(length), (byte) => letters[byte % letters.length])
  return prefix + drawn.join('')
}
