import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { archiveProduct } from '../../server/catalog/archive-product.ts'
import { aProduct } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { LIGHT_PAGE, measureUntilDrawn, openAs, openCart, panel } from './fixtures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

/** Returns a visitor with these items in the cart. */
async function withCart(...items: [product: { id: number }, quantity: number][]): Promise<Visitor> {
  const visitor = shop.visitor()
  for (const [{ id }, quantity] of items) await visitor.call('POST /api/cart', { productId: id, quantity })
  return visitor
}
const itemOf = (cart: ReturnType<typeof within>, name: string) =>
  within(cart.getByRole('heading', { name }).closest('li') as HTMLElement)
const sum = (cart: ReturnType<typeof within>, name: string) =>
  cart.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

describe('the cart sidebar (spec section 2)', () => {
  test("shows a spinner while loading, then 'Your cart is empty', and closes with a button or a click outside", async () => {
    const loading = Promise.withResolvers<void>()
    const visitor = shop.visitor()
    openAs(visitor, LIGHT_PAGE, (call) =>
      call.url === '/api/cart' ? loading.promise.then(() => visitor.transport(call)) : undefined,
    )
    await userEvent.click(await screen.findByRole('link', { name: 'Cart' }))
    const cart = await panel()
    expect(cart.getByText('Loading...')).toBeDefined()
    expect(cart.queryByText('Your cart is empty')).toBeNull()
    loading.resolve()
    expect(await cart.findByText('Your cart is empty')).toBeDefined()
    expect(cart.queryByText('Loading...')).toBeNull()
    expect(cart.queryByRole('link', { name: 'Proceed to Checkout' })).toBeNull()
    await userEvent.click(cart.getByRole('button', { name: 'Continue Shopping' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Your Cart/ })).toBeNull())

    // It slides out for 300 ms.
    await openCart()
    const dialog = screen.getByRole('dialog', { name: /^Your Cart/ })
    const slidOut = measureUntilDrawn(() => dialog.dataset.closing === '' && dialog.hasAttribute('open'))
    await userEvent.click(dialog)
    await waitFor(() => expect(dialog.hasAttribute('open')).toBe(false))
    expect(await slidOut).toBeGreaterThan(200)
  })

  test("is titled 'Your Cart (N)' like the badge, shows each item and the sums, and opens a clicked item", async () => {
    const imported = await aProduct(shop, { name: 'Imported', slug: 'product-77', priceCents: 1000 })
    const named = await aProduct(shop, { name: 'Named', slug: 'product-77-b', priceCents: 123_456 })
    const visitor = await withCart([imported, 1], [named, 2])
    const lamp = await visitor.call('GET /api/products/:slugOrId', { slugOrId: 'halo-desk-lamp' })
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 2 })
    const { addressNow } = openAs(visitor, LIGHT_PAGE)
    // N is the sum of the quantities.
    expect(await screen.findByRole('link', { name: 'Cart, 5 items' })).toBeDefined()
    await openCart()
    const cart = await panel(5)

    const line = itemOf(cart, lamp.name)
    expect(line.getByRole('img', { name: lamp.images[0]?.alt })).toBeDefined()
    expect(line.getByRole('status', { name: `Quantity of ${lamp.name}` }).textContent).toBe('2')
    expect(line.getByText('$258.00')).toBeDefined()
    expect(line.getByRole('button', { name: `Remove ${lamp.name} from cart` })).toBeDefined()
    expect(line.getByRole('button', { name: 'Move to Wishlist' })).toBeDefined()

    await cart.findByText('Subtotal')
    expect(sum(cart, 'Subtotal')).toBe('$2,737.12')
    expect(sum(cart, 'Shipping')).toBe('$4.99')
    expect(sum(cart, 'Total')).toBe('$2,742.11')
    expect(cart.getByRole('link', { name: 'Proceed to Checkout' }).getAttribute('href')).toBe('/checkout')
    expect(cart.getByRole('button', { name: 'Continue Shopping' })).toBeDefined()

    // A slug like 'product-' and digits could be an ID, so the product is opened by its ID.
    const address = (name: string) => cart.getByRole('link', { name }).getAttribute('href')
    expect(address('Imported')).toBe(`/product/${imported.id}`)
    expect(address('Named')).toBe('/product/product-77-b')
    await userEvent.click(cart.getByRole('link', { name: 'Named' }))
    await waitFor(() => expect(addressNow()).toBe('/product/product-77-b'))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Your Cart/ })).toBeNull())
  })

  test('changes quantities by one, never below 1, ships free only if every item does, and keeps the focus after a removal', async () => {
    const hook = await aProduct(shop, { name: 'Brass Hook', shippingCostCents: 0, priceCents: 1250 })
    const other = await aProduct(shop, { name: 'Heavy Box', shippingCostCents: 2500, priceCents: 1000 })
    const visitor = await withCart([hook, 1], [other, 1])
    openAs(visitor, LIGHT_PAGE)
    const cart = await openCart()
    const line = itemOf(cart, 'Brass Hook')
    const quantityIs = (quantity: number) =>
      waitFor(async () =>
        expect(
          (await visitor.call('GET /api/cart')).find(({ product }) => product.id === hook.id),
        ).toMatchObject({
          quantity,
        }),
      )
    const less = line.getByRole('button', { name: 'Decrease quantity for Brass Hook' })
    expect(less).toHaveProperty('disabled', true)
    await userEvent.click(line.getByRole('button', { name: 'Increase quantity for Brass Hook' }))
    expect(line.getByText('$25.00')).toBeDefined()
    await quantityIs(2)
    await userEvent.click(less)
    await quantityIs(1)
    expect(less).toHaveProperty('disabled', true)

    await waitFor(() => expect(sum(cart, 'Subtotal')).toBe('$22.50'))
    expect(sum(cart, 'Shipping')).toBe('$4.99')
    await userEvent.click(cart.getByRole('button', { name: 'Remove Heavy Box from cart' }))
    await waitFor(() => expect(sum(cart, 'Shipping')).toBe('Free'))
    await waitFor(() => expect(sum(cart, 'Total')).toBe('$12.50'))

    cart.getByRole('button', { name: 'Remove Brass Hook from cart' }).focus()
    await userEvent.keyboard('{Enter}')
    await cart.findByText('Your cart is empty')
    await waitFor(() => expect(document.activeElement).toBe(cart.getByRole('region', { name: 'Cart items' })))
  })

  test("shows 'Only N left', 'Out of stock', and 'No longer available', and the total once 'Set to N' is clicked", async () => {
    const few = await aProduct(shop, { name: 'Few', stockQuantity: 2, priceCents: 1000 })
    const enough = await aProduct(shop, { name: 'Enough', stockQuantity: 2, priceCents: 1000 })
    const out = await aProduct(shop, { name: 'Out' })
    const gone = await aProduct(shop, { name: 'Gone' })
    const visitor = await withCart([few, 4], [enough, 2], [out, 1], [gone, 1])
    await shop.shop.db.updateTable('variants').set({ in_stock: false }).where('id', '=', out.id).execute()
    await archiveProduct(shop.shop.db, null, gone.id)
    openAs(visitor, LIGHT_PAGE)
    const cart = await openCart()
    expect(itemOf(cart, 'Few').getByText('Only 2 left')).toBeDefined()
    expect(itemOf(cart, 'Enough').queryByText(/left/)).toBeNull()
    expect(itemOf(cart, 'Out').getByText('Out of stock')).toBeDefined()
    expect(itemOf(cart, 'Gone').getByText('No longer available')).toBeDefined()
    expect(itemOf(cart, 'Gone').queryByRole('link')).toBeNull()

    for (const name of ['Out', 'Gone']) {
      await userEvent.click(cart.getByRole('button', { name: `Remove ${name} from cart` }))
      await waitFor(() => expect(cart.queryByRole('heading', { name })).toBeNull())
    }
    expect(await cart.findByText(/^To check out, update/)).toBeDefined()
    await userEvent.click(itemOf(cart, 'Few').getByRole('button', { name: 'Set to 2: Few' }))
    await waitFor(async () =>
      expect((await visitor.call('GET /api/cart')).map(({ quantity }) => quantity)).toEqual([2, 2]),
    )
    expect(cart.queryByText(/^To check out, update/)).toBeNull()
    expect(cart.queryByRole('button', { name: /^Set to/ })).toBeNull()
    await waitFor(() => expect(sum(cart, 'Total')).toBe('$44.99'))
  })
})

describe('/cart', () => {
  test('opens / with the cart panel, which shows sums above the maximum price in full', async () => {
    const hook = await aProduct(shop, { name: 'Golden Hook', priceCents: 999_999_999 })
    const { addressNow } = openAs(await withCart([hook, 999]), '/cart')
    const cart = await panel(999)
    expect(await cart.findByRole('heading', { name: 'Golden Hook' })).toBeDefined()
    expect(addressNow()).toBe('/')
    await cart.findByText('Subtotal')
    expect(sum(cart, 'Subtotal')).toBe('$9,989,999,990.01')
  })
})
