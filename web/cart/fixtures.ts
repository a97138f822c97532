import { renderHook, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { aProduct } from '../../tests/support/fixtures.ts'
import { openPage } from '../../tests/support/page.tsx'
import type { TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import type { ApiCall, ApiResponse, Transport } from '../platform/api.ts'
import { type Toast, useToasts } from '../ui/toast-store.ts'

let toasts: { current: Toast[] } | undefined
let lastBefore = 0

/** Opens a page as a visitor. `rule` can respond to calls instead of the shop. */
export function openAs(visitor: Visitor, address: string, rule?: Rule) {
  toasts = renderHook(useToasts).result
  lastBefore = toasts.current.at(-1)?.id ?? 0
  return openPage(rule ? doctored(visitor.transport, rule) : visitor.transport, address)
}

export type Rule = (call: ApiCall) => ApiResponse | Promise<ApiResponse> | undefined

function doctored(transport: Transport, rule: Rule): Transport {
  return async (call) => rule(call) ?? transport(call)
}

export const apiResponse = (text: string, status = 200, statusText = ''): ApiResponse => ({
  status,
  statusText,
  headers: {},
  text,
})

export const NOT_A_LIST = apiResponse('{"ok":true}')
export const MALFORMED = apiResponse('<html>')
export const BROKEN = apiResponse('', 500, 'Internal Server Error')

/** Responds to one kind of call, such as 'POST /api/cart', with `give`. */
export const onCall =
  (name: string, give: ApiResponse): Rule =>
  ({ method, url }) =>
    `${method} ${url}`.startsWith(name) ? give : undefined

/** Returns the current toast, unless it is left from an earlier test. */
export function toastNow(): Pick<Toast, 'title' | 'description' | 'duration' | 'isDestructive'> | undefined {
  const toast = toasts?.current.at(-1)
  if (!toast || toast.id === lastBefore) return undefined
  const { title, description, duration, isDestructive } = toast
  return { title, description, duration, isDestructive }
}

/** Returns the open cart. */
export async function panel(count?: number) {
  const name = count === undefined ? /^Your Cart/ : `Your Cart (${count})`
  return within(await screen.findByRole('dialog', { name }))
}

/** Opens the cart and waits until it has loaded. */
export async function openCart() {
  await userEvent.click(await screen.findByRole('link', { name: /^Cart/ }))
  const cart = await panel()
  await waitFor(() => expect(cart.queryByText('Loading...')).toBeNull())
  return cart
}

/** A page with little on it, for tests of the cart alone. */
export const LIGHT_PAGE = '/order-tracking'

/** Opens a cart with 'First' (once) and 'Second' (five times). */
export async function openTwoItems(shop: TestShop, rule?: (visitor: Visitor) => Rule) {
  const visitor = shop.visitor()
  for (const [name, quantity] of [
    ['First', 1],
    ['Second', 5],
  ] as const) {
    const { id } = await aProduct(shop, { name, priceCents: 1000 })
    await visitor.call('POST /api/cart', { productId: id, quantity })
  }
  const view = openAs(visitor, LIGHT_PAGE, rule?.(visitor))
  return { visitor, view, cart: await openCart() }
}

export const LAMP = 'Halo LED Desk Lamp'

/** Returns the 'Add to Cart' button on the lamp's card on the home page. */
export async function cardButton() {
  return (await productCard(LAMP)).getByRole('button', { name: 'Add to Cart' })
}

/** Returns a product's card in the list of all products. */
export async function productCard(name: string) {
  const all = within(await screen.findByRole('region', { name: 'All Products' }))
  return within((await all.findByRole('heading', { name })).closest('article') as HTMLElement)
}

export type Cart = Awaited<ReturnType<typeof openCart>>

/** Returns the quantities stored on the server. */
export const storedCart = async (visitor: Visitor) =>
  (await visitor.call('GET /api/cart')).map(({ quantity }) => quantity)

export const removeFirst = (cart: Cart) =>
  userEvent.click(cart.getByRole('button', { name: 'Remove First from cart' }))

/** Waits for a toast with these properties. */
export const toastIs = (toast: Partial<ReturnType<typeof toastNow>>) =>
  waitFor(() => expect(toastNow()).toMatchObject(toast ?? {}))

/** Measures how long something is rendered, in milliseconds. A mutation observer is exact even on a slow machine. */
export function measureUntilDrawn(isDrawn: () => boolean): Promise<number> {
  return new Promise((resolve) => {
    let since: number | undefined
    const observer = new MutationObserver(() => {
      if (isDrawn()) since ??= performance.now()
      else if (since !== undefined) {
        observer.disconnect()
        resolve(performance.now() - since)
      }
    })
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
  })
}

/** Holds back the calls with one method until each is released. */
export function gate(method: string) {
  const waiting: { call: ApiCall; pass(): void }[] = []
  const rule = (visitor: Visitor) => (call: ApiCall) =>
    call.method === method
      ? new Promise<void>((pass) => waiting.push({ call, pass })).then(() => visitor.transport(call))
      : undefined
  return { rule, waiting }
}
