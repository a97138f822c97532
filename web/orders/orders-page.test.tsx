import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import * as after from '../../tests/support/after-purchase.ts'
import { aCustomer, anAdmin, aProduct, type Customer, linkTo } from '../../tests/support/fixtures.ts'
import { openPage, openPageOf } from '../../tests/support/page.tsx'
import { becomes, checkoutInput, payByCard } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { taxRow } from '../../tests/support/taxes.ts'
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
  const products = await Promise.all(names.map((name) => aProduct(shop, { name, priceCents: 4500 })))
  return after.aPurchasedOrder(shop, products, { visitor: customer })
}
const rowOf = async ({ orderId }: { orderId: string }) =>
  within(await screen.findByRole('row', { name: new RegExp(orderId) }))
async function detailsOf(order: { orderId: string }) {
  await userEvent.click((await rowOf(order)).getByRole('button', { name: /^View details/ }))
  return within(await screen.findByRole('dialog', { name: `Order ${order.orderId}` }))
}

describe('/orders (spec section 2)', () => {
  test.each(['/orders', '/order-history', '/account/orders'])('%s sends a visitor to /auth', async (from) => {
    localStorage.clear()
    const { addressNow } = openPageOf(shop.visitor(), from)
    await waitFor(() => expect(addressNow()).toBe('/auth'))
  })

  test.each(['/order-history', '/account/orders'])('%s redirects to /orders', async (from) => {
    const { addressNow } = openPageOf(customer, from)
    await waitFor(() => expect(addressNow()).toBe('/orders'))
    expect(await screen.findByText('No orders yet.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Explore Products' }).getAttribute('href')).toBe('/')
  })

  test('explains why an order added by its ID has no full shipping address', async () => {
    const order = await after.aPurchasedOrder(shop, [await aProduct(shop)], { email: 'added@example.com' })
    await customer.call('POST /api/orders/:orderId/claim', order)
    openPageOf(customer, '/orders')
    const details = await detailsOf(order)
    expect(details.getByText(/^Austin, TX/)).toBeDefined()
    expect(details.getByText('added@example.com')).toBeDefined()
    expect(details.getByText(/^You added this order by its ID\./)).toBeDefined()
    expect(details.queryByText(/Lovelace|Analytical|78701/)).toBeNull()
  })

  test('offers to add guest orders through an emailed link or by their ID', async () => {
    await after.aPurchasedOrder(shop, [await aProduct(shop)], { email: customer.user.email })
    const { unmount } = openPageOf(customer, '/orders')
    const guest = within(await screen.findByRole('region', { name: 'Orders as a guest' }))
    const byId = guest.getByRole('link', { name: 'Add an order by its ID' })
    expect(byId.getAttribute('href')).toBe('/order-tracking')
    await userEvent.click(guest.getByRole('button', { name: 'Email me a link' }))
    expect(await screen.findByText('Email sent')).toBeDefined()
    unmount()
    const token = await linkTo(shop, 'verify-email', customer.user.email)
    await customer.call('POST /api/auth/verify-email', { token })
    openPageOf(customer, '/orders')
    await screen.findByRole('table', { name: /^Your orders/ })
  })

  test("is a table with 'Order #', 'Date', 'Status', 'Total' and 'Actions', links back to the profile, can be searched by order ID, product and status, and cancels an order", async () => {
    const [shelf, mat] = [await buy('Oak Shelf'), await buy('Felt Mat')]
    await after.ship(await anAdmin(shop), mat)
    openPageOf(customer, '/orders')
    const row = await rowOf(shelf)
    const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual(['Order #', 'Date', 'Status', 'Total', 'Actions'])
    const today = new Date().toLocaleDateString('en-US', { dateStyle: 'medium' })
    for (const text of [shelf.orderId, today, 'Processing', '$49.99'])
      expect(row.getByText(text)).toBeDefined()
    const back = screen.getByRole('link', { name: 'Back to Profile' })
    expect(back.getAttribute('href')).toBe('/profile')

    const search = await screen.findByLabelText('Search your orders')
    const write = (text: string) => fireEvent.change(search, { target: { value: text } })
    const rows = () =>
      screen
        .queryAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent?.slice(0, 12))
    for (const [typed, expected] of [
      [shelf.orderId.toLowerCase(), [shelf.orderId]],
      ['felt', [mat.orderId]],
      ['shipped', [mat.orderId]],
      ['', [mat.orderId, shelf.orderId]],
    ] as const) {
      write(typed)
      expect(rows()).toEqual(expected)
    }
    write('sofa')
    expect(screen.getByText('No orders match “sofa”.')).toBeDefined()
    write('')

    await userEvent.click((await detailsOf(shelf)).getByRole('button', { name: 'Cancel order' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this order?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
    expect(await screen.findByText('Order cancelled')).toBeDefined()
    await waitFor(async () => expect((await rowOf(shelf)).getByText('Cancelled')).toBeDefined())
  })

  test("shows 'Failed to load orders. Please try again later.' with a retry button", async () => {
    const order = await buy('Oak Shelf')
    let isBroken = true
    openPage(async (call) => {
      if (call.url !== '/api/orders' || !isBroken) return customer.transport(call)
      return { status: 500, statusText: '', headers: {}, text: '{}' }
    }, '/orders')
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('Failed to load orders. Please try again later.')).toBeDefined()
    isBroken = false
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await rowOf(order)).toBeDefined()
  })

  test("shows an unrecognized status as 'Unknown', and eleven orders on two pages", async () => {
    await buy('Oak Shelf')
    const [one] = await customer.call('GET /api/orders')
    const many = Array.from({ length: 11 }, (_, index) => ({
      ...one,
      id: `PL-0000-000${index.toString(16)}`,
      status: index === 0 ? 'on hold' : 'shipped',
    }))
    const { addressNow } = openPage(async (call) => {
      if (call.url !== '/api/orders') return customer.transport(call)
      return { status: 200, statusText: '', headers: {}, text: JSON.stringify(many) }
    }, '/orders')
    expect(await screen.findByText('Unknown')).toBeDefined()
    expect(screen.getAllByRole('row')).toHaveLength(11)
    await userEvent.click(screen.getByRole('link', { name: 'Page 2' }))
    await waitFor(() => expect(addressNow()).toBe('/orders?page=2'))
    expect(screen.getByText('PL-0000-000a')).toBeDefined()
    fireEvent.change(screen.getByLabelText('Search your orders'), { target: { value: 'PL-0000-0003' } })
    expect(await screen.findByText('PL-0000-0003')).toBeDefined()
  })
})

describe('the order details', () => {
  test('show items, shipping address, payment, timeline, and tracking number', async () => {
    const order = await buy('Oak Shelf', 'Felt Mat')
    await after.ship(await anAdmin(shop), order)
    openPageOf(customer, '/orders')
    const details = await detailsOf(order)
    for (const text of ['Oak Shelf', 'Felt Mat', '$94.99', '$94.99 by card', 'UPS', 'Shipped with UPS'])
      expect(details.getAllByText(text).length).toBeGreaterThan(0)
    expect(details.getByText(/12 Analytical Row/)).toBeDefined()
    expect(details.getAllByText('Tracking number 1Z 999 AA1')).toHaveLength(2)
    const links = details.getAllByRole('link', { name: 'Tracking number 1Z 999 AA1' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      Array(2).fill('https://www.ups.com/track?tracknum=1Z999AA1'),
    )
    expect(details.getByText(/^Reference pi_/)).toBeDefined()
    expect(details.queryByText('VAT number')).toBeNull()
  })

  test('say that a business owes the VAT itself, and whether its number is verified', async () => {
    const admin = await anAdmin(shop)
    const method = { id: 'parcel', name: 'Parcel', kind: 'flat' as const, rate: '5.95', days: null }
    const zone = { name: 'EU', countries: ['AT'], regions: [], postalCodes: [], methods: [method] }
    const rows = [taxRow('DE', 190_000), taxRow('AT', 200_000)]
    const taxes = { ...NO_TAXES, mode: 'table' as const, pricesIncludeTax: true, home: 'DE', rows }
    await admin.call('PATCH /api/admin/settings', { zones: [zone], taxes })
    const lamp = await aProduct(shop, { priceCents: 11_900 })
    await customer.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    const wien = { country: 'AT', city: 'Wien', zipCode: '1010', state: '', phone: '+43 1 234567890' }
    const input = { ...(await checkoutInput(customer, wien)), amount: '105.00', vatId: 'FR40303265045' }
    const order = await customer.call('POST /api/create-payment-intent', input)
    await payByCard(shop, order)
    await becomes(shop, order.orderId, 'processing')
    await admin.call('PATCH /api/admin/settings', { zones: null, taxes: NO_TAXES })
    openPageOf(customer, '/orders')
    const details = await detailsOf(order)
    expect(details.getByText('FR40303265045 (verified)')).toBeDefined()
    expect(details.getByText(/^Reverse charge: this intra-Community supply has no VAT\./)).toBeDefined()
  })
})
