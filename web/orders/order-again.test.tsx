import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { aCustomer, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openPage, openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { storeToken } from '../platform/auth-token.ts'

let shop: TestShop
let customer: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
})
beforeEach(async () => {
  customer = await aCustomer(shop)
  storeToken(customer.token ?? '')
})

const buy = async (...names: string[]) => {
  const products = await Promise.all(names.map((name) => aProduct(shop, { name, stockQuantity: 5 })))
  await after.aPurchasedOrder(shop, products, { visitor: customer })
  return products
}
const archive = ({ id }: { id: number }) =>
  shop.shop.db.updateTable('products').set({ archived_at: new Date() }).where('id', '=', id).execute()
const sellOut = ({ id }: { id: number }) =>
  shop.shop.db.updateTable('variants').set({ in_stock: false }).where('id', '=', id).execute()
const orderAgain = async () => userEvent.click(await screen.findByRole('button', { name: /^Order again/ }))
const inCart = async () => (await customer.call('GET /api/cart')).map(({ product }) => product.name)

describe("'Order again'", () => {
  test('adds everything to the cart and opens it', async () => {
    await buy('Oak Shelf', 'Felt Mat')
    openPageOf(customer, '/orders')
    await orderAgain()
    expect(await screen.findByText('Everything from this order is in your cart.')).toBeDefined()
    const cart = within(await screen.findByRole('dialog', { name: 'Your Cart (2)' }))
    expect(cart.getByText('Felt Mat')).toBeDefined()
  })

  test('adds items that are still active, and names the others', async () => {
    const [, archived, soldOut] = await buy('Oak Shelf', 'Old Lamp', 'Rare Pen')
    if (archived) await archive(archived)
    if (soldOut) await sellOut(soldOut)
    openPageOf(customer, '/orders')
    await orderAgain()
    expect(await screen.findByText('Some items weren’t added')).toBeDefined()
    const left = 'Old Lamp (no longer available), Rare Pen (out of stock).'
    expect(screen.getByText(`Not added: ${left}`)).toBeDefined()
    expect((await screen.findByText(/^Not added from order PL-.*: /)).textContent).toContain(left)
    expect(await inCart()).toEqual(['Oak Shelf'])
  })

  test('shows a message when none of the products is active', async () => {
    const [only] = await buy('Last Lamp')
    if (only) await archive(only)
    openPageOf(customer, '/orders')
    await orderAgain()
    expect(await screen.findByText('No items added')).toBeDefined()
    expect(await inCart()).toEqual([])
  })

  test('shows an error when it fails, and keeps the items that were already added', async () => {
    await buy('Oak Shelf', 'Felt Mat')
    let requests = 0
    openPage(async (call) => {
      if (call.method === 'POST' && call.url === '/api/cart' && ++requests === 2)
        return { status: 500, statusText: '', headers: {}, text: '{}' }
      return customer.transport(call)
    }, '/orders')
    await orderAgain()
    expect(await screen.findByText('Failed to add to cart')).toBeDefined()
    expect(await screen.findByLabelText('Cart, 1 item')).toBeDefined()
  })
})
