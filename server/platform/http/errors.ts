import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { notFound, ShopError, unavailable } from '../../errors.ts'

const INTERNAL: ErrorBody = {
  message: 'Something went wrong on our side. Please try again.',
  code: 'internal',
}

/** What Fastify itself refuses before our code runs. */
const REFUSALS: Record<number, { code: ErrorCode; message: string }> = {
  400: { code: 'invalid_input', message: 'The request could not be read.' },
  413: { code: 'too_large', message: 'The request is too large.' },
  415: { code: 'unsupported_media_type', message: 'Please send JSON.' },
  429: { code: 'too_many_requests', message: 'Too many requests. Please wait a moment.' },
}

/** The only place that turns errors into answers. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler(async (error: FastifyError | ShopError, request, reply) => {
    const refusal = refusalOf(error, request)
    reply.code(refusal?.status ?? 500)
    if (refusal?.retryAfter) reply.header('retry-after', String(refusal.retryAfter))
    return reply.send(errorBodyOf(error, request))
  })
}

/** An error in the shape in which it leaves the server; what nobody foresaw goes to the log, and a fixed sentence out. */
export function errorBodyOf(error: FastifyError | ShopError | Error, request: FastifyRequest): ErrorBody {
  const refusal = refusalOf(error, request)
  if (!refusal) {
    request.log.error({ err: error }, 'request failed')
    return INTERNAL
  }
  if (refusal.status >= 500) request.log.warn({ err: error }, 'request could not be served')
  const { message, code, errors, facts } = refusal
  return { message, code, errors, ...facts }
}

/** Answer of unknown addresses under /api; never the HTML page. */
export async function unknownAddress(_request: FastifyRequest, _reply: FastifyReply) {
  throw notFound('There is nothing at this address.')
}

function refusalOf(error: FastifyError | ShopError | Error, request: FastifyRequest): ShopError | null {
  if (error instanceof ShopError) return error
  if (isDatabaseAway(error)) return unavailable(2)
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  const refusal = REFUSALS[status]
  if (!refusal) return null
  const { file } = request.routeOptions.config.endpoint ?? {}
  const message = status === 413 && file ? fileTooLarge(file.maxBytes) : refusal.message
  return new ShopError(status, refusal.code, message)
}

const fileTooLarge = (maxBytes: number) =>
  `This file is too large. At most ${Math.floor(maxBytes / 1024 / 1024)} MB can be sent.`

/** Connection errors of the PostgreSQL driver and the server's own 'shutting down' and 'too many connections'. */
function isDatabaseAway(error: { code?: string; message: string }): boolean {
  const codes = [
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    'EPIPE',
    '57P01',
    '57P02',
    '57P03',
    '53300',
    '08006',
  ]
  return (
    codes.includes(error.code ?? '') ||
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message)
  )
}
