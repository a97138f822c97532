import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notAllowed } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Other machines send requests here, authenticated by a signature or token; cookies are ignored. */
    fromAnywhere?: boolean
  }
}

const READS = ['GET', 'HEAD', 'OPTIONS']

/**
 * Rejects writes from pages of other sites, which would use the visitor's cookies (CSRF). Browsers send a request's
 * origin; other programs don't, and have no cookies but their own.
 */
export function refuseOtherSites(app: FastifyInstance, publicUrl: string) {
  const own = new URL(publicUrl).origin
  app.addHook('onRequest', async (request) => {
    if (READS.includes(request.method) || request.routeOptions.config?.fromAnywhere) return
    if (!isFromOwnPage(request, own)) throw notAllowed()
  })
}

function isFromOwnPage({ headers, host }: FastifyRequest, own: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = headers
  // For browsers without Sec-Fetch-Site. Under another host name of the shop, the page's origin has that name, too.
  return origin === undefined || origin === own || (URL.canParse(origin) && new URL(origin).host === host)
}
