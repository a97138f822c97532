import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isHostName } from '#contract/host-name.ts'

/** A URL or host that the shop never connects to, no matter who entered it. The message may be shown to an admin. */
export class BlockedAddressError extends Error {}

/** Resolves a host name to all of its IP addresses. Tests replace it. */
export type Resolve = (name: string) => Promise<string[]>

/** Networks that IANA has reserved. None of them contains a machine on the public internet. */
const RESERVED_IPV4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** IPv6 uses only 2000::/3 for the internet. These parts of it are tunnels, which may lead anywhere, or examples. */
const RESERVED_IPV6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const reserved = new BlockList()
for (const [net, bits] of RESERVED_IPV4) reserved.addSubnet(net, bits)
for (const [net, bits] of RESERVED_IPV6) reserved.addSubnet(net, bits, 'ipv6')
const internet6 = new BlockList()
internet6.addSubnet('2000::', 3, 'ipv6')

/** @param address an IP address; anything else isn't public */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !reserved.check(address)
  return family === 6 && internet6.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/**
 * Checks a URL before its host is resolved. It must use https on the default port, without credentials and without a
 * private IP address in any spelling (the URL parser converts `0x7f.1` to 127.0.0.1).
 * @param trusted origins that are always allowed, such as the demo's sandbox
 * @throws BlockedAddressError
 */
export function checkPublicAddress(text: string, trusted: readonly string[] = []): URL {
  if (!URL.canParse(text)) throw new BlockedAddressError("This isn't a valid URL.")
  const url = new URL(text)
  if (url.username || url.password) {
    throw new BlockedAddressError('The URL must not contain a username or password.')
  }
  if (trusted.includes(url.origin)) return url
  if (url.protocol !== 'https:') throw new BlockedAddressError('The URL must begin with https://.')
  if (url.port) throw new BlockedAddressError('The URL must not contain a port.')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) === 0 && !isHostName(host)) throw new BlockedAddressError(`${host} isn't a host name.`)
  if (isIP(host) && !isPublicAddress(host)) throw blockedHost(host)
  return url
}

/**
 * Returns a `lookup` function that connects only to the checked IP addresses, so DNS can't return different ones in
 * between (DNS rebinding).
 */
export function publicLookup(resolve: Resolve = resolveAll): LookupFunction {
  return (name, options, done) => {
    resolve(name).then(
      (addresses) => {
        const blocked = addresses.find((address) => !isPublicAddress(address))
        if (blocked !== undefined || addresses.length === 0) return done(blockedHost(name), [])
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        if (options.all) return done(null, found)
        done(null, found[0]?.address ?? '', found[0]?.family)
      },
      (error: Error) => done(error, []),
    )
  }
}

function resolveAll(name: string): Promise<string[]> {
  return new Promise((found, failed) => {
    lookup(name, { all: true }, (error, addresses) => {
      if (error) failed(error)
      else found(addresses.map(({ address }) => address))
    })
  })
}

const blockedHost = (host: string) =>
  new BlockedAddressError(`${host} isn't a public host, so the shop won't connect to it.`)
