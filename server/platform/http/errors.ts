import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { invalidInput, notFound, ShopError, unavailable } from '../../errors.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'

const INTERNAL: ErrorBody = {
  message: 'Something went wrong on our side. Please try again.',
  code: 'internal',
}

const NOT_FOUND = 'There is nothing at this URL.'

/** Errors of Fastify and its plugins that occur before our code runs. */
const REJECTIONS: Record<number, { code: ErrorCode; message: string }> = {
  400: { code: 'invalid_input', message: 'The request could not be read.' },
  // Files outside a served folder. The response doesn't reveal whether they exist.
  403: { code: 'not_found', message: NOT_FOUND },
  404: { code: 'not_found', message: NOT_FOUND },
  413: { code: 'too_large', message: 'The request is too large.' },
  415: { code: 'unsupported_media_type', message: 'Send the request as JSON.' },
  429: { code: 'too_many_requests', message: 'Too many requests. Please wait a moment.' },
}

/** Converts errors to responses. No other code does. */
export function sendErrors(app: FastifyInstance) {
  app.setErrorHandler(async (error: FastifyError | ShopError, request, reply) => {
    const { status, retryAfter, body } = errorAnswerOf(error, request)
    reply.code(status)
    // Without the header, caches may store a 404, and an error may concern only one user or be temporary.
    reply.header('cache-control', 'no-store')
    if (retryAfter) reply.header('retry-after', String(retryAfter))
    return reply.send(body)
  })
}

/** Returns an error's response. `retryAfter` is in seconds. */
export function errorAnswerOf(
  error: Error,
  request: FastifyRequest,
): { status: number; retryAfter?: number | undefined; body: ErrorBody } {
  const { status = 500, retryAfter } = rejectionOf(error, request) ?? {}
  return { status, retryAfter, body: errorBodyOf(error, request) }
}

/** Returns an error in the response's shape. Unexpected errors are logged and get a fixed message. */
export function errorBodyOf(error: FastifyError | ShopError | Error, request: FastifyRequest): ErrorBody {
  const rejection = rejectionOf(error, request)
  if (!rejection) {
    request.log.error({ err: error }, 'request failed')
    return INTERNAL
  }
  if (rejection.status >= 500) request.log.warn({ err: error }, 'request not served')
  const { message, code, errors, facts } = rejection
  return { message, code, errors, ...facts }
}

/** Response for unknown URLs under /api, which is never an HTML page. */
export async function unknownAddress(_request: FastifyRequest, _reply: FastifyReply) {
  throw notFound(NOT_FOUND)
}

function rejectionOf(error: FastifyError | ShopError | Error, request: FastifyRequest): ShopError | null {
  if (error instanceof ShopError) return error
  if (isDatabaseUnavailable(error)) return unavailable(2)
  if (isUnstorableText(error)) return invalidInput('This text contains a character that isn’t allowed.')
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  const rejection = REJECTIONS[status]
  if (!rejection) return null
  const { file } = request.routeOptions.config.endpoint ?? {}
  const message = status === 413 && file ? fileTooLarge(file.maxBytes) : rejection.message
  return new ShopError(rejection.code === 'not_found' ? 404 : status, rejection.code, message)
}

const fileTooLarge = (maxBytes: number) =>
  `This file is too large. At most ${Math.floor(maxBytes / 1024 / 1024)} MB can be sent.`

/** PostgreSQL rejected a NUL or a lone surrogate. It reports a surrogate inside JSON as invalid JSON. */
function isUnstorableText(error: { code?: string; detail?: string; message: string }): boolean {
  const { code = '', detail = '' } = error
  return ['22021', '22P05'].includes(code) || (code === '22P02' && detail.includes('surrogate'))
}

/** Our hooks don't run for malformed or unroutable requests, so these responses set all headers themselves. */
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'",
}

type Refusal = { status: number; code: ErrorCode; message: string }

const UNREADABLE: Refusal = {
  status: 400,
  code: 'invalid_input',
  message: 'The request could not be read.',
}
const BY_ERROR: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large', message: 'The headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'invalid_input', message: 'The request took too long.' },
  FST_ERR_MAX_PARAM_LENGTH: { status: 404, code: 'not_found', message: 'There is nothing at this URL.' },
}

/** Responds to URLs that the router can't parse, such as '/%zz'. */
export function rejectUnroutable(error: { code: string }, request: FastifyRequest, reply: FastifyReply) {
  const { status, ...body } = BY_ERROR[error.code] ?? UNREADABLE
  void reply
    .code(status)
    .headers({ ...HEADERS, 'x-request-id': request.id })
    .send(body satisfies ErrorBody)
}

/** Responds to malformed or slow HTTP and closes the connection. There is no request object, only the socket. */
export function rejectMalformedRequest(error: { code?: string; rawPacket?: unknown }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, ...body } = BY_ERROR[error.code ?? ''] ?? UNREADABLE
  const text = JSON.stringify(body satisfies ErrorBody)
  const headers = { ...HEADERS, 'content-length': Buffer.byteLength(text), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  // A response to a HEAD request has no body.
  const { rawPacket } = error
  const isHead = Buffer.isBuffer(rawPacket) && rawPacket.toString('latin1', 0, 5) === 'HEAD '
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n')
  socket.end(isHead ? head : head + text)
}
