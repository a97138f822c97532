import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { countItems } from '#contract/cart/rules.ts'
import { userQuery } from '../accounts/queries.ts'
import { type AnswerOf, type Api, ApiError, useApi } from '../platform/api.ts'
import { onTokenOfOtherTab } from '../platform/auth-token.ts'
import { keys } from '../platform/query-keys.ts'

/** The one place where the cart is kept: badge, panel and page read it. A failure means an empty cart (spec section 7). */
export const cartQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.cart,
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

export type CartItem = AnswerOf<'GET /api/cart'>[number]

/** The response where a list of cart items was expected (spec section 8): the list, other JSON, or unreadable text. */
export type CartAnswer = { kind: 'list'; items: CartItem[] } | { kind: 'other' } | { kind: 'unreadable' }

export function readCart(text: string): CartAnswer {
  try {
    const answer: unknown = JSON.parse(text)
    return Array.isArray(answer) ? { kind: 'list', items: answer as CartItem[] } : { kind: 'other' }
  } catch {
    return { kind: 'unreadable' }
  }
}

/** A click on a stepper; `before`: what the server said before the first click that it has not answered yet. */
export type QuantityChange = { itemId: number; quantity: number; before: number }

/** The clicks that the server has not answered yet, oldest first. */
export function pendingQuantities(queryClient: QueryClient, itemId: number): QuantityChange[] {
  return pending(queryClient).filter((change) => change.itemId === itemId)
}

/** Of several quick clicks on one line only the last one is sent. */
export function isLatest(queryClient: QueryClient, change: QuantityChange): boolean {
  return pendingQuantities(queryClient, change.itemId).at(-1) === change
}

/** A list of the server with the quantities that are on their way to it, so that no click is lost from sight. */
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

/** One for this tab: a message comes to every other one, never to the one that sent it. */
function channelOfTab(): BroadcastChannel {
  channel ??= new BroadcastChannel('plinth-cart')
  return channel
}

/** Says that the cart has changed. */
function tellOtherTabs() {
  channelOfTab().postMessage('changed')
}

/** Calls back when the cart has changed in another tab, or the user has signed in or out there. */
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
