import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/api.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { turnClock } from '../platform/clock.ts'

let shop: TestShop
let agent: Client
let lamp: Product
let clock: Product
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  lamp = await fixtures.aProduct(shop, { name: 'Agent Lamp', priceCents: 4990, stockQuantity: 5 })
  clock = await fixtures.aProduct(shop, { name: 'Agent Clock', priceCents: 1000 })
  agent = await anAgent()
})
afterEach(() => turnClock(0))

async function anAgent(): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(`${shop.url}/mcp`))
  // The SDK's types contradict each other about optional fields.
  await client.connect(transport as Parameters<Client['connect']>[0])
  return client
}

type Cart = {
  cartId: string
  items: { productId: number; variantId?: number; quantity: number }[]
  total: string
}

async function call(name: string, input: object) {
  const { structuredContent, isError } = await agent.callTool({ name, arguments: { ...input } })
  const content = structuredContent as Record<string, unknown>
  return { ...content, isError: isError === true, cart: content?.cart as Cart }
}
const aCart = async (quantity = 2) =>
  (await call('create_cart', { items: [{ productId: lamp.id, quantity }] })).cart
async function codeFor(cartId: string): Promise<string> {
  const { url } = (await call('checkout_link', { cartId })) as unknown as { url: string }
  return new URL(url).searchParams.get('take') ?? ''
}
const claim = async (visitor: Visitor, cartId: string) =>
  visitor.call('POST /api/agent-carts', { code: await codeFor(cartId) })

test('a cart below the minimum order has the missing amount for agents', async () => {
  const admin = await fixtures.anAdmin(shop)
  const save = (minimumOrder: string) => admin.call('PATCH /api/admin/settings', { minimumOrder })
  expect(await aCart(1)).not.toHaveProperty('minimumOrder')
  await save('60')
  expect(await aCart(1)).toMatchObject({ minimumOrder: '60.00', missing: '10.10' })
  expect(await aCart(2)).not.toHaveProperty('missing')
  await save('0')
})

test('an agent adds, changes, and hands over one variant of a product', async () => {
  const mat = await fixtures.aProductInColors(shop, { Gray: 5, Blue: 5 }, { name: 'Agent Mat' })
  const [gray, blue] = mat.variants.map(({ id }) => id)
  const quantities = (cart: Cart) => cart.items.map(({ variantId, quantity }) => [variantId, quantity])
  const items = [{ productId: mat.id, variantId: blue, quantity: 2 }]
  const { cart } = await call('create_cart', { items })
  expect(quantities(cart)).toEqual([[blue, 2]])
  const change = [
    { productId: mat.id, variantId: gray, quantity: 1 },
    { productId: mat.id, variantId: blue, quantity: 3 },
  ]
  const changed = await call('update_cart', { cartId: cart.cartId, items: change })
  expect(quantities(changed.cart)).toEqual([
    [blue, 3],
    [gray, 1],
  ])
  const shopper = shop.visitor()
  await shopper.call('POST /api/cart', { productId: mat.id, variantId: blue, quantity: 1 })
  const code = await codeFor(cart.cartId)
  expect(await shopper.call('POST /api/agent-carts', { code })).toMatchObject([
    { quantity: 3, variant: { id: blue } },
    { quantity: 1, variant: { id: gray } },
  ])
})

test('an agent reads the variants of a product in pages, and finds products without them', async () => {
  const id = await fixtures.aProductInManyVariants(shop, { name: 'Agent Board' })
  const found = await call('search_products', { search: 'agent board' })
  expect(found).toMatchObject({ products: [{ id, isLowestPrice: true, options: [{ name: 'Color' }, {}] }] })
  expect(JSON.stringify(found).length).toBeLessThan(3000)
  const pageOf = async (variantsPage?: number) =>
    (await call('get_product', { productId: id, variantsPage })) as unknown as {
      product: { variants: { id: number; sku: string }[]; variantPages: number }
    }
  const first = await pageOf()
  expect(first.product.variants).toHaveLength(100)
  expect(first.product.variantPages).toBe(20)
  const { product } = await pageOf(16)
  expect(product.variants[0]?.sku).toBe(`MANY-${id}-1500`)
  expect(JSON.stringify(product).length).toBeLessThan(25_000)
  const variantId = product.variants[0]?.id
  const { cart } = await call('create_cart', { items: [{ productId: id, variantId, quantity: 1 }] })
  expect(cart).toMatchObject({ items: [{ variantId, quantity: 1 }] })
})

describe('an agent', () => {
  test('can list its tools', async () => {
    const { tools } = await agent.listTools()
    expect(tools.map(({ name }) => name)).toEqual([
      ...['search_products', 'get_product', 'create_cart', 'get_cart', 'update_cart', 'checkout_link'],
    ])
    expect(tools.find(({ name }) => name === 'create_cart')?.inputSchema.required).toEqual(['items'])
    expect(agent.getInstructions()).toContain('checkout link')
  })

  test('finds the same products as a shopper, in the same order and at the same prices', async () => {
    const found = await call('search_products', { search: 'agent lamp', maxPrice: 60 })
    expect(found).toMatchObject({
      total: 1,
      pages: 1,
      products: [
        { id: lamp.id, price: '49.90', inStock: true, url: `http://localhost:3000/product/${lamp.id}` },
      ],
    })
    const site = await shop.visitor().call('GET /api/products', { search: 'desk', page: 1, pageSize: 20 })
    const { products } = (await call('search_products', { search: 'desk' })) as unknown as {
      products: { id: number }[]
    }
    expect(products.map(({ id }) => id)).toEqual(site.map(({ id }) => id))
    expect(await call('search_products', { minPrice: 9, maxPrice: 3 })).toMatchObject({
      isError: true,
      message: 'minPrice must not be above maxPrice',
    })
  })

  test('reads a product description without its markup', async () => {
    const { id } = await fixtures.aProduct(shop, { description: '<p>One &amp; <b>two</b></p><p>three</p>' })
    const { product } = (await call('get_product', { productId: id })) as unknown as {
      product: { description: string }
    }
    expect(product.description).toBe('One & two\nthree')
    expect(await call('get_product', { productId: 999_999 })).toMatchObject({
      isError: true,
      code: 'not_found',
      message: 'Product not found',
    })
  })

  test('creates, changes, and reads a cart with the same results as on the site', async () => {
    const cart = await aCart()
    expect(cart).toMatchObject({ items: [{ productId: lamp.id, quantity: 2, lineTotal: '99.80' }] })
    const { cart: changed } = await call('update_cart', {
      cartId: cart.cartId,
      items: [
        { productId: lamp.id, quantity: 0 },
        { productId: clock.id, quantity: 3 },
      ],
    })
    expect(changed.items).toMatchObject([{ productId: clock.id, quantity: 3 }])
    expect((await call('get_cart', { cartId: cart.cartId })).cart).toEqual(changed)
    const visitor = shop.visitor()
    for (const token of [cart.cartId, cart.cartId.split(':')[1] ?? '']) {
      visitor.cookies.set('cart', token)
      expect(await visitor.call('GET /api/cart')).toEqual([])
    }
    await visitor.call('POST /api/cart', { productId: clock.id, quantity: 1 })
    const cookie = visitor.cookies.get('cart') ?? ''
    for (const cartId of [cookie, `agent:${cookie}`])
      expect(await call('get_cart', { cartId })).toMatchObject({ isError: true, code: 'not_found' })
  })

  test('gets the same rejections as a shopper, with the same messages', async () => {
    const soldOut = await fixtures.aProduct(shop, { stockQuantity: 0 })
    expect(await call('create_cart', { items: [{ productId: soldOut.id, quantity: 1 }] })).toMatchObject({
      isError: true,
      code: 'out_of_stock',
      message: 'This product is out of stock',
    })
    const { cartId } = await aCart()
    for (const unknown of ['x', cartId.split('').reverse().join('')]) {
      expect(await call('get_cart', { cartId: unknown })).toMatchObject({ isError: true, code: 'not_found' })
      const items = [{ productId: lamp.id, quantity: 1 }]
      expect(await call('update_cart', { cartId: unknown, items })).toMatchObject({ code: 'not_found' })
    }
    const tooMany = await agent.callTool({
      name: 'create_cart',
      arguments: { items: [{ productId: lamp.id, quantity: 1000 }] },
    })
    expect(tooMany).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('999') }] })
  })
})

describe('a checkout link', () => {
  test('has the quote of its cart before it is accepted', async () => {
    const { cart } = await call('create_cart', { items: [{ productId: lamp.id, quantity: 2 }] })
    const { cartId, total } = cart as { cartId: string; total: string }
    const quote = await shop.visitor().call('POST /api/agent-carts/quote', { code: await codeFor(cartId) })
    expect(quote).toMatchObject({ lines: [{ productId: lamp.id, quantity: 2 }], amounts: { total } })
  })

  test('adds the items to the shopper’s cart only once, even if it is opened twice', async () => {
    const { cartId } = await aCart()
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: clock.id, quantity: 1 })
    for (const _again of [1, 2]) {
      expect(await claim(visitor, cartId)).toMatchObject([
        { productId: clock.id, quantity: 1 },
        { productId: lamp.id, quantity: 2 },
      ])
    }
  })

  test('does not let the agent see or change the shopper’s cart', async () => {
    const { cartId } = await aCart()
    const visitor = shop.visitor()
    await claim(visitor, cartId)
    expect(visitor.cookies.get('cart')).not.toBe(cartId)
    await visitor.call('POST /api/cart', { productId: clock.id, quantity: 1 })
    await call('update_cart', { cartId, items: [{ productId: lamp.id, quantity: 5 }] })
    expect((await call('get_cart', { cartId })).cart.items).toHaveLength(1)
    expect((await visitor.call('GET /api/cart')).map(({ quantity }) => quantity)).toEqual([2, 1])
  })

  test('adds the items to the signed-in customer’s cart', async () => {
    const { cartId } = await aCart(1)
    const customer = await fixtures.aCustomer(shop)
    expect(await claim(customer, cartId)).toMatchObject([{ productId: lamp.id, quantity: 1 }])
    expect(customer.cookies.has('cart')).toBe(false)
  })

  test('hides the cart ID, is valid for a day, and cannot be forged', async () => {
    const { cartId } = await aCart()
    const code = await codeFor(cartId)
    expect(code).not.toContain(cartId)
    turnClock(23 * 3_600_000)
    await shop.visitor().call('POST /api/agent-carts', { code })
    turnClock(2 * 3_600_000)
    for (const wrong of [code, `${code.slice(0, -2)}AA`, 'v1.a.b.c', '-']) {
      await expect(shop.visitor().call('POST /api/agent-carts', { code: wrong })).rejects.toMatchObject({
        status: 400,
        serverMessage: 'This link is no longer valid. Ask your assistant for a new one.',
      })
    }
  })

  test('says with its cart that the shopper needs an account if the shop requires one', async () => {
    const { cartId } = await aCart()
    const calls = () => Promise.all(['get_cart', 'checkout_link'].map((name) => call(name, { cartId })))
    for (const result of await calls()) expect(JSON.stringify(result)).not.toContain('needsAccount')
    const admin = await fixtures.anAdmin(shop)
    await admin.call('PATCH /api/admin/settings', { guestCheckout: false })
    const [cart, link] = await calls()
    await admin.call('PATCH /api/admin/settings', { guestCheckout: true })
    expect(cart?.cart).toMatchObject({ needsAccount: true })
    expect(link).toMatchObject({ needsAccount: true })
  })

  test('is rejected for an empty cart', async () => {
    const { cartId } = await aCart()
    await call('update_cart', { cartId, items: [{ productId: lamp.id, quantity: 0 }] })
    expect(await call('checkout_link', { cartId })).toMatchObject({
      isError: true,
      message: 'The cart is empty',
    })
  })
})
