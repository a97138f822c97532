import { promisify } from 'node:util'
import zlib from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Minimum size. Compressing anything smaller gains nothing. */
export const COMPRESSED_FROM_BYTES = 1024
/** A little larger than the best, in a fraction of the time. The router uses 4, because it compresses every response. */
const BROTLI_QUALITY = 5
const HEADERS_REMEMBERED = 100

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const brotliDecompress = promisify(zlib.brotliDecompress)
const gunzip = promisify(zlib.gunzip)

/** Compresses outside the event loop. */
export async function encode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzip(body)
  if (encoding === 'identity') return body
  return brotli(body, {
    params: {
      [zlib.constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

/** Decompresses outside the event loop. */
export async function decode(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body
  return encoding === 'gzip' ? gunzip(body) : brotliDecompress(body)
}

const remembered = new Map<string, Encoding>()

/** Returns the encoding with the smallest output that an Accept-Encoding header allows (RFC 9110). */
export function encodingFor(header: string | undefined): Encoding {
  if (header === undefined) return 'identity'
  const known = remembered.get(header)
  if (known) return known
  const encoding = choose(header)
  if (remembered.size < HEADERS_REMEMBERED) remembered.set(header, encoding)
  return encoding
}

function choose(header: string): Encoding {
  const weights = new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = parameters.find((text) => text.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
  const allows = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0
  return (['br', 'gzip'] as const).find(allows) ?? 'identity'
}
