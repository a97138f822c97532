import { type DestinationStream, type Logger, pino } from 'pino'
import { traceOfLine } from './trace.ts'

const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  // The details of some database errors quote a whole row, including hashes.
  'err.detail',
]

/**
 * Opens the shop's log, with one JSON object per line.
 * @param stream replaces standard output in tests
 */
export function openLog(level: string, stream?: DestinationStream): Logger {
  // Buffers lines for at most 100 ms. The rest is written when the process ends. Each write costs as much as several lines.
  const output =
    stream ??
    pino.destination({ dest: 1, sync: false, minLength: 32_768, maxWrite: 65_536, periodicFlush: 100 })
  return pino({ level, redact: SECRETS, mixin: traceOfLine, serializers: { req: requestAsLogged } }, output)
}

/** Returns a log for lines of requests that have none of the SECRETS, because looking for them costs as much as the line. */
export function withoutRedaction(log: Logger): Logger {
  return log.child({}, { redact: [] })
}

type LoggedRequest = {
  method: string
  url: string
  host: string
  ip: string
  raw?: { socket: object | null }
}

/** Logs a request as Fastify does, but without secrets in the URL. */
function requestAsLogged(request: LoggedRequest) {
  const { method, url } = request
  // A closed connection no longer has an IP address. Behind a proxy, reading it would crash the shop.
  const isGone = request.raw?.socket === null
  return {
    method,
    url: withoutSecrets(url),
    host: isGone ? null : request.host,
    remoteAddress: isGone ? null : request.ip,
  }
}

const SECRET_NAMES = /token|password|secret|email|take/i

/**
 * Matches each part on its own, because a single pattern for the whole URL would backtrack for seconds on a hostile
 * one.
 */
function withoutSecrets(url: string): string {
  return url.replace(/[?&;][^&;]*/g, (part) => {
    const name = part.search(SECRET_NAMES)
    const value = name < 0 ? -1 : part.indexOf('=', name)
    return value < 0 ? part : `${part.slice(0, value + 1)}[Redacted]`
  })
}
