import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { invalidInput, ShopError } from '../../errors.ts'

/** @returns null if the shop serves the host that the request names */
export type HostCheck = (request: IncomingMessage) => ShopError | null

/** Loopback names and IP addresses. No DNS record of an attacker can make a browser send these. */
const WITHOUT_DNS = /^(([\w-]+\.)*localhost|\d+\.\d+\.\d+\.\d+|\[[\da-f:.]+\])$/i

/**
 * Rejects requests with two Host headers, which a proxy and the shop could read differently. The demo also rejects
 * unknown host names: it runs on a developer's machine, where any website could reach it by DNS rebinding.
 */
export function hostCheck({ demo, host, publicUrl }: Config): HostCheck {
  const own = [host.toLowerCase(), new URL(publicUrl).hostname]
  const unknown = new ShopError(
    403,
    'not_allowed',
    "The demo doesn't accept requests for this host name. To use a host name other than localhost, set PUBLIC_URL.",
  )
  return ({ headers, rawHeaders }) => {
    if (hostHeaders(rawHeaders) > 1) return invalidInput('The request has more than one Host header.')
    if (!demo || headers.host === undefined) return null
    const name = headers.host.replace(/:\d*$/, '').toLowerCase()
    return WITHOUT_DNS.test(name) || own.includes(name) ? null : unknown
  }
}

export function checkHosts(app: FastifyInstance, rejectionOf: HostCheck) {
  app.addHook('onRequest', async (request) => {
    const rejection = rejectionOf(request.raw)
    if (rejection) throw rejection
  })
}

/** Counts Host headers. Names and values alternate in `raw`. */
function hostHeaders(raw: string[]): number {
  let count = 0
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]?.length === 4 && raw[at]?.toLowerCase() === 'host') count += 1
  }
  return count
}
