import { endpoints } from '#contract/endpoints.ts'
import { type Endpoint, pathParameters } from '#contract/http.ts'
import { publicPage } from './pages/public-pages.ts'
import { isPlainPath, type KeptAddress, pathAndQuery } from './platform/http/cache-store.ts'

const cacheable: Endpoint[] = endpoints.filter((endpoint: Endpoint) => endpoint.isCacheable)

export function keptAddress(url: string): KeptAddress | null {
  return url.startsWith('/api/') ? keptCall(url) : publicPage(url)
}

const calls = cacheable.map((endpoint) => ({
  endpoint,
  names: pathParameters(endpoint.path),
  pattern: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '([^/]+)')}$`),
}))

/** Returns null for URLs that the router would reject or might parse differently. */
function keptCall(url: string): KeptAddress | null {
  const [path, query] = pathAndQuery(url)
  if (!isPlainPath(path)) return null
  for (const { endpoint, names, pattern } of calls) {
    const values = pattern.exec(path)
    if (!values) continue
    const asked = new URLSearchParams(query)
    if (asked.size !== new Set(asked.keys()).size || /[%;]/.test(path)) return null
    const inPath = Object.fromEntries(names.map((name, index) => [name, values[index + 1]]))
    const input = endpoint.input.safeParse({ ...Object.fromEntries(asked), ...inPath })
    if (!input.success) return null
    const known = new URLSearchParams(
      [...asked].filter(([name]) => Object.hasOwn(input.data as object, name)),
    )
    return {
      key: `${endpoint.path} ${JSON.stringify(input.data)}`,
      url: known.size > 0 ? `${path}?${known}` : path,
      route: endpoint.path,
    }
  }
  return null
}
