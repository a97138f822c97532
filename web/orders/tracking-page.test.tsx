import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openPage, openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

const bought = async (name = 'Tracked Lamp') => after.aPurchasedOrder(shop, [await aProduct(shop, { name })])
const address = ({ orderId, email }: after.Proof) =>
  `/order-tracking?${new URLSearchParams({ orderId, email })}`

async function filledIn(orderId: string, email: string) {
  const page = openPageOf(shop.visitor(), '/order-tracking')
  await screen.findByRole('heading', { name: 'Track Your Order' })
  if (orderId) await userEvent.type(screen.getByLabelText('Order ID'), orderId)
  if (email) await userEvent.type(screen.getByLabelText('Email Address'), email)
  await userEvent.click(screen.getByRole('button', { name: 'Track Order' }))
  return page
}

describe('the tracking form', () => {
  test("shows 'Order ID is required' and 'Please enter a valid email address'", async () => {
    await filledIn('', 'nobody')
    expect(await screen.findByText('Order ID is required')).toBeDefined()
    expect(screen.getByText('Please enter a valid email address')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Order ID')))
  })

  test('shows nothing before the first search', async () => {
    openPageOf(shop.visitor(), '/order-tracking?orderId=PL-0000-0000')
    expect(((await screen.findByLabelText('Order ID')) as HTMLInputElement).value).toBe('PL-0000-0000')
    expect(screen.queryByText('Please enter a valid email address')).toBeNull()
  })

  test('shows the order and updates the URL, so Back and Refresh work', async () => {
    const order = await bought()
    const { addressNow } = await filledIn(order.orderId.toLowerCase(), order.email)
    const card = within(await screen.findByRole('region', { name: `Order ${order.orderId}` }))
    expect(card.getByText('Processing')).toBeDefined()
    expect(card.getByText('Tracked Lamp')).toBeDefined()
    expect(card.getByText('Austin, TX, United States')).toBeDefined()
    expect(card.getByText('Payment received')).toBeDefined()
    expect(card.queryByText(/Analytical|Lovelace|555/)).toBeNull()
    expect(addressNow()).toBe(address({ ...order, orderId: order.orderId.toLowerCase() }))
  })

  test('shows refunds in the totals, and the shipment on its carrier’s page', async () => {
    const order = await bought()
    await after.ship(admin, order)
    await admin.call('POST /api/admin/orders/:orderId/refunds', {
      orderId: order.orderId,
      amount: '4.00',
      seenRefunded: '0.00',
      reason: 'A scratch',
    })
    await shop.runJobs()
    openPageOf(shop.visitor(), address(order))
    const card = within(await screen.findByRole('region', { name: `Order ${order.orderId}` }))
    const sums = within(card.getByRole('region', { name: 'Items' }))
    expect(sums.getByText(/^Refund/).nextElementSibling?.textContent).toBe('−$4.00')
    const total = Number(sums.getByText('Total').nextElementSibling?.textContent?.slice(1))
    expect(sums.getByText('Total after refunds').nextElementSibling?.textContent).toBe(
      `$${(total - 4).toFixed(2)}`,
    )
    expect(card.getByRole('link', { name: '1Z 999 AA1' }).getAttribute('href')).toBe(
      'https://www.ups.com/track?tracknum=1Z999AA1',
    )
  })

  test("shows the server's message if the order doesn't exist", async () => {
    const order = await bought()
    await filledIn(order.orderId, 'other@example.com')
    expect((await screen.findByRole('alert')).textContent).toBe('Order not found')
  })

  test("shows 'Failed to find order' if the server sends no message, and can be retried", async () => {
    const order = await bought()
    const visitor = shop.visitor()
    let isBroken = true
    openPage(async (call) => {
      if (!call.url.startsWith('/api/orders/track') || !isBroken) return visitor.transport(call)
      return { status: 502, statusText: 'Bad Gateway', headers: {}, text: '<html>' }
    }, address(order))
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to find order')
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Track Order' }))
    expect(await screen.findByRole('region', { name: `Order ${order.orderId}` })).toBeDefined()
  })

  test('links to support', async () => {
    openPageOf(shop.visitor(), '/order-tracking')
    const link = await screen.findByRole('link', { name: 'Contact support' })
    expect(link.getAttribute('href')).toBe('/contact')
  })
})

describe('the emailed tracking link', () => {
  test('opens the page with the form filled in and the order shown', async () => {
    const order = await bought()
    await after.ship(admin, order)
    openPageOf(shop.visitor(), address(order))
    const card = within(await screen.findByRole('region', { name: `Order ${order.orderId}` }))
    expect((screen.getByLabelText('Order ID') as HTMLInputElement).value).toBe(order.orderId)
    expect((screen.getByLabelText('Email Address') as HTMLInputElement).value).toBe(order.email)
    expect(card.getByText('Shipped with UPS')).toBeDefined()
    expect(card.getByText(after.SHIPMENT.trackingNumber)).toBeDefined()
    expect(card.queryByRole('button')).toBeNull()
  })
})

describe('a guest', () => {
  test('cancels an order while it is processing, after a confirmation', async () => {
    const order = await bought()
    openPageOf(shop.visitor(), address(order))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this order?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
    expect(await screen.findByText('Order cancelled')).toBeDefined()
    const card = within(screen.getByRole('region', { name: `Order ${order.orderId}` }))
    expect((await card.findAllByText('Cancelled')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull()
  })

  test('sees that the order has shipped when it is too late to cancel', async () => {
    const order = await bought()
    openPageOf(shop.visitor(), address(order))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel order' }))
    await after.ship(admin, order)
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel this order?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }))
    expect(await screen.findByText('Order not cancelled')).toBeDefined()
    expect(screen.getByText(/has already shipped and can’t be cancelled/)).toBeDefined()
    expect(await screen.findByText('Shipped with UPS')).toBeDefined()
  })
})
