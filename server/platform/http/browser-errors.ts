import type { FastifyInstance } from 'fastify'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type BrowserError, reportBrowserError } from '#contract/browser-errors/api.ts'
import { tooManyRequests } from '../../errors.ts'
import { memoryLimiter } from './limits.ts'
import { mount } from './mount.ts'

const MINUTE_S = 60
const PER_ADDRESS = 10
/**
 * Limit for all clients together. A few reports are enough to notice a bug that affects everyone, and the log must not
 * fill up.
 */
const IN_ALL = 120

/** Logs errors of pages. Rate limits are per node and in memory, because they must cost next to nothing. */
export function logBrowserErrors(app: FastifyInstance) {
  const perAddress = memoryLimiter(PER_ADDRESS, MINUTE_S)
  const inAll = new RateLimiterMemory({ points: IN_ALL, duration: MINUTE_S })

  mount(app, reportBrowserError, async (error, request) => {
    await perAddress.consume(request.ip).catch(reject)
    await inAll.consume('all').catch(reject)
    request.log.warn({ browserError: withoutPersons(error) }, 'browser error reported')
    return {}
  })
}

function reject(): never {
  throw tooManyRequests(MINUTE_S)
}

function withoutPersons({ message, stack, page }: BrowserError): BrowserError {
  return { message: cleaned(message), stack: cleaned(stack), page: cleaned(page.split(/[?#]/)[0] ?? '/') }
}

/** Removes user input, which an error can quote. */
function cleaned(text: string): string {
  return text
    .replaceAll(/[?#][^\s:)'"]*/g, '')
    .replaceAll(/[^\s@<>()'"]+@[^\s@<>()'"]+/g, '[address]')
    .replaceAll(/\b[A-Z0-9]{1,8}-\w{4}-\w{4}\b/gi, '[order]')
    .replaceAll(/[\w-]{32,}/g, '[token]')
    .replaceAll(/\+?\d[\d ()-]{6,}\d/g, '[number]')
}
