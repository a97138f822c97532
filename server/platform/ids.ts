import { randomBytes } from 'node:crypto'

/** 128 random bits in URL-safe characters. */
export function randomId(): string {
  return randomBytes(16).toString('base64url')
}
