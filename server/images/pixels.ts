import sharp, { type Sharp } from 'sharp'
import { FORMATS, type Format } from './formats.ts'

const MOST_PIXELS = 50_000_000
const MOST_SECONDS = 20

/** One image is one core's work: the burst limit counts images. */
sharp.concurrency(1)
sharp.cache(false)

/** @returns the image at this width, without metadata and turned the way the camera was held */
export async function resize(bytes: Buffer, width: number, format: Format): Promise<Buffer> {
  return FORMATS[format].encode(open(bytes).resize({ width })).toBuffer()
}

/** Size in pixels, and the mean colour as six hex digits. */
export async function measure(bytes: Buffer): Promise<{ width: number; height: number; color: string }> {
  const { autoOrient } = await open(bytes).metadata()
  const pixel = await open(bytes)
    .flatten({ background: 'white' })
    .resize(1, 1, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  return { ...autoOrient, color: pixel.toString('hex', 0, 3) }
}

function open(bytes: Buffer): Sharp {
  return sharp(bytes, {
    limitInputPixels: MOST_PIXELS,
    failOn: 'error',
    sequentialRead: true,
    autoOrient: true,
  }).timeout({ seconds: MOST_SECONDS })
}
