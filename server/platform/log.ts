import { type DestinationStream, type Logger, pino } from 'pino'
import { traceOfLine } from './trace.ts'

const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  // The database tells a whole row, hashes and all, in the detail of some errors.
  'err.detail',
]

/** The shop's log, one JSON object a line. @param stream instead of the standard output, for tests */
export function openLog(level: string, stream?: DestinationStream): Logger {
  // Many lines are one write, which waits 100 ms at most; what is left is written when the process ends.
  const output = stream ?? pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 })
  return pino({ level, redact: SECRETS, mixin: traceOfLine, serializers: { req: requestAsLogged } }, output)
}

type LoggedRequest = {
  method: string
  url: string
  host: string
  ip: string
  raw?: { socket: object | null }
}

/** As Fastify logs a request, but for what an address should never have had in it. */
function requestAsLogged(request: LoggedRequest) {
  const { method, url } = request
  // Whose connection is gone is nowhere any more: behind a proxy, asking where would end the shop.
  const isGone = request.raw?.socket === null
  return {
    method,
    url: withoutSecrets(url),
    host: isGone ? null : request.host,
    remoteAddress: isGone ? null : request.ip,
  }
}

const SECRET_NAMES = /token|password|secret|email|take/i

/** Part by part: a single pattern for the whole address would backtrack for seconds on a hostile one. */
function withoutSecrets(url: string): string {
  return url.replace(/[?&;][^&;]*/g, (part) => {
    const name = part.search(SECRET_NAMES)
    const value = name < 0 ? -1 : part.indexOf('=', name)
    return value < 0 ? part : `${part.slice(0, value + 1)}[Redacted]`
  })
}
