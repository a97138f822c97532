import type { FastifyInstance } from 'fastify'
import { httpError } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allows pages of other origins to write to a route, as the real service does. */
    foreignOrigins?: boolean
  }
}

/** Loopback names and IP addresses, which an attacker's DNS record can't make a browser send. */
const withoutDns = /^(([\w-]+\.)*localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/i

/**
 * Keeps websites that reach this machine by DNS rebinding from reading the mailbox. `own` lists additional names of the
 * sandbox.
 */
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

/** Keeps other sites in the same browser from writing to the sandbox. Programs send no Origin header and are accepted. */
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
