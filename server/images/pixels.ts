import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import type { ImageName } from '#contract/images/api.ts'
import { UPLOAD_MAX_PIXELS } from '#contract/images/uploads.ts'
import { FORMATS, type Format } from './formats.ts'

const MAX_SECONDS = 20

export type ImageKind = 'jpeg' | 'png' | 'webp' | 'avif'

/**
 * Returns the kind of a file by its content, or null if it isn't a readable image.
 * @throws Error if it has too many pixels
 */
export async function kindOf(bytes: Buffer): Promise<ImageKind | null> {
  try {
    const { format, compression } = await (await open(bytes)).metadata()
    if (format === 'heif') return compression === 'av1' ? 'avif' : null
    return format as ImageKind
  } catch (error) {
    if (isPixelLimit(error)) throw error
    return null
  }
}

/** Returns whether an image was rejected for its number of pixels, which is independent of its size in bytes. */
export function isPixelLimit(error: unknown): boolean {
  return error instanceof Error && error.message.includes('exceeds pixel limit')
}

/** @returns the image at this width, upright and without metadata */
export async function resize(bytes: Buffer, width: number, format: Format): Promise<Buffer> {
  const image = await open(bytes)
  return FORMATS[format].encode(image.resize({ width })).toBuffer()
}

/**
 * Returns the whole image in a square, as PNG.
 * @param size in pixels
 * @param share of the square that the image fills, from 0 to 1
 * @param background of the square, such as '#faf8f4', or null for none
 */
export async function squareIcon(
  bytes: Buffer,
  size: number,
  share: number,
  background: string | null,
): Promise<Buffer> {
  const inner = Math.round(size * share)
  const border = Math.floor((size - inner) / 2)
  // The border is added after the image is made opaque.
  const fill = background ?? { r: 0, g: 0, b: 0, alpha: 0 }
  const square = (await open(bytes)).resize(inner, inner, { fit: 'contain', background: fill }).extend({
    top: border,
    left: border,
    bottom: size - inner - border,
    right: size - inner - border,
    background: fill,
  })
  return (background === null ? square : square.flatten({ background })).png().toBuffer()
}

/** Returns the size in pixels, and the mean color as six hex digits. */
export async function measure(bytes: Buffer): Promise<{ width: number; height: number; color: string }> {
  const { autoOrient } = await (await open(bytes)).metadata()
  const image = await open(bytes)
  const pixel = await image
    .flatten({ background: 'white' })
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  return { ...autoOrient, color: pixel.toString('hex', 0, 3) }
}

async function open(bytes: Buffer): Promise<Sharp> {
  library ??= loadLibrary()
  const sharp = await library
  return sharp(bytes, {
    limitInputPixels: UPLOAD_MAX_PIXELS,
    failOn: 'error',
    sequentialRead: true,
    autoOrient: true,
  }).timeout({ seconds: MAX_SECONDS })
}

/** Loaded on first use, because it takes memory that a shop with prepared images doesn't need. */
let library: ReturnType<typeof loadLibrary> | undefined

async function loadLibrary() {
  const { default: sharp } = await import('sharp')
  // One thread per image, so the concurrency limit counts cores.
  sharp.concurrency(1)
  sharp.cache(false)
  // Allows only common photo formats, so a file can't select a rarer decoder, or one for markup.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'],
  })
  return sharp
}

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
