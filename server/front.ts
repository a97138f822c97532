import { login, logout, register, takeSignIn } from '#contract/accounts/api.ts'
import { takeAgentCart } from '#contract/agents/api.ts'
import { addCartItem, changeCartItem, clearCart, listCartItems, removeCartItem } from '#contract/cart/api.ts'
import { getProduct, listCategories, listProducts, suggestProducts } from '#contract/catalog/api.ts'
import { sendContactMessage } from '#contract/contact/api.ts'
import { addFavorite, removeFavorite } from '#contract/favorites/api.ts'
import { type Endpoint, pathParameters } from '#contract/http.ts'
import { subscribe } from '#contract/newsletter/api.ts'
import { trackOrderByForm } from '#contract/orders/api.ts'
import { listReviews } from '#contract/reviews/api.ts'
import { getShopInfo } from '#contract/settings/api.ts'
import { publicPage } from './pages/public-pages.ts'
import { isPlainPath, type KeptAddress, pathAndQuery } from './platform/http/kept-answers.ts'

/** Table of contents: what the front keeps. All of it is made of the tables that db/migrations/0020 watches. */
const KEPT: Endpoint[] = [getShopInfo, listProducts, getProduct, listCategories, suggestProducts, listReviews]

/** Often asked for, and nothing on a page is different after them: they need not wait for news. */
export const quiet: ReadonlySet<Endpoint> = new Set<Endpoint>([
  listCartItems,
  addCartItem,
  changeCartItem,
  removeCartItem,
  clearCart,
  takeAgentCart,
  addFavorite,
  removeFavorite,
  register,
  login,
  takeSignIn,
  logout,
  subscribe,
  sendContactMessage,
  trackOrderByForm,
])

export function keptAddress(url: string): KeptAddress | null {
  return url.startsWith('/api/') ? keptCall(url) : publicPage(url)
}

const calls = KEPT.map((endpoint) => ({
  endpoint,
  names: pathParameters(endpoint.path),
  pattern: new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '([^/]+)')}$`),
}))

/** Nothing that the router would refuse, or might read differently. */
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
