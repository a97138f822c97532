/**
 * Reads TRUST_PROXY: `false`, `true`, a number of hops, or a list of addresses, as Fastify's trustProxy. Outside the demo,
 * trusting everyone is refused: any client could then claim any IP address, and no limit would hold.
 * @param refuse throws, naming the setting that is wrong
 */
export function trustProxyOf(
  value: string,
  demo: boolean,
  refuse: (message: string) => never,
): boolean | number | string[] {
  if (value === 'false') return false
  if (/^\d+$/.test(value)) return Number(value)
  const addresses = value.split(',').map((address) => address.trim())
  const areAddresses = addresses.every((address) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(address))
  if (value !== 'true' && !areAddresses) {
    return refuse(
      'TRUST_PROXY: must be false, a number of proxies, a list of addresses, or true in demo mode',
    )
  }
  const trustsEveryone = value === 'true' || addresses.some((address) => /\/0+$/.test(address))
  if (trustsEveryone && !demo) {
    return refuse(
      `TRUST_PROXY: ${value} trusts every client to name its own IP address; set the number of proxies in front of the shop, or their addresses`,
    )
  }
  return value === 'true' ? true : addresses
}
