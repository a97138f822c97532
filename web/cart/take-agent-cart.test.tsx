import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { aProduct } from '../../tests/support/given.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openAs, toastIs } from './given.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

/** What an agent's tool answers. */
async function ask(name: string, input: object): Promise<Record<string, unknown>> {
  const answer = await shop.visitor().send({
    method: 'POST',
    url: '/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } },
  })
  return (answer.json() as { result: { structuredContent: Record<string, unknown> } }).result
    .structuredContent
}

test('the link of an agent leads to the checkout with what it has put together', async () => {
  const { id, name } = await aProduct(shop, { name: 'Agent Lamp' })
  const { cart } = await ask('create_cart', { items: [{ productId: id, quantity: 2 }] })
  const { url } = await ask('checkout_link', { cartId: (cart as { cartId: string }).cartId })
  const visitor = shop.visitor()
  const { pathname, search } = new URL(String(url))
  openAs(visitor, pathname + search)
  await screen.findByRole('heading', { level: 1, name: 'Checkout' })
  await waitFor(() => expect(screen.getAllByText(new RegExp(name)).length).toBeGreaterThan(0))
  expect(await visitor.call('GET /api/cart')).toMatchObject([{ productId: id, quantity: 2 }])
})

test('a link that is no longer valid says so', async () => {
  openAs(shop.visitor(), '/cart?take=old')
  await toastIs({ description: 'This link is no longer valid. Please ask for a new one.' })
})
