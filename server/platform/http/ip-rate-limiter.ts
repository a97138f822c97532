import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from '../../errors.ts'
import { isLoopback } from './client-info.ts'
import { isInProcess } from './in-process.ts'
import { memoryLimiter } from './limits.ts'

const WINDOW_SECONDS = 60

/** Requests of each IP address in the last minute, as far as this node has answered them. */
export type IpRateLimiter = {
  /** True without a limit, and for loopback: behind a proxy that isn't configured, it would be all shoppers at once. */
  isExempt(ip: string, headers: IncomingHttpHeaders): boolean
  /** Counts a request. @returns null, or the seconds until another one is allowed */
  count(ip: string): Promise<number | null>
}

/**
 * @param perMinute 0 for no limit
 * @param trustsProxy an IP address from X-Forwarded-For may be a forged loopback address, so it is never exempt
 */
export function createIpRateLimiter(perMinute: number, trustsProxy: boolean): IpRateLimiter {
  const limiter = memoryLimiter(perMinute, WINDOW_SECONDS)
  return {
    isExempt: (ip, headers) =>
      perMinute === 0 || (isLoopback(ip) && !(trustsProxy && 'x-forwarded-for' in headers)),
    async count(ip) {
      try {
        await limiter.consume(ip)
        return null
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection
        return Math.max(1, Math.ceil(rejection.msBeforeNext / 1000))
      }
    },
  }
}

/**
 * Limits the requests of an IP address, including those for unknown URLs, in the memory of this node (contract section
 * 9): far more than shoppers send, far less than would overload the shop. The response cache counts its own requests.
 */
export function enforceIpRateLimit(app: FastifyInstance, limiter: IpRateLimiter) {
  app.addHook('onRequest', async (request) => {
    if (isInProcess(request) || limiter.isExempt(request.ip, request.headers)) return
    const retryAfter = await limiter.count(request.ip)
    if (retryAfter !== null) throw tooManyRequests(retryAfter)
  })
}
