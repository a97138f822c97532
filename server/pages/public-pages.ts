import { ProductQuery } from '#contract/catalog/api.ts'
import { type CacheKey, isPlainPath, pathAndQuery } from '../platform/http/cache-store.ts'

/** Query parameters that affect the home page; others, such as campaign parameters, don't change it. */
const FILTERS = Object.keys(ProductQuery.shape)
const TEXTS = /^\/(?:privacy-policy|terms-conditions|shipping|returns|faq|about)$/
const PRODUCT = /^\/product\/[^/]{1,200}$/

/** Returns the cache key of a public page, which is the same for all visitors, or null for another page. */
export function publicPage(url: string): CacheKey | null {
  const [path, query] = pathAndQuery(url)
  if (!isPlainPath(path)) return null
  if (PRODUCT.test(path) || TEXTS.test(path)) return { key: path, url: path, route: '/*' }
  if (path !== '/') return null
  const parameters = new URLSearchParams(query)
  const filters = new URLSearchParams()
  for (const name of FILTERS) {
    const value = parameters.get(name)
    if (value) filters.set(name, value)
  }
  const address = filters.size > 0 ? `/?${filters}` : '/'
  return { key: address, url: address, route: '/*' }
}
