import { ProductQuery } from '#contract/catalog/api.ts'
import { isPlainPath, type KeptAddress, pathAndQuery } from '../platform/http/kept-answers.ts'

/** Of the home page's address; what else stands there, such as where a visitor comes from, changes nothing on the page. */
const FILTERS = Object.keys(ProductQuery.shape)
const TEXTS = /^\/(?:privacy-policy|terms-conditions|shipping|returns|faq|about)$/
const PRODUCT = /^\/product\/[^/]{1,200}$/

/** The shop window: pages that are the same for everybody, and for which everybody asks. Null: another page. */
export function publicPage(url: string): KeptAddress | null {
  const [path, query] = pathAndQuery(url)
  if (!isPlainPath(path)) return null
  if (PRODUCT.test(path) || TEXTS.test(path)) return { key: path, url: path, route: '/*' }
  if (path !== '/') return null
  const asked = new URLSearchParams(query)
  const filters = new URLSearchParams()
  for (const name of FILTERS) {
    const value = asked.get(name)
    if (value) filters.set(name, value)
  }
  const address = filters.size > 0 ? `/?${filters}` : '/'
  return { key: address, url: address, route: '/*' }
}
