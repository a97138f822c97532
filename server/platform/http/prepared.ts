import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { COMPRESSED_FROM_BYTES, type Encoding, encode, encodingFor } from './encodings.ts'

/** A response that stays the same while the shop runs. It is hashed once, and compressed once in each encoding. */
export type Prepared = {
  status: number
  headers: Record<string, string>
  etag: string
  bodyIn(encoding: Encoding): Promise<Buffer>
}

export function prepare(body: Buffer, headers: Record<string, string>, status = 200): Prepared {
  const bodies = new Map<Encoding, Promise<Buffer>>()
  return {
    status,
    headers,
    etag: `W/"${hash('sha1', body, 'base64')}"`,
    bodyIn(encoding) {
      const isShort = body.length < COMPRESSED_FROM_BYTES
      const encoded = bodies.get(encoding) ?? (isShort ? Promise.resolve(body) : encode(body, encoding))
      bodies.set(encoding, encoded)
      return encoded
    },
  }
}

/** Sends a prepared response. Clients may keep it, and ask whether it is still current. */
export async function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, etag, bodyIn }: Prepared,
): Promise<Buffer> {
  reply.code(status).headers(headers).header('etag', etag)
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding')
  const encoding = encodingFor(request.headers['accept-encoding'])
  const [plain, body] = [await bodyIn('identity'), await bodyIn(encoding)]
  if (body !== plain) reply.header('content-encoding', encoding)
  return body
}
