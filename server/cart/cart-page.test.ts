import { beforeAll, describe, expect, test } from 'vitest'
import { aProduct } from '../../tests/support/fixtures.ts'
import { mainOf as shown, submit } from '../../tests/support/forms.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const formActions = (html: string) =>
  [...html.matchAll(/<form[^>]*action="([^"]+)"/g)].map((match) => match[1])

describe('/cart without JavaScript', () => {
  test('shows the cart that the cookie identifies, and is never cached', async () => {
    const [visitor, hook] = [shop.visitor(), await aProduct(shop, { name: 'Iron Hook', priceCents: 1500 })]
    await visitor.call('POST /api/cart', { productId: hook.id, quantity: 3 })
    const page = await visitor.send({ url: '/cart' })
    expect(page.status).toBe(200)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.text).toContain('<meta name="robots" content="noindex"/>')
    for (const text of ['Your Cart (3)', 'Iron Hook', '$45.00', '$4.99', '$49.99', 'Proceed to Checkout'])
      expect(shown(page)).toContain(text)
    expect(shown(await shop.visitor().send({ url: '/cart' }))).toContain('Your cart is empty')
  })

  test('is the only page that reads the cookie', async () => {
    const [visitor, hook] = [shop.visitor(), await aProduct(shop, { name: 'Secret Hook' })]
    await visitor.call('POST /api/cart', { productId: hook.id, quantity: 1 })
    await shop.shop.db
      .updateTable('products')
      .set({ archived_at: new Date() })
      .where('id', '=', hook.id)
      .execute()
    expect((await visitor.send({ url: '/cart/?from=menu' })).text).toContain('Secret Hook')
    for (const url of ['/', '/cartx', '/product/halo-desk-lamp', '/?page=/cart'])
      expect((await visitor.send({ url })).text).not.toContain('Secret Hook')
  })

  test('is filled by plain forms on product cards and product pages', async () => {
    const visitor = shop.visitor()
    const html = (await visitor.send({ url: '/product/halo-desk-lamp' })).text
    const [, productId = ''] = /name="productId" value="(\d+)"/.exec(html) ?? []
    expect(formActions(html)).toContain('/cart/items')
    const page = await submit(visitor, '/cart/items', { productId, quantity: '2' })
    expect(page.location).toBe('/cart')
    expect(shown(page)).toContain('Your Cart (2)')
    expect(visitor.cookies.has('cart')).toBe(true)
  })

  test('changes and removes items by plain forms', async () => {
    const [visitor, hook] = [shop.visitor(), await aProduct(shop, { name: 'Tin Hook' })]
    await submit(visitor, '/cart/items', { productId: String(hook.id), quantity: '1' })
    const [change = '', remove = ''] = formActions(shown(await visitor.send({ url: '/cart' })))
    expect(shown(await submit(visitor, change, { quantity: '4' }))).toContain('Your Cart (4)')
    expect(shown(await submit(visitor, remove))).toContain('Your cart is empty')
  })

  test('shows why a change was rejected', async () => {
    const visitor = shop.visitor()
    const out = await aProduct(shop, { stockQuantity: 0 })
    const problem = async (action: string, fields: Record<string, string>) => {
      const page = await submit(visitor, action, fields)
      return /role="alert"[^>]*>([^<]+)</.exec(shown(page))?.[1]
    }
    expect(await problem('/cart/items', { productId: String(out.id), quantity: '1' })).toBe(
      'This product is out of stock',
    )
    expect(await problem('/cart/items/999999', { quantity: '1' })).toBe('Cart item not found')
    for (const quantity of ['0', '1000', 'two', ''])
      expect(await problem('/cart/items/1', { quantity })).toBe(
        'Quantity must be a whole number from 1 to 999',
      )
  })

  test('rejects a form submitted from another site', async () => {
    const visitor = shop.visitor()
    for (const site of ['cross-site', 'same-site']) {
      const response = await submit(
        visitor,
        '/cart/items',
        { productId: '1', quantity: '1' },
        { 'sec-fetch-site': site },
      )
      expect(response.status).toBe(403)
    }
    expect(visitor.cookies.has('cart')).toBe(false)
  })

  test('handles forms only at their own URLs', async () => {
    const response = await submit(shop.visitor(), '/api/cart', { productId: '1', quantity: '1' })
    expect(response.status).toBe(415)
  })
})
