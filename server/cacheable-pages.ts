import { endpoints } from '#contract/endpoints.ts'
import { type Endpoint, pathParameters } from '#contract/http.ts'
import { publicPage } from './pages/public-pages.ts'
import { type CacheKey, isPlainPath, pathAndQuery } from './platform/http/cache-store.ts'

const cacheable: Endpoint[] = endpoints.filter((endpoint: Endpoint) => endpoint.isCacheable)

export function cacheKeyOf(url: string): CacheKey | null {
  return url.startsWith('/api/') ? callKeyOf(url) : publicPage(url)
}

const calls = cacheable.map((endpoint) => ({
  endpoint,
  names: pathParameters(endpoint.path),
  pattern: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '([^/]+)')}$`),
}))

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
