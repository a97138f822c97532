import type { FastifyInstance } from 'fastify'
import { httpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A route that pages of other origins may write to, as the real service's is. */
    foreignOrigins?: boolean
  }
}

/** Loopback names and IP addresses: no DNS record of an attacker can make a browser send these. */
const withoutDns = /^(([\w-]+\.)*localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/i

/** Stops websites that reach this machine by DNS rebinding from reading the mailbox. `own` lists other names of the sandbox. */
export function rejectForeignHosts(app: FastifyInstance, own: readonly string[]) {
  app.addHook('onRequest', async ({ headers: { host } }) => {
    const name = host?.replace(/:\d*$/, '').toLowerCase()
    if (name !== undefined && !withoutDns.test(name) && !own.includes(name)) {
      throw httpError(
        403,
        "The sandbox doesn't accept requests for this host name. To use it, set PUBLIC_URL or SANDBOX_URL.",
      )
    }
  })
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Stops a page from elsewhere in the same browser from writing here; programs send no Origin and pass. */
export function rejectForeignOrigins(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    const { origin, host } = request.headers
    if (reads.has(request.method) || origin === undefined || request.routeOptions.config?.foreignOrigins)
      return
    if (!URL.canParse(origin) || new URL(origin).host !== host) {
      throw httpError(403, 'Requests from other sites are rejected.')
    }
  })
}
