import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** If at least this fraction of the internet is trusted, the ranges don't mean proxies. */
const TOO_MUCH = 1 / 16

/** Addresses at equal distances: all of IPv4, and the part of IPv6 that the internet uses (2000::/3). */
const SAMPLES = [
  Array.from({ length: 1024 }, (_, index) => `${index >> 2}.${(index & 3) * 64 + 8}.1.1`),
  Array.from({ length: 1024 }, (_, index) => `${(0x2000 + index * 8).toString(16)}:8000::1`),
]

/**
 * Parses TRUST_PROXY as Fastify's trustProxy: `false`, `true`, a number of hops, or a list of IP addresses. Rejects
 * `true` outside the demo, and ranges that together cover a large part of the internet, because clients could then
 * claim any IP address, which defeats rate limits.
 * @param reject throws an error that names the invalid setting
 */
export function trustProxyOf(
  value: string,
  demo: boolean,
  reject: (message: string) => never,
): boolean | number | string[] {
  if (value === 'false') return false
  if (value === 'true' && demo) return true
  if (/^\d+$/.test(value)) return Number(value)
  const addresses = value.split(',').map((address) => address.trim())
  // Fastify's parser rejects the prefix 0.
  const isEveryone = value === 'true' || addresses.some((address) => /\/0+$/.test(address))
  const isTrusted = isEveryone ? () => true : parse(addresses)
  if (!isTrusted) {
    return reject(
      'TRUST_PROXY: must be false, a number of proxies, a list of IP addresses, or true (demo mode only)',
    )
  }
  if (SAMPLES.some((sample) => sample.filter(isTrusted).length >= sample.length * TOO_MUCH)) {
    return reject(
      `TRUST_PROXY: ${value} lets clients spoof their IP addresses; set the number of proxies in front of the shop, or their IP addresses`,
    )
  }
  return addresses
}

/** Returns Fastify's check of the addresses, or null if one is invalid. */
function parse(addresses: string[]): ((address: string) => boolean) | null {
  // The parser also accepts incomplete addresses and names of ranges.
  if (!addresses.every((address) => isIP(address.split('/')[0] ?? ''))) return null
  try {
    const isTrusted = proxyAddr.compile(addresses)
    return (address) => isTrusted(address, 0)
  } catch {
    return null
  }
}
