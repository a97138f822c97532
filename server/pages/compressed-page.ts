import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib, { constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { COMPRESSED_FROM_BYTES, encodingFor } from '../platform/http/encodings.ts'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** For the few pages that aren't cached: 8 % larger than with quality 4, in half of the time. */
const BROTLI_QUALITY = 3
/** 256 kB, which holds a page. Larger windows take time to prepare. */
const BROTLI_WINDOW_BITS = 18

/** Compresses a page in one piece, which takes a fraction of the time of a stream. Sets the headers that describe it. */
export async function compressedPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
): Promise<Buffer> {
  const body = Buffer.from(html)
  const etag = `W/"${hash('sha1', body, 'base64')}"`
  reply.header('etag', etag)
  const encoding = encodingFor(request.headers['accept-encoding'])
  // The browser's copy is current, so nothing is sent.
  const isKnown = request.headers['if-none-match'] === etag
  if (encoding === 'identity' || isKnown || body.length < COMPRESSED_FROM_BYTES) return body
  reply.header('content-encoding', encoding).header('vary', 'accept-encoding')
  if (encoding === 'gzip') return gzip(body)
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}
