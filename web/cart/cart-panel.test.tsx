import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { archiveProduct } from '../../server/catalog/products.ts'
import { aProduct } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { measureUntilDrawn, openAs, openCart, panel } from './fixtures.ts'

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
  test("is titled 'Your Cart (N)', where N is the sum of the quantities, like the badge", async () => {
    openAs(await withCart([await aProduct(shop), 2], [await aProduct(shop), 3]), '/')
    expect(await screen.findByRole('link', { name: 'Cart, 5 items' })).toBeDefined()
    await openCart()
    expect(await panel(5)).toBeDefined()
  })

  test('shows a spinner while loading', async () => {
    openAs(shop.visitor(), '/', ({ url }) => (url === '/api/cart' ? new Promise(() => undefined) : undefined))
    await userEvent.click(await screen.findByRole('link', { name: 'Cart' }))
    const cart = await panel()
    expect(cart.getByText('Loading...')).toBeDefined()
    expect(cart.queryByText('Your cart is empty')).toBeNull()
  })

  test("shows 'Your cart is empty' and a 'Continue Shopping' button when empty", async () => {
    openAs(shop.visitor(), '/')
    const cart = await openCart()
    expect(await cart.findByText('Your cart is empty')).toBeDefined()
    expect(cart.queryByRole('link', { name: 'Proceed to Checkout' })).toBeNull()
    await userEvent.click(cart.getByRole('button', { name: 'Continue Shopping' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Your Cart/ })).toBeNull())
  })

  test('shows each item with image, name, quantity stepper, price, a remove button and Move to Wishlist', async () => {
    const visitor = shop.visitor()
    const lamp = await visitor.call('GET /api/products/:slugOrId', { slugOrId: 'halo-desk-lamp' })
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 2 })
    openAs(visitor, '/')
    const line = itemOf(await openCart(), lamp.name)
    expect(line.getByRole('img', { name: lamp.images[0]?.alt })).toBeDefined()
    expect(line.getByRole('status', { name: `Quantity of ${lamp.name}` }).textContent).toBe('2')
    expect(line.getByText('$258.00')).toBeDefined()
    expect(line.getByRole('button', { name: `Remove ${lamp.name} from cart` })).toBeDefined()
    expect(line.getByRole('button', { name: 'Move to Wishlist' })).toBeDefined()
  })

  test('adds one with plus and subtracts one with minus, never below 1', async () => {
    const hook = await aProduct(shop, { name: 'Brass Hook', priceCents: 1250 })
    const visitor = await withCart([hook, 1])
    openAs(visitor, '/')
    const line = itemOf(await openCart(), 'Brass Hook')
    const less = line.getByRole('button', { name: 'Decrease quantity for Brass Hook' })
    expect(less).toHaveProperty('disabled', true)
    await userEvent.click(line.getByRole('button', { name: 'Increase quantity for Brass Hook' }))
    expect(line.getByText('$25.00')).toBeDefined()
    await waitFor(async () => expect((await visitor.call('GET /api/cart'))[0]?.quantity).toBe(2))
    await userEvent.click(less)
    await waitFor(async () => expect((await visitor.call('GET /api/cart'))[0]?.quantity).toBe(1))
    expect(less).toHaveProperty('disabled', true)
  })

  test('opens the product and closes when an item is clicked', async () => {
    const hook = await aProduct(shop, { name: 'Oak Hook', slug: 'oak-hook' })
    const { addressNow } = openAs(await withCart([hook, 1]), '/')
    const cart = await openCart()
    await userEvent.click(cart.getByRole('link', { name: 'Oak Hook' }))
    await waitFor(() => expect(addressNow()).toBe('/product/oak-hook'))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Your Cart/ })).toBeNull())
  })

  test("opens a product by ID if its slug looks like 'product-' followed by digits, otherwise by slug", async () => {
    const imported = await aProduct(shop, { name: 'Imported', slug: 'product-77' })
    const named = await aProduct(shop, { name: 'Named', slug: 'product-77-b' })
    openAs(await withCart([imported, 1], [named, 1]), '/')
    const cart = await openCart()
    const address = (name: string) => cart.getByRole('link', { name }).getAttribute('href')
    expect(address('Imported')).toBe(`/product/${imported.id}`)
    expect(address('Named')).toBe('/product/product-77-b')
  })

  test('has a footer with subtotal, flat shipping of 4.99, total, and buttons to check out or keep shopping', async () => {
    openAs(await withCart([await aProduct(shop, { priceCents: 123_456 }), 2]), '/')
    const cart = await openCart()
    expect(sum(cart, 'Subtotal')).toBe('$2,469.12')
    expect(sum(cart, 'Shipping')).toBe('$4.99')
    expect(sum(cart, 'Total')).toBe('$2,474.11')
    expect(cart.getByRole('link', { name: 'Proceed to Checkout' }).getAttribute('href')).toBe('/checkout')
    expect(cart.getByRole('button', { name: 'Continue Shopping' })).toBeDefined()
  })

  test('charges no shipping if every item ships free, otherwise the flat rate', async () => {
    const free = await aProduct(shop, { shippingCostCents: 0, priceCents: 1000 })
    const other = await aProduct(shop, { name: 'Heavy Box', shippingCostCents: 2500, priceCents: 1000 })
    const visitor = await withCart([free, 1], [other, 1])
    openAs(visitor, '/')
    const cart = await openCart()
    expect(sum(cart, 'Shipping')).toBe('$4.99')
    await userEvent.click(cart.getByRole('button', { name: 'Remove Heavy Box from cart' }))
    await waitFor(() => expect(sum(cart, 'Shipping')).toBe('Free'))
    expect(sum(cart, 'Total')).toBe('$10.00')
  })

  test('shows sums above the maximum price in full', async () => {
    openAs(await withCart([await aProduct(shop, { priceCents: 999_999_999 }), 999]), '/')
    expect(sum(await openCart(), 'Subtotal')).toBe('$9,989,999,990.01')
  })

  test("shows 'Only N left', 'Out of stock', and 'No longer available'", async () => {
    const few = await aProduct(shop, { name: 'Few', stockQuantity: 2 })
    const enough = await aProduct(shop, { name: 'Enough', stockQuantity: 2 })
    const out = await aProduct(shop, { name: 'Out' })
    const gone = await aProduct(shop, { name: 'Gone' })
    const visitor = await withCart([few, 3], [enough, 2], [out, 1], [gone, 1])
    await shop.shop.db.updateTable('products').set({ in_stock: false }).where('id', '=', out.id).execute()
    await archiveProduct(shop.shop.db, null, gone.id)
    openAs(visitor, '/')
    const cart = await openCart()
    expect(itemOf(cart, 'Few').getByText('Only 2 left')).toBeDefined()
    expect(itemOf(cart, 'Enough').queryByText(/left/)).toBeNull()
    expect(itemOf(cart, 'Out').getByText('Out of stock')).toBeDefined()
    expect(itemOf(cart, 'Gone').getByText('No longer available')).toBeDefined()
    expect(itemOf(cart, 'Gone').queryByRole('link')).toBeNull()
  })

  test("offers 'Set to N' for an item with too few units, and hides the total until then", async () => {
    const few = await aProduct(shop, { name: 'Scarce', stockQuantity: 2, priceCents: 1000 })
    const visitor = await withCart([few, 4])
    openAs(visitor, '/')
    const cart = await openCart()
    expect(cart.getByText(/^To check out, update/)).toBeDefined()
    await userEvent.click(itemOf(cart, 'Scarce').getByRole('button', { name: 'Set to 2: Scarce' }))
    await waitFor(async () => expect(await visitor.call('GET /api/cart')).toMatchObject([{ quantity: 2 }]))
    expect(cart.queryByText(/^To check out, update/)).toBeNull()
    expect(cart.queryByRole('button', { name: /^Set to/ })).toBeNull()
    expect(sum(cart, 'Total')).toBe('$24.99')
  })

  test('closes on a click outside, after sliding out for 300 ms', async () => {
    openAs(shop.visitor(), '/')
    await openCart()
    const dialog = screen.getByRole('dialog', { name: /^Your Cart/ })
    const slidOut = measureUntilDrawn(() => dialog.dataset.closing === '' && dialog.hasAttribute('open'))
    await userEvent.click(dialog)
    await waitFor(() => expect(dialog.hasAttribute('open')).toBe(false))
    expect(await slidOut).toBeGreaterThan(200)
  })

  test('keeps the focus inside after a removal', async () => {
    const hook = await aProduct(shop, { name: 'Steel Hook' })
    openAs(await withCart([hook, 1]), '/')
    const cart = await openCart()
    cart.getByRole('button', { name: 'Remove Steel Hook from cart' }).focus()
    await userEvent.keyboard('{Enter}')
    await cart.findByText('Your cart is empty')
    await waitFor(() => expect(document.activeElement).toBe(cart.getByRole('region', { name: 'Cart items' })))
  })
})

describe('/cart', () => {
  test('opens / with the cart panel', async () => {
    const hook = await aProduct(shop, { name: 'Copper Hook' })
    const { addressNow } = openAs(await withCart([hook, 1]), '/cart')
    const cart = await panel(1)
    expect(await cart.findByRole('heading', { name: 'Copper Hook' })).toBeDefined()
    expect(addressNow()).toBe('/')
  })
})
