import { ProductQuery } from '#contract/catalog/product-query.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type Endpoint, pathParameters } from '#contract/http.ts'
import { FIXED_NAMES } from '#contract/pages/names.ts'
import { PAGE_NAME_MAX } from '#contract/pages/rules.ts'
import { type CacheKey, isPlainPath, pathAndQuery } from '../platform/http/cache-store.ts'

/** Query parameters that affect the home page. Others, such as campaign parameters, don't change it. */
const FILTERS = Object.keys(ProductQuery.shape)
/** Product page parameters that select a variant: its ID or, without JavaScript, the values of its options. */
const VARIANT = ['variant', 'option1', 'option2', 'option3']
const TEXTS = new RegExp(`^/(?:${FIXED_NAMES.join('|')}|pages/[a-z0-9-]{1,${PAGE_NAME_MAX}})$`)
const PRODUCT = /^\/product\/[^/]{1,200}$/

const cacheable: Endpoint[] = endpoints.filter((endpoint: Endpoint) => endpoint.isCacheable)

const calls = cacheable.map((endpoint) => ({
  endpoint,
  names: pathParameters(endpoint.path),
  pattern: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '([^/]+)')}$`),
}))

/** Longer than any URL of the shop with campaign parameters. The cache remembers URLs, which may have 16 kB. */
const URL_MAX = 2048

/** Returns the cache key of a URL whose response is the same for all visitors, or null for any other URL. */
export function cacheKeyOf(url: string): CacheKey | null {
  if (url.length > URL_MAX) return null
  return url.startsWith('/api/') ? callKeyOf(url) : publicPage(url)
}

/** Returns the cache key of a public page, which is the same for all visitors, or null for any other page. */
export function publicPage(url: string): CacheKey | null {
  const [path, query] = pathAndQuery(url)
  if (!isPlainPath(path)) return null
  if (PRODUCT.test(path)) return keyWith(path, query, VARIANT)
  if (TEXTS.test(path)) return { key: path, url: path, route: '/*' }
  if (path !== '/') return null
  return keyWith(path, query, FILTERS)
}

/** Returns null for URLs that the router would reject or might parse differently. */
function callKeyOf(url: string): CacheKey | null {
  const [path, query] = pathAndQuery(url)
  if (!isPlainPath(path)) return null
  for (const { endpoint, names, pattern } of calls) {
    const values = pattern.exec(path)
    if (!values) continue
    const parameters = new URLSearchParams(query)
    if (parameters.size !== new Set(parameters.keys()).size || /[%;]/.test(path)) return null
    const inPath = Object.fromEntries(names.map((name, index) => [name, values[index + 1]]))
    const input = endpoint.input.safeParse({ ...Object.fromEntries(parameters), ...inPath })
    if (!input.success) return null
    const knownParameters = new URLSearchParams(
      [...parameters].filter(([name]) => Object.hasOwn(input.data as object, name)),
    )
    return {
      key: `${endpoint.path} ${JSON.stringify(input.data)}`,
      url: knownParameters.size > 0 ? `${path}?${knownParameters}` : path,
      route: endpoint.path,
    }
  }
  return null
}

/** Rejects values that no link of the shop contains, so they don't fill the cache. */
const isPossible = (name: string, value: string) => name !== 'variant' || /^[1-9]\d{0,9}$/.test(value)

function keyWith(path: string, query: string, names: string[]): CacheKey {
  const parameters = new URLSearchParams(query)
  const known = new URLSearchParams()
  for (const name of names) {
    const value = parameters.get(name)
    if (value && isPossible(name, value)) known.set(name, value)
  }
  const address = known.size > 0 ? `${path}?${known}` : path
  return { key: address, url: address, route: '/*' }
}
