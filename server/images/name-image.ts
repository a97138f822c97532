import { createHash } from 'node:crypto'
import type { ImageName } from '#contract/images/api.ts'
import { measure } from './pixels.ts'

const HASH_DIGITS = 8

/** Returns the name of an image and its size in pixels. */
export async function nameImage(slug: string, bytes: Buffer) {
  const { color, width, height } = await measure(bytes)
  const name: ImageName = { slug, hash: contentHash(bytes), color }
  return { name, width, height }
}

/** Returns the part of a name that changes with the content: the first digits of its SHA-256, in hex. */
export function contentHash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS)
}
