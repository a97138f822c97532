import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { countItems } from '#contract/cart/rules.ts'
import { userQuery } from '../accounts/queries.ts'
import { type Api, ApiError, type ResponseOf, useApi } from '../platform/api.ts'
import { onTokenOfOtherTab } from '../platform/auth-token.ts'
import { keys } from '../platform/query-cache.ts'
import { useQuery } from '../platform/use-query.ts'

/** The cart's only query, shared by the badge, the panel, and the page. On failure, the cart is empty (spec section 7). */
export const cartQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.cart,
    queryFn: async ({ client }) => (await fetchCart({ api, queryClient: client })) ?? [],
  })

/** Fetched when the app starts, only in the browser. */
export function useCart(): { items: CartItem[]; count: number; isLoading: boolean } {
  const { data: items = [], isPending } = useQuery(cartQuery(useApi()))
  return { items, count: countItems(items), isLoading: isPending }
}

/** Dependencies of cart changes. */
export type CartTools = { api: Api; queryClient: QueryClient }

export function useCartTools(): CartTools {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMemo(() => ({ api, queryClient }), [api, queryClient])
}

/** Runs changes one after the other, so responses arrive in order. They don't wait for the network to return. */
export const IN_ORDER = { scope: { id: 'cart' }, networkMode: 'always' } as const

/** Shows the response to a change, in this tab and in others. */
export async function saveCart(tools: CartTools, items: CartItem[]): Promise<void> {
  await showCart(tools, items)
  notifyOtherTabs()
}

/** Refetches the cart, and keeps the current one if that fails. @returns true if it succeeded */
export async function refreshCart(tools: CartTools, failed?: QuantityChange): Promise<boolean> {
  const items = await fetchCart(tools)
  if (items) await showCart(tools, items, failed)
  return items !== null
}

/** Shows the cart, cancels a pending fetch, which would return older data, and fetches the cart's quote. */
async function showCart({ api, queryClient }: CartTools, items: CartItem[], failed?: QuantityChange) {
  const { queryKey } = cartQuery(api)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, overlayQuantities(queryClient, items, failed))
  if (items.length > 0) void queryClient.invalidateQueries({ queryKey: keys.quote })
}

/** Returns null if the request fails or the response isn't a list, which is only logged (spec section 8). */
export async function fetchCart(tools: CartTools): Promise<CartItem[] | null> {
  try {
    const response = readCart(await requestCart(tools))
    if (response.kind === 'list') return response.items
    logFailure('The cart is not a list')
  } catch (error) {
    logFailure('The cart could not be fetched', error)
  }
  return null
}

/**
 * Fetches the cart. If the session has ended, fetching the user clears its token (spec section 4), and the visitor's
 * cart is fetched.
 */
async function requestCart({ api, queryClient }: CartTools): Promise<string> {
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

export type CartItem = ResponseOf<'GET /api/cart'>[number]

/** A response that should be a list of cart items (spec section 8): the list, other JSON, or unreadable text. */
export type CartResponse = { kind: 'list'; items: CartItem[] } | { kind: 'other' } | { kind: 'unreadable' }

export function readCart(text: string): CartResponse {
  try {
    const response: unknown = JSON.parse(text)
    return Array.isArray(response) ? { kind: 'list', items: response as CartItem[] } : { kind: 'other' }
  } catch {
    return { kind: 'unreadable' }
  }
}

/** A click on a stepper. `before` is the quantity on the server before the first unconfirmed click. */
export type QuantityChange = { itemId: number; quantity: number; before: number }

/** Lists the clicks that the server hasn't confirmed yet, oldest first. */
export function pendingQuantities(queryClient: QueryClient, itemId: number): QuantityChange[] {
  return pending(queryClient).filter((change) => change.itemId === itemId)
}

/** Of several quick clicks on one item, only the last one is sent. */
export function isLatest(queryClient: QueryClient, change: QuantityChange): boolean {
  return pendingQuantities(queryClient, change.itemId).at(-1) === change
}

/** Applies unconfirmed quantities to a list from the server, so no click appears to be lost. */
function overlayQuantities(queryClient: QueryClient, items: CartItem[], except?: QuantityChange): CartItem[] {
  const changes = pending(queryClient).filter((change) => change !== except)
  const wanted = new Map(changes.map(({ itemId, quantity }) => [itemId, quantity]))
  return items.map((item) => ({ ...item, quantity: wanted.get(item.id) ?? item.quantity }))
}

function pending(queryClient: QueryClient): QuantityChange[] {
  return queryClient
    .getMutationCache()
    .findAll({ mutationKey: keys.cartQuantity, status: 'pending' })
    .map(({ state }) => state.variables as QuantityChange)
}

let channel: BroadcastChannel | null = null

/** Returns this tab's channel. Messages reach all other tabs, but not the sender. */
function channelOfTab(): BroadcastChannel {
  channel ??= new BroadcastChannel('plinth-cart')
  return channel
}

/** Notifies other tabs that the cart has changed. */
function notifyOtherTabs() {
  channelOfTab().postMessage('changed')
}

/** Calls `onChange` when the cart changes, or the user signs in or out, in another tab. */
export function useOtherTabs(onChange: () => void) {
  useEffect(() => {
    const channel = channelOfTab()
    channel.addEventListener('message', onChange)
    const forget = onTokenOfOtherTab(onChange)
    return () => {
      channel.removeEventListener('message', onChange)
      forget()
    }
  }, [onChange])
}
