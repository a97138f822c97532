import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/http.ts'
import { inReadingTurn } from './fair-turns.ts'

export const FILE_TYPE = 'application/octet-stream'

/** Maximum size of a body, unless its endpoint has another one. */
export const BODY_MAX_BYTES = 16 * 1024
/** For long descriptions, settings, and lists. A body is read after its sender is known. */
const ADMIN_BODY_MAX_BYTES = 256 * 1024
/** A longer body is parsed and validated in its network's turn: it may have thousands of fields. */
const LONG_BYTES = 4 * 1024

export function bodyLimitOf({ access, file, maxBytes = file?.maxBytes }: Endpoint) {
  return { bodyLimit: maxBytes ?? (access === 'admin' ? ADMIN_BODY_MAX_BYTES : BODY_MAX_BYTES) }
}

/** Accepts JSON and raw files as bodies. Anything else gets a 415, including plain text, which Fastify would parse. */
export function acceptBodies(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    whenRead(request, () => parse(request, body, done)).catch(done)
  })
  app.addContentTypeParser(FILE_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Parses or validates a request's body, if it is long in the turn of its network. */
export async function whenRead<T>(request: FastifyRequest, read: () => T): Promise<T> {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
  const isShort = encoding === undefined && Number(length ?? 0) <= LONG_BYTES
  return isShort ? read() : inReadingTurn(request, read)
}
