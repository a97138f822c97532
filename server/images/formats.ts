import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import type { ImageName } from '#contract/images/api.ts'

type FormatSettings = { contentType: string; options: object; encode(image: Sharp): Sharp }

const avif = { quality: 66, effort: 3 }
const webp = { quality: 80, effort: 4 }
const jpeg = { quality: 82, mozjpeg: true }

/** In order of preference. */
export const FORMATS = {
  avif: { contentType: 'image/avif', options: avif, encode: (image) => image.avif(avif) },
  webp: { contentType: 'image/webp', options: webp, encode: (image) => image.webp(webp) },
  jpeg: {
    contentType: 'image/jpeg',
    options: jpeg,
    encode: (image) => image.flatten({ background: 'white' }).jpeg(jpeg),
  },
} satisfies Record<string, FormatSettings>
export type Format = keyof typeof FORMATS
export const formats = Object.keys(FORMATS) as Format[]

/** Returns the format that the Accept header prefers (our order breaks ties), or JPEG if it lists none of ours. */
export function chooseFormat(accept = ''): Format {
  const weights = readWeights(accept)
  // A wildcard doesn't imply support for newer formats, because old browsers and other clients send it.
  const anyImage = weights.get('image/*') ?? weights.get('*/*') ?? 0
  const weightOf = (format: Format) =>
    weights.get(FORMATS[format].contentType) ?? (format === 'jpeg' ? anyImage : 0)
  const [best = 'jpeg'] = formats.toSorted((one, other) => weightOf(other) - weightOf(one))
  return weightOf(best) > 0 ? best : 'jpeg'
}

/** Returns the cache key of a size. It changes with the encoder's settings, so outdated files aren't used. */
export function sizeFile({ slug, hash }: ImageName, width: number, format: Format): string {
  return `${slug}.${hash}.${width}.${fingerprints[format]}.${format}`
}

const fingerprints = Object.fromEntries(
  formats.map((format) => {
    const settings = JSON.stringify(FORMATS[format].options)
    return [format, createHash('sha256').update(settings).digest('hex').slice(0, 6)]
  }),
) as Record<Format, string>

function readWeights(accept: string): Map<string, number> {
  return new Map(
    accept.split(',').map((part) => {
      const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
      return [type, weight === undefined ? 1 : Number(weight) || 0]
    }),
  )
}
