import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from '../../errors.ts'
import { isInProcess } from './in-process.ts'
import { memoryLimiter } from './limits.ts'
import { isLoopback } from './peer.ts'

const WINDOW_SECONDS = 60

/** The requests of each address in the last minute, as far as this node has answered them. */
export type Floods = {
  /** Nobody is counted, or this machine itself: behind a proxy that nobody told the shop of, it would be all shoppers at once. */
  isExempt(ip: string, headers: IncomingHttpHeaders): boolean
  /** Counts one. @returns null, or the seconds until another one is welcome */
  count(ip: string): Promise<number | null>
}

/**
 * @param perMinute 0: no limit
 * @param trustsProxy an IP address from X-Forwarded-For is believed, so it may be a forged loopback address: never exempt
 */
export function openFloods(perMinute: number, trustsProxy: boolean): Floods {
  const limiter = memoryLimiter(perMinute, WINDOW_SECONDS)
  return {
    isExempt: (ip, headers) =>
      perMinute === 0 || (isLoopback(ip) && !(trustsProxy && 'x-forwarded-for' in headers)),
    async count(ip) {
      try {
        await limiter.consume(ip)
        return null
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
      }
    },
  }
}

/**
 * Counts all requests of an address, to known and unknown addresses of the shop alike, in the memory of this node (contract
 * section 9): far more than people send, far less than would wear the shop out. What the front answers, it counts itself.
 */
export function stopFloods(app: FastifyInstance, floods: Floods) {
  app.addHook('onRequest', async (request) => {
    if (isInProcess(request) || floods.isExempt(request.ip, request.headers)) return
    const wait = await floods.count(request.ip)
    if (wait !== null) throw tooManyRequests(wait)
  })
}
