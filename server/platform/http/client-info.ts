import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { Config } from '../../config.ts'

/** The client's IP address, for limits and the log, and the requested host. */
export type ClientInfo = { ip: string; host: string }

export const isLoopback = (ip: string) => /^(::ffff:)?127\.|^::1$/.test(ip)

/** Converts the setting to Fastify's format, which requires a function for a number of trusted hops. */
export function trusted(setting: Config['trustProxy']) {
  return typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
}

/** Reads a raw request as Fastify does with this setting. */
export function clientInfoReader(setting: Config['trustProxy']): (request: IncomingMessage) => ClientInfo {
  if (setting === false) {
    return ({ socket, headers }) => ({ ip: socket.remoteAddress ?? '', host: headers.host ?? '' })
  }
  const trustsAddress = trusted(setting)
  const isTrusted =
    typeof trustsAddress === 'function'
      ? trustsAddress
      : trustsAddress === true
        ? () => true
        : proxyAddr.compile(trustsAddress as string[])
  return (request) => {
    const { socket, headers } = request
    const forwarded = isTrusted(socket.remoteAddress ?? '', 0) ? headers['x-forwarded-host'] : undefined
    const host = String(forwarded ?? '')
      .split(',')
      .at(-1)
      ?.trim()
    return { ip: proxyAddr(request, isTrusted), host: host || (headers.host ?? '') }
  }
}
