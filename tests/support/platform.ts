/** A client of the sandbox's Shopify store: its admin API and its fault switches. */
export type StoreProduct = {
  id: number
  handle: string
  title: string
  status: string
  descriptionHtml: string
  publishedAt?: string | null
  isGiftCard: boolean
  variants: {
    id: number
    values: string[]
    sku: string
    price: string
    inventoryQuantity: number
    inventoryPolicy: 'CONTINUE' | 'DENY'
    requiresShipping: boolean
  }[]
  updatedAt: string
}

type Change = Partial<{
  title: string
  handle: string
  descriptionHtml: string
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED'
  productType: string
  /** Null if it isn't published to the online store. */
  publishedAt: string | null
  isGiftCard: boolean
  requiresSellingPlan: boolean
  collections: string[]
  options: { name: string; values: string[] }[]
  variants: object[]
  images: { motif: string; tint: string; alt: string }[]
  price: string
  compareAtPrice: string | null
  inventoryQuantity: number
  inventoryChange: number
  /** The place of the variant that it changes. */
  inventoryChangeOf: number
  tracked: boolean
  inventoryPolicy: 'CONTINUE' | 'DENY'
  requiresShipping: boolean
}>

export function storeOf({ sandboxUrl }: { sandboxUrl: string }) {
  async function send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${sandboxUrl}/sandbox/api/${path}`, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
    return (response.status === 204 ? undefined : await response.json()) as T
  }
  const list = () => send<StoreProduct[]>('GET', 'platform/products')
  async function byHandle(handle: string): Promise<StoreProduct> {
    const found = (await list()).find((product) => product.handle === handle)
    if (!found) throw new Error(`The store has no product ${handle}`)
    return found
  }
  return {
    list,
    get: byHandle,
    add: (product: Change & { title: string; variants: object[] }) =>
      send<StoreProduct>('POST', 'platform/products', product),
    change: async (handle: string, change: Change) =>
      send<StoreProduct>('PATCH', `platform/products/${(await byHandle(handle)).id}`, change),
    remove: async (handle: string) =>
      send<void>('DELETE', `platform/products/${(await byHandle(handle)).id}`),
    /** Resets the store to the initial products, or to a number of generated ones. */
    stockWith: (generated?: number) => send('PUT', 'platform/shelves', { generated }),
    set: (settings: object) => send('PUT', 'platform/settings', settings),
    fail: (kind: string, input: { count?: number; delayMs?: number } = {}) =>
      send('PUT', `faults/platform/${kind}`, input),
    heal: () => send('DELETE', 'faults'),
  }
}

/** A variant with this price. @param more its other fields */
export const variant = (price: string, more: object = {}) => ({ price, inventoryQuantity: 5, ...more })

/** Sends a GraphQL query to the store as an app would, bypassing the shop. */
export async function askStore<Data>(
  { sandboxUrl }: { sandboxUrl: string },
  query: string,
  variables: object = {},
) {
  const response = await fetch(`${sandboxUrl}/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': 'shpat_plinth_sandbox' },
    body: JSON.stringify({ query, variables }),
  })
  return (await response.json()) as { data: Data }
}
