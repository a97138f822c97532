import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openAs, toastIs } from './fixtures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

/** Returns the response of an agent tool. */
async function callTool(name: string, input: object): Promise<Record<string, unknown>> {
  const response = await shop.visitor().send({
    method: 'POST',
    url: '/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
  })
  return (response.json() as { result: { structuredContent: Record<string, unknown> } }).result
    .structuredContent
}

async function aLink(productId: number): Promise<string> {
  const { cart } = await callTool('create_cart', { items: [{ productId, quantity: 2 }] })
  const { url } = await callTool('checkout_link', { cartId: (cart as { cartId: string }).cartId })
  const { pathname, search } = new URL(String(url))
  return pathname + search
}

test('an agent’s link shows its items, and changes nothing until the shopper accepts them', async () => {
  const { id, name } = await aProduct(shop, { name: 'Agent Lamp' })
  const visitor = shop.visitor()
  openAs(visitor, await aLink(id))
  await screen.findByRole('heading', { level: 1, name: 'Add these items to your cart?' })
  await screen.findByText(`${name} × 2`)
  expect(await visitor.call('GET /api/cart')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }))
  await screen.findByRole('heading', { level: 1, name: 'Checkout' })
  await waitFor(() => expect(screen.getAllByText(new RegExp(name)).length).toBeGreaterThan(0))
  expect(await visitor.call('GET /api/cart')).toMatchObject([{ productId: id, quantity: 2 }])
})

test('a shopper who declines the items keeps the cart unchanged', async () => {
  const { id } = await aProduct(shop)
  const visitor = shop.visitor()
  const page = openAs(visitor, await aLink(id))
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(page.addressNow()).toBe('/'))
  expect(await visitor.call('GET /api/cart')).toEqual([])
})

test('a link that is no longer valid shows a message', async () => {
  openAs(shop.visitor(), '/cart?take=old')
  await toastIs({ description: 'This link is no longer valid. Ask your assistant for a new one.' })
})
