import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notAllowed } from '../../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Machines of others post here: what counts is a signature or a token, and no cookie is looked at. */
    fromAnywhere?: boolean
  }
}

const READS = ['GET', 'HEAD', 'OPTIONS']

/**
 * A page of somebody else must not write here with the cookies of who looks at it. Browsers say where a request comes
 * from; programs say nothing, and have no cookies that are not theirs.
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
  // Browsers that do not know the header above. By another name of the shop, the page has that name, too.
  return origin === undefined || origin === own || (URL.canParse(origin) && new URL(origin).host === host)
}
