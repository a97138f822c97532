import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { countItems } from '#contract/cart/rules.ts'
import { userQuery } from '../accounts/queries.ts'
import { type Api, ApiError } from '../platform/api.ts'
import { useApi } from '../platform/api-context.ts'
import { type CartItem, readCart } from './answers.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { overlayQuantities, type QuantityChange } from './pending-quantities.ts'

/** The one place where the cart is kept: badge, panel and page read it. A failure means an empty cart (spec section 7). */
export const cartQuery = (api: Api) =>
  queryOptions({
    queryKey: ['cart'],
    queryFn: async ({ client }) => (await fetchCart({ api, queryClient: client })) ?? [],
  })

/** Asked for when the app starts, in the browser only. */
export function useCart(): { items: CartItem[]; count: number; isLoading: boolean } {
  const { data: items = [], isPending } = useQuery(cartQuery(useApi()))
  return { items, count: countItems(items), isLoading: isPending }
}

/** What changes of the cart work with. */
export type CartTools = { api: Api; queryClient: QueryClient }

export function useCartTools(): CartTools {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMemo(() => ({ api, queryClient }), [api, queryClient])
}

/** Changes run one after the other, so that their answers come in the order of the changes; none waits for the network to come back. */
export const IN_ORDER = { scope: { id: 'cart' }, networkMode: 'always' } as const

/** Shows what the server answered to a change, here and in the other tabs. */
export async function keepCart(tools: CartTools, items: CartItem[]): Promise<void> {
  await showCart(tools, items)
  tellOtherTabs()
}

/** Asks for the cart anew; when that fails, what is shown stays. @returns whether it worked */
export async function refreshCart(tools: CartTools, failed?: QuantityChange): Promise<boolean> {
  const items = await fetchCart(tools)
  if (items) await showCart(tools, items, failed)
  return items !== null
}

export function knownQuantity({ api, queryClient }: CartTools, itemId: number): number {
  const items = queryClient.getQueryData(cartQuery(api).queryKey)
  return items?.find(({ id }) => id === itemId)?.quantity ?? 1
}

/** Before the server knows of it. */
export function showQuantity({ api, queryClient }: CartTools, itemId: number, quantity: number) {
  queryClient.setQueryData(cartQuery(api).queryKey, (items) =>
    items?.map((item) => (item.id === itemId ? { ...item, quantity } : item)),
  )
}

/** Takes a line out of sight when the server cannot be asked what is left. */
export function dropItem({ api, queryClient }: CartTools, itemId: number) {
  queryClient.setQueryData(cartQuery(api).queryKey, (items) => items?.filter(({ id }) => id !== itemId))
}

/** A fetch that is under way knows less than what is shown now. */
async function showCart({ api, queryClient }: CartTools, items: CartItem[], failed?: QuantityChange) {
  const { queryKey } = cartQuery(api)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, overlayQuantities(queryClient, items, failed))
}

/** Null when it fails or is no list: only logged (spec section 8). */
async function fetchCart(tools: CartTools): Promise<CartItem[] | null> {
  try {
    const answer = readCart(await askForCart(tools))
    if (answer.kind === 'list') return answer.items
    logFailure('The cart is not a list')
  } catch (error) {
    logFailure('The cart could not be fetched', error)
  }
  return null
}

/** When a sign-in has ended, asking who is here forgets its token (spec section 4); then the visitor's own cart is left. */
async function askForCart({ api, queryClient }: CartTools): Promise<string> {
  try {
    return await api.callForText('GET /api/cart')
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    await queryClient.fetchQuery({ ...userQuery(api), staleTime: 0 })
    return api.callForText('GET /api/cart')
  }
}

function logFailure(...facts: unknown[]) {
  // biome-ignore lint/suspicious/noConsole: spec section 8, 'logged only'
  console.error(...facts)
}
