import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../../config.ts'

/** The client: the IP address for limits and the log, and the requested host. */
export type Peer = { ip: string; host: string }

export const isLoopback = (ip: string) => /^(::ffff:)?127\.|^::1$/.test(ip)

/** Returns the setting in Fastify's form, which takes a number of trusted hops as a function. */
export function trusted(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

/** Reads a bare request as Fastify does with this setting. */
export function peerReader(setting: Config['trustProxy']): (request: IncomingMessage) => Peer {
  if (setting === false) {
    return ({ socket, headers }) => ({ ip: socket.remoteAddress ?? '', host: headers.host ?? '' })
  }
  const trust = trusted(setting)
  const trusts =
    typeof trust === 'function' ? trust : trust === true ? () => true : proxyAddr.compile(trust as string[])
  return (request) => {
    const { socket, headers } = request
    const forwarded = trusts(socket.remoteAddress ?? '', 0) ? headers['x-forwarded-host'] : undefined
    const host = String(forwarded ?? '')
      .split(',')
      .at(-1)
      ?.trim()
    return { ip: proxyAddr(request, trusts), host: host || (headers.host ?? '') }
  }
}
