import { ProductQuery } from '#contract/catalog/api.ts'
import { type CacheKey, isPlainPath, pathAndQuery } from '../platform/http/cache-store.ts'

/** Query parameters that affect the home page. Others, such as campaign parameters, don't change it. */
const FILTERS = Object.keys(ProductQuery.shape)
/** Product page parameters that select a variant: its ID or, without JavaScript, the values of its options. */
const VARIANT = ['variant', 'option1', 'option2', 'option3']
const TEXTS = /^\/(?:privacy-policy|terms-conditions|shipping|returns|faq|about)$/
const PRODUCT = /^\/product\/[^/]{1,200}$/

/** Returns the cache key of a public page, which is the same for all visitors, or null for any other page. */
export function publicPage(url: string): CacheKey | null {
  const [path, query] = pathAndQuery(url)
  if (!isPlainPath(path)) return null
  if (PRODUCT.test(path)) return keyWith(path, query, VARIANT)
  if (TEXTS.test(path)) return { key: path, url: path, route: '/*' }
  if (path !== '/') return null
  return keyWith(path, query, FILTERS)
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
