import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, type Customer } from '../../../tests/support/fixtures.ts'
import { aPaidShelf, click, openAsAdmin, openOrderSheet } from '../../../tests/support/order-sheet.tsx'
import { checkOutWith } from '../../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

describe("the admin's Orders tab", () => {
  test('shows a message when there are no orders yet', async () => {
    openAsAdmin(admin, '/admin?tab=orders')
    await screen.findByText('No orders yet. Orders appear here once they’re paid.')
  })

  test('lists orders with customer, status and total, opens one, and prints its packing slip without prices', async () => {
    const { orderId } = await aPaidShelf(shop)
    const page = openAsAdmin(admin, '/admin?tab=orders')
    const row = within(await screen.findByRole('row', { name: new RegExp(orderId) }))
    expect(row.getAllByText('Processing')).not.toEqual([])
    expect(row.getByText('$49.99')).toBeDefined()
    await userEvent.click(row.getByRole('link', { name: orderId }))
    expect(await screen.findByRole('dialog', { name: `Order ${orderId}` })).toBeDefined()
    expect(page.addressNow()).toBe(`/admin?tab=orders&edit=${orderId}`)
    cleanup()
    openAsAdmin(admin, `/admin?tab=orders&slip=${orderId}`)
    expect(await screen.findByText(`Order ${orderId}`)).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Packing slip' })).toBeDefined()
    expect(screen.getByRole('cell', { name: 'Oak Shelf' })).toBeDefined()
    expect(document.body.textContent).not.toContain('$')
    expect(screen.queryByRole('navigation', { name: 'Admin' })).toBeNull()
  })

  test('counts what waits for the admin in its tabs, which are filters in the URL', async () => {
    const [ready, held] = [await aPaidShelf(shop), await aPaidShelf(shop)]
    const { orderId, reason } = { ...held, reason: 'Odd address' }
    await admin.call('POST /api/admin/orders/:orderId/review', { orderId, reason })
    const { orderId: unpaid } = await checkOutWith(shop.visitor(), [await aProduct(shop)])
    const counts = await admin.call('GET /api/admin/orders/counts')
    const page = openAsAdmin(admin, '/admin?tab=orders&status=shipped&page=2')
    const tabs = within(await screen.findByRole('navigation', { name: 'Orders by what they need' }))
    const open = async (name: RegExp) => userEvent.click(await tabs.findByRole('link', { name }))
    await open(new RegExp(`^To ship ?${counts.shipment}$`))
    expect(page.addressNow()).toBe('/admin?tab=orders&needs=shipment')
    expect(await screen.findByRole('link', { name: ready.orderId })).toBeDefined()
    expect(screen.queryByRole('link', { name: held.orderId })).toBeNull()
    await open(/^On hold ?1$/)
    expect(await screen.findByRole('link', { name: held.orderId })).toBeDefined()
    await open(new RegExp(`^Unpaid ?${counts.unpaid}$`))
    expect(await screen.findByRole('link', { name: unpaid })).toBeDefined()
    expect(page.addressNow()).toBe('/admin?tab=orders&status=pending')
    expect(tabs.getByRole('link', { current: 'page' }).textContent).toContain('Unpaid')
    expect(tabs.queryByRole('link', { name: /^Disputes/ })).toBeNull()
    await open(/^Returns$/)
    expect(await screen.findByText('No open return requests.')).toBeDefined()
    await open(/^All$/)
    expect(page.addressNow()).toBe('/admin?tab=orders')
  })

  test('ships the selected orders together, each with its tracking number', async () => {
    const [one, two] = [await aPaidShelf(shop), await aPaidShelf(shop)]
    openAsAdmin(admin, '/admin?tab=orders&needs=shipment')
    for (const { orderId } of [one, two])
      await userEvent.click(await screen.findByRole('checkbox', { name: `Select order ${orderId}` }))
    const bar = within(screen.getByRole('region', { name: 'Selected orders' }))
    expect(bar.getByText('2 orders selected')).toBeDefined()
    await click('Mark as shipped', bar)
    const form = within(await screen.findByRole('dialog', { name: 'Mark 2 orders as shipped' }))
    await click('Mark as shipped', form)
    expect(form.getByText('Carrier must be 2 to 60 characters')).toBeDefined()
    await userEvent.type(form.getByLabelText('Carrier'), 'UPS')
    await userEvent.type(form.getByLabelText(`Tracking number of ${one.orderId} (optional)`), '1Z 1')
    await click('Mark as shipped', form)
    expect(await screen.findByText('2 orders shipped')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected orders' })).toBeNull())
    const details = async ({ orderId }: { orderId: string }) =>
      admin.call('GET /api/admin/orders/:orderId', { orderId })
    expect(await details(one)).toMatchObject({ status: 'shipped', carrier: 'UPS', trackingNumber: '1Z 1' })
    expect(await details(two)).toMatchObject({ status: 'shipped', carrier: 'UPS', trackingNumber: null })
  })

  test('lists which of the selected orders couldn’t be shipped, and why, and keeps them selected', async () => {
    const [good, cancelled] = [await aPaidShelf(shop), await aPaidShelf(shop)]
    openAsAdmin(admin, '/admin?tab=orders')
    for (const { orderId } of [good, cancelled])
      await userEvent.click(await screen.findByRole('checkbox', { name: `Select order ${orderId}` }))
    await click('Mark as shipped', within(screen.getByRole('region', { name: 'Selected orders' })))
    const form = within(await screen.findByRole('dialog', { name: 'Mark 2 orders as shipped' }))
    await userEvent.type(form.getByLabelText('Carrier'), 'UPS')
    await shop.visitor().call('POST /api/orders/:orderId/cancel', cancelled)
    await click('Mark as shipped', form)
    const results = within(await screen.findByRole('dialog', { name: '1 of 2 orders shipped' }))
    expect(results.getByRole('alert').textContent).toBe('1 order couldn’t be shipped and stays selected.')
    expect(
      results.getAllByRole('listitem').map((item) => item.textContent?.replace('Ada Lovelace', ' ')),
    ).toEqual([
      `${cancelled.orderId} This order is cancelled and can't become shipped: this status is final.`,
      `${good.orderId} Shipped`,
    ])
    await userEvent.click(results.getAllByRole('button', { name: 'Close' })[1] ?? document.body)
    const row = await screen.findByRole('checkbox', { name: `Select order ${cancelled.orderId}` })
    expect(row).toHaveProperty('checked', true)
    expect(await screen.findByText('1 order selected')).toBeDefined()
  })

  test('prints the packing slips of the selected orders, and warns of orders that must not ship', async () => {
    const [one, cancelled] = [await aPaidShelf(shop), await aPaidShelf(shop)]
    await shop.visitor().call('POST /api/orders/:orderId/cancel', cancelled)
    const page = openAsAdmin(admin, '/admin?tab=orders')
    for (const { orderId } of [one, cancelled])
      await userEvent.click(await screen.findByRole('checkbox', { name: `Select order ${orderId}` }))
    await userEvent.click(await screen.findByRole('link', { name: 'Packing slips' }))
    const slipOf = async ({ orderId }: { orderId: string }) => {
      const slip = within(await screen.findByRole('article', { name: `Packing slip ${orderId}` }))
      await slip.findByRole('cell', { name: 'Oak Shelf' })
      return slip
    }
    expect((await slipOf(cancelled)).getByText('Don’t ship: this order is cancelled.')).toBeDefined()
    expect((await slipOf(one)).queryByText(/^Don’t ship/)).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Back to the orders' }))
    expect(page.addressNow()).toBe('/admin?tab=orders')
  })
})

describe('keys in an opened order', () => {
  test('open the next and the previous order of the list, but not while typing', async () => {
    const { items } = await admin.callPaged('GET /api/admin/orders', {})
    const [first, second] = [items[0]?.id ?? '', items[1]?.id ?? '']
    const page = openAsAdmin(admin, `/admin?tab=orders&edit=${first}`)
    const opened = async (id: string) => {
      const sheet = within(await screen.findByRole('dialog', { name: `Order ${id}` }))
      await sheet.findByRole('heading', { name: 'Timeline' })
      return sheet
    }
    const sheet = await opened(first)
    expect(await sheet.findByText(`1 of ${items.length}`)).toBeDefined()
    await userEvent.keyboard('k')
    expect(page.addressNow()).toBe(`/admin?tab=orders&edit=${first}`)
    await userEvent.keyboard('j')
    const next = await opened(second)
    expect(page.addressNow()).toBe(`/admin?tab=orders&edit=${second}`)
    await userEvent.type(next.getByLabelText('New note'), 'jk')
    expect(next.getByLabelText('New note')).toHaveProperty('value', 'jk')
    expect(page.addressNow()).toBe(`/admin?tab=orders&edit=${second}`)
    await userEvent.click(next.getByRole('button', { name: 'Previous order' }))
    await opened(first)
  })
})

describe('an order', () => {
  test('shows its items, customer, payment, and who changed its status, has notes, is shipped, gets a corrected tracking number, and is delivered', async () => {
    const sheet = await openOrderSheet(admin, await aPaidShelf(shop))
    expect(sheet.getByText('Oak Shelf')).toBeDefined()
    expect(
      within(sheet.getByRole('region', { name: 'Customer' })).getByText(/12 Analytical Row/),
    ).toBeDefined()
    const payment = within(sheet.getByRole('region', { name: 'Payment' }))
    expect(payment.getByText('$49.99 paid')).toBeDefined()
    expect(payment.getByText(/^pi_.*\(test\)$/)).toBeDefined()
    expect(within(sheet.getByRole('region', { name: 'Timeline' })).getByText(/by provider$/)).toBeDefined()

    fireEvent.change(sheet.getByLabelText('New note'), { target: { value: 'Gate code 12' } })
    await click('Add note', sheet)
    expect(await within(sheet.getByRole('region', { name: 'Notes' })).findByText(/^admin,/)).toBeDefined()

    expect(sheet.queryByRole('button', { name: 'Correct tracking' })).toBeNull()
    await click('Mark as shipped', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Mark as shipped' }))
    await click('Mark as shipped', form)
    expect(form.getByText('Carrier must be 2 to 60 characters')).toBeDefined()
    await userEvent.type(form.getByLabelText('Carrier'), 'UPS')
    await userEvent.type(form.getByLabelText('Tracking number (optional)'), '1Z 999')
    await click('Mark as shipped', form)
    await sheet.findByText('Shipped with UPS')
    const links = sheet.getAllByRole('link', { name: 'Tracking number 1Z 999' })
    const carrierPage = 'https://www.ups.com/track?tracknum=1Z999'
    expect(links.map((link) => link.getAttribute('href'))).toEqual([carrierPage, carrierPage])

    await click('Correct tracking', sheet)
    const correction = within(screen.getByRole('dialog', { name: 'Correct tracking' }))
    expect(correction.getByText('We’ll email the corrected details to the customer.')).toBeDefined()
    expect(correction.getByLabelText('Carrier')).toHaveProperty('value', 'UPS')
    const number = correction.getByLabelText('Tracking number (optional)')
    expect(number).toHaveProperty('value', '1Z 999')
    await userEvent.clear(number)
    await userEvent.type(number, '1Z 111')
    await click('Save', correction)
    expect(await sheet.findAllByText('Tracking number 1Z 111')).toHaveLength(2)
    expect(await screen.findByText('Tracking corrected')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Correct tracking' })).toBeNull())

    await click('Mark as delivered', sheet)
    expect(sheet.getAllByText('Shipped').length).toBeGreaterThan(0)
    await click('Mark as delivered', within(screen.getByRole('dialog', { name: 'Mark as delivered?' })))
    expect(await sheet.findAllByText('Delivered')).toHaveLength(2)
    expect(sheet.queryByRole('button', { name: 'Cancel and refund' })).toBeNull()
  })

  test('shows the current status, with an explanation, if another admin has changed it', async () => {
    const order = await aPaidShelf(shop)
    const sheet = await openOrderSheet(admin, order)
    await click('Mark as shipped', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Mark as shipped' }))
    await userEvent.type(form.getByLabelText('Carrier'), 'UPS')
    await shop.visitor().call('POST /api/orders/:orderId/cancel', order)
    await click('Mark as shipped', form)
    const alert = await form.findByRole('alert')
    expect(alert.textContent).toBe("This order is cancelled and can't become shipped: this status is final.")
  })

  test('is cancelled with a full refund and a reason', async () => {
    const sheet = await openOrderSheet(admin, await aPaidShelf(shop))
    await click('Cancel and refund', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Cancel this order?' }))
    expect(form.getByLabelText('Restock items')).toHaveProperty('checked', true)
    await click('Cancel and refund', form)
    expect(form.getByText('Enter a reason of at most 300 characters')).toBeDefined()
    await userEvent.type(form.getByLabelText('Reason'), 'Damaged')
    await click('Cancel and refund', form)
    expect(await sheet.findAllByText('Cancelled')).toHaveLength(2)
  })

  test('allows releasing its reservation while it is unpaid', async () => {
    const checkout = await checkOutWith(shop.visitor(), [await aProduct(shop)])
    const sheet = await openOrderSheet(admin, checkout)
    expect(sheet.getByText(/stock reserved until/)).toBeDefined()
    await click('Release hold', sheet)
    expect(await sheet.findAllByText('Cancelled')).toHaveLength(2)
  })

  test('shows an error if it is unknown', async () => {
    openAsAdmin(admin, '/admin?tab=orders&edit=PL-0000-0000')
    expect(await screen.findByText('This order couldn’t be loaded.')).toBeDefined()
  })
})
