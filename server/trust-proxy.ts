/**
 * `false`, `true`, a number of hops, or a list of addresses, as Fastify's trustProxy.
 * @param refuse throws, naming the setting that is wrong
 */
export function trustProxyOf(value: string, refuse: (message: string) => never): boolean | number | string[] {
  if (value === 'true' || value === 'false') return value === 'true'
  if (/^\d+$/.test(value)) return Number(value)
  const addresses = value.split(',').map((address) => address.trim())
  if (addresses.every((address) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(address))) return addresses
  return refuse('TRUST_PROXY: must be true, false, a number of hops or a list of addresses')
}
