import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import type { ImageName } from '#contract/images/api.ts'

type FormatSettings = { contentType: string; options: object; encode(image: Sharp): Sharp }

const avif = { quality: 66, effort: 3 }
const webp = { quality: 80, effort: 4 }
const jpeg = { quality: 82, mozjpeg: true }

/** In the order in which we like to give them. */
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

/** The format that the Accept header likes best, by our order among equals; JPEG when it names none that we have. */
export function chooseFormat(accept = ''): Format {
  const weights = readWeights(accept)
  // A wildcard is no promise to read the newer formats: old browsers and programs send it.
  const anyImage = weights.get('image/*') ?? weights.get('*/*') ?? 0
  const weightOf = (format: Format) =>
    weights.get(FORMATS[format].contentType) ?? (format === 'jpeg' ? anyImage : 0)
  const [best = 'jpeg'] = formats.toSorted((one, other) => weightOf(other) - weightOf(one))
  return weightOf(best) > 0 ? best : 'jpeg'
}

/** Under this name a size is kept; it changes with the encoder's settings, so that nothing older is taken for it. */
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
