import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type BrowserError, reportBrowserError } from '#contract/browser-errors/api.ts'
import { tooManyRequests } from '../../errors.ts'
import { memoryLimiter } from './limits.ts'
import { mount } from './mount.ts'

const MINUTE_S = 60
const PER_ADDRESS = 10
/** A bug that strikes everybody is known after a few; the log has to last. */
const IN_ALL = 120

/** Writes what went wrong on pages into the log, in one shape. Counted per node, in memory: it must cost next to nothing. */
export function hearBrowserErrors(app: FastifyInstance) {
  const perAddress = memoryLimiter(PER_ADDRESS, MINUTE_S)
  const inAll = new RateLimiterMemory({ points: IN_ALL, duration: MINUTE_S })

  mount(app, reportBrowserError, async (error, request) => {
    await perAddress.consume(request.ip).catch(refuse)
    await inAll.consume('all').catch(refuse)
    request.log.warn({ browserError: withoutPersons(error) }, 'error on a page')
    return {}
  })
}

function refuse(): never {
  throw tooManyRequests(MINUTE_S)
}

function withoutPersons({ message, stack, page }: BrowserError): BrowserError {
  return { message: cleaned(message), stack: cleaned(stack), page: cleaned(page.split(/[?#]/)[0] ?? '/') }
}

/** An error may quote what somebody has typed. */
function cleaned(text: string): string {
  return text
    .replaceAll(/[?#][^\s:)'"]*/g, '')
    .replaceAll(/[^\s@<>()'"]+@[^\s@<>()'"]+/g, '[address]')
    .replaceAll(/\bPL-\w{4}-\w{4}\b/gi, '[order]')
    .replaceAll(/[\w-]{32,}/g, '[token]')
    .replaceAll(/\+?\d[\d ()-]{6,}\d/g, '[number]')
}
