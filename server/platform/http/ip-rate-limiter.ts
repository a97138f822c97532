import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from '../../errors.ts'
import { isLoopback } from './client-info.ts'
import { isInProcess } from './in-process.ts'
import { memoryLimiter, siteKey } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's IPv4 address or /48 of IPv6, or null if it is exempt from limits. */
    network: string | null
  }
}

const WINDOW_SECONDS = 60

/** Requests of each IP address in the last minute that this node has handled. */
export type IpRateLimiter = {
  /** True if there is no limit, and for loopback, which would include all shoppers behind a proxy that isn't configured. */
  isExempt(ip: string, headers: IncomingHttpHeaders): boolean
  /**
   * Counts a request.
   * @returns null, or the seconds until another request is allowed
   */
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
 * 9). The limit is far above what shoppers send. Requests that take much time also take turns (fair-turns.ts). The
 * response cache counts its own requests.
 */
export function enforceIpRateLimit(app: FastifyInstance, limiter: IpRateLimiter) {
  app.decorateRequest('network', null)
  app.addHook('onRequest', async (request) => {
    if (limiter.isExempt(request.ip, request.headers)) return
    request.network = siteKey(request.ip)
    if (isInProcess(request)) return
    const retryAfter = await limiter.count(request.ip)
    if (retryAfter !== null) throw tooManyRequests(retryAfter)
  })
}
