import { type Query, QueryClient } from '@tanstack/react-query'

/** A kind of admin data. */
type AdminData =
  | 'audit'
  | 'back-in-stock'
  | 'categories'
  | 'category'
  | 'counts'
  | 'customer'
  | 'customers'
  | 'dashboard'
  | 'tasks'
  | 'test-orders'
  | 'taxes'
  | 'evidence'
  | 'going-live'
  | 'icons'
  | 'integrity'
  | 'invitations'
  | 'mail'
  | 'test-email'
  | 'newsletter'
  | 'regions'
  | 'order'
  | 'order-counts'
  | 'orders'
  | 'page'
  | 'pages'
  | 'payment-provider'
  | 'permissions'
  | 'tax-provider'
  | 'product'
  | 'products'
  | 'refund-preview'
  | 'returns'
  | 'stock-journal'
  | 'sync-changes'
  | 'sync-conflicts'
  | 'sync-connection'
  | 'sync-owners'
  | 'sync-runs'
  | 'synced-fields'
  | 'user'
  | 'users'
  | 'webhooks'

/**
 * All keys of the query cache. Called without arguments, a key is the prefix of its kind, for `invalidateQueries` and
 * `belongsTo`.
 */
export const keys = {
  /** The prefix of everything that follows from the settings. */
  shop: ['shop'],
  user: ['/api/auth/user'],
  sessions: ['sessions'],
  safety: ['safety'],
  page: (...which: [name?: string]) => ['page', ...which],
  policies: (at: string) => ['policies', at],
  policy: (name: string, version: number) => ['policy', name, version],
  mailedLink: (...token: [token?: string | null]) => ['mailed-link', ...token],
  categories: ['categories'],
  products: (
    ...list: [filters?: object] | ['facts', filters: object] | ['featured'] | ['related', categoryId: number]
  ) => ['products', ...list],
  product: (...which: [slugOrId?: string, variantId?: number]) => ['product', ...which],
  suggestions: (...text: [text?: string]) => ['suggestions', ...text],
  backInStock: ['back-in-stock'],
  favorites: ['/api/favorites'],
  addresses: ['addresses'],
  reviews: (...list: [productId?: number] | ['all', query?: object]) => ['reviews', ...list],
  cart: ['cart'],
  quote: ['cart', 'quote'],
  /** A mutation key. */
  cartQuantity: ['cart', 'quantity'],
  agentCart: (code: string) => ['agent-cart', code],
  checkout: ['checkout'],
  paymentOutcome: (clientSecret: string) => ['payment-outcome', clientSecret],
  orders: ['orders'],
  trackedOrder: (...proof: [orderId?: string, email?: string]) => ['tracked-order', ...proof],
  /** Not under the admin's keys, because these forms keep the version they started from. */
  settings: ['settings'],
  undo: (id: number) => ['undo', id],
  admin: (...parts: [data?: AdminData, ...which: unknown[]]) => ['admin', ...parts],
}

/** Returns a filter for `invalidateQueries` that matches queries whose keys start with one of these. */
export const belongsTo =
  (...beginnings: unknown[][]) =>
  ({ queryKey }: Pick<Query, 'queryKey'>) =>
    beginnings.some((beginning) => beginning.every((part, place) => queryKey[place] === part))

/** Never stale, no retries, no refetch on focus or interval (spec section 7), unless a query overrides it. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false },
    },
  })
}
