import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

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
export function answerUnroutable(error: { code: string }, request: FastifyRequest, reply: FastifyReply) {
  const { status, ...body } = BY_ERROR[error.code] ?? UNREADABLE
  void reply
    .code(status)
    .headers({ ...HEADERS, 'x-request-id': request.id })
    .send(body satisfies ErrorBody)
}

/** Responds to malformed or too slow HTTP and closes the connection. There is no request object, only the socket. */
export function answerUnreadable(error: { code?: string; rawPacket?: unknown }, socket: Socket) {
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
