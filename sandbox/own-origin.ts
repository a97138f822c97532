import type { FastifyInstance } from 'fastify'
import { refuse } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that pages of other origins may write to, as the real service's is. */
    foreignOrigins?: boolean
  }
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Stops a page from elsewhere in the same browser from writing here; programs send no Origin and pass. */
export function refuseForeignOrigins(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    const { origin, host } = request.headers
    if (reads.has(request.method) || origin === undefined || request.routeOptions.config?.foreignOrigins)
      return
    if (!URL.canParse(origin) || new URL(origin).host !== host) {
      throw refuse(403, 'This was sent from another site, so it is refused.')
    }
  })
}
