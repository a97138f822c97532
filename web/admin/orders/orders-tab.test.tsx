import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as after from '../../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../../tests/support/given.ts'
import { openPage } from '../../../tests/support/page.tsx'
import { checkOutWith, switchOn } from '../../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

const bought = async () =>
  after.aBoughtOrder(shop, [await aProduct(shop, { name: 'Oak Shelf', priceCents: 4500 })])

function open(address: string) {
  storeToken(admin.token ?? '')
  return openPage((call) => admin.transport(call), address)
}
async function openOrder({ orderId }: { orderId: string }) {
  const page = open(`/admin?tab=orders&edit=${orderId}`)
  const sheet = within(await screen.findByRole('dialog', { name: `Order ${orderId}` }))
  await sheet.findByRole('heading', { name: 'Timeline' })
  return { page, sheet }
}
const click = (button: string, within = screen as Pick<typeof screen, 'findByRole'>) =>
  within.findByRole('button', { name: button }).then((found) => userEvent.click(found))

describe("the admin's Orders tab", () => {
  test('says so when there are no orders yet', async () => {
    open('/admin?tab=orders')
    await screen.findByText('There are no orders yet. The first one will stand here as soon as it is paid.')
  })

  test('lists orders with customer, status and total, and opens one', async () => {
    const { orderId } = await bought()
    const page = open('/admin?tab=orders')
    const row = within(await screen.findByRole('row', { name: new RegExp(orderId) }))
    expect(row.getAllByText('Processing')).not.toEqual([])
    expect(row.getByText('$49.99')).toBeDefined()
    await userEvent.click(row.getByRole('link', { name: orderId }))
    expect(await screen.findByRole('dialog', { name: `Order ${orderId}` })).toBeDefined()
    expect(page.addressNow()).toBe(`/admin?tab=orders&edit=${orderId}`)
  })
})

describe('one order', () => {
  test('shows its items, customer, payment, and who moved it', async () => {
    const { sheet } = await openOrder(await bought())
    expect(sheet.getByText('Oak Shelf')).toBeDefined()
    expect(
      within(sheet.getByRole('region', { name: 'Customer' })).getByText(/12 Analytical Row/),
    ).toBeDefined()
    const payment = within(sheet.getByRole('region', { name: 'Payment' }))
    expect(payment.getByText('$49.99 paid')).toBeDefined()
    expect(payment.getByText(/^pi_.*\(test\)$/)).toBeDefined()
    expect(within(sheet.getByRole('region', { name: 'Timeline' })).getByText(/by provider$/)).toBeDefined()
  })

  test('is shipped with carrier and tracking number, then delivered', async () => {
    const { sheet } = await openOrder(await bought())
    await click('Mark as shipped', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Mark as shipped' }))
    await click('Mark as shipped', form)
    expect(form.getByText('Carrier must have 2 to 60 characters')).toBeDefined()
    await userEvent.type(form.getByLabelText('Carrier'), 'UPS')
    await userEvent.type(form.getByLabelText('Tracking number (optional)'), '1Z 999')
    await click('Mark as shipped', form)
    await sheet.findByText('Shipped with UPS')
    expect(sheet.getByText('Tracking number 1Z 999')).toBeDefined()
    await click('Mark as delivered', sheet)
    expect(await sheet.findAllByText('Delivered')).toHaveLength(2)
    expect(sheet.queryByRole('button', { name: 'Cancel and refund' })).toBeNull()
  })

  test('has its tracking number corrected after it was shipped', async () => {
    const order = await bought()
    await after.ship(admin, order)
    const { sheet } = await openOrder(order)
    await click('Correct tracking', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Correct tracking' }))
    expect(form.getByText('The customer gets a letter with what you correct here.')).toBeDefined()
    expect(form.getByLabelText('Carrier')).toHaveProperty('value', 'UPS')
    const number = form.getByLabelText('Tracking number (optional)')
    expect(number).toHaveProperty('value', '1Z 999 AA1')
    await userEvent.clear(number)
    await userEvent.type(number, '1Z 111')
    await click('Save', form)
    await sheet.findByText('Tracking number 1Z 111')
    expect(screen.queryByRole('dialog', { name: 'Correct tracking' })).toBeNull()
    expect(await screen.findByText('Tracking corrected')).toBeDefined()
  })

  test('has no tracking to correct before it is sent', async () => {
    const { sheet } = await openOrder(await bought())
    expect(sheet.queryByRole('button', { name: 'Correct tracking' })).toBeNull()
  })

  test('says why it cannot be moved when somebody else was quicker, and shows how it is now', async () => {
    const order = await bought()
    const { sheet } = await openOrder(order)
    await click('Mark as shipped', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Mark as shipped' }))
    await userEvent.type(form.getByLabelText('Carrier'), 'UPS')
    await shop.visitor().call('POST /api/orders/:orderId/cancel', order)
    await click('Mark as shipped', form)
    const alert = await form.findByRole('alert')
    expect(alert.textContent).toBe('This order is cancelled and cannot become shipped: that is its end.')
  })

  test('is cancelled with a full refund and a reason', async () => {
    const { sheet } = await openOrder(await bought())
    await click('Cancel and refund', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Cancel this order?' }))
    expect(form.getByLabelText('Put its items back in stock')).toHaveProperty('checked', true)
    await click('Cancel and refund', form)
    expect(form.getByText('Please say why, in at most 300 characters')).toBeDefined()
    await userEvent.type(form.getByLabelText('Reason'), 'Damaged')
    await click('Cancel and refund', form)
    expect(await sheet.findAllByText('Cancelled')).toHaveLength(2)
  })

  test('gives a part of the money back', async () => {
    const { sheet } = await openOrder(await bought())
    await click('Refund a part', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Refund a part' }))
    await click('Refund', form)
    expect(form.getByText('Please enter an amount above 0, such as 49.99')).toBeDefined()
    await userEvent.type(form.getByLabelText('Reason'), 'A scratch')
    await userEvent.type(form.getByLabelText('Amount in USD'), '99')
    await click('Refund', form)
    expect((await form.findByRole('alert')).textContent).toBe('At most $49.99 of this order can be refunded.')
    await userEvent.clear(form.getByLabelText('Amount in USD'))
    await userEvent.type(form.getByLabelText('Amount in USD'), '9.99')
    await click('Refund', form)
    expect(await sheet.findByText('$49.99 paid, $9.99 refunded')).toBeDefined()
    expect(within(sheet.getByRole('list', { name: 'Refunds' })).getByText('$9.99')).toBeDefined()
  })

  test('has a return to settle: accepted with restock choice, its cost suggested as the refund', async () => {
    const order = await after.aDeliveredOrder(shop, admin, [await aProduct(shop, { priceCents: 4500 })])
    await after.askForReturn(shop, order, { reason: 'Too bright' })
    const { sheet } = await openOrder(order)
    expect(sheet.getByText('“Too bright”')).toBeDefined()
    await click('Accept return', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Accept return' }))
    expect(form.getByLabelText('Refund in USD')).toHaveProperty('value', '45.00')
    await userEvent.click(form.getByLabelText('Put its items back in stock'))
    await click('Accept and refund', form)
    expect(await sheet.findByText('Return accepted')).toBeDefined()
    const [settled] = await admin.call('GET /api/admin/returns')
    expect(settled).toMatchObject({ status: 'accepted', refund: '45.00' })
  })

  test('refuses a return with a reason for the customer', async () => {
    const order = await after.aDeliveredOrder(shop, admin, [await aProduct(shop)])
    await after.askForReturn(shop, order)
    const { sheet } = await openOrder(order)
    await click('Refuse return', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Refuse return' }))
    await click('Refuse return', form)
    expect(form.getByText('Please say why: the customer reads it')).toBeDefined()
    await userEvent.type(form.getByLabelText('Reason'), 'Used for a year')
    await click('Refuse return', form)
    expect(await sheet.findByText('Return refused')).toBeDefined()
  })

  test('shows why a refund failed, and tries it again', async () => {
    const { orderId, email } = await bought()
    await switchOn(shop, 'refund-fails', { count: 1, delayMs: 50 })
    const refund = { amount: '9.99', reason: 'A scratch', seenRefunded: '0.00' }
    await admin.call('POST /api/admin/orders/:orderId/refunds', { orderId, ...refund })
    await vi.waitFor(
      async () => {
        await shop.runJobs()
        expect((await admin.call('GET /api/admin/orders', { needs: 'refund' }))[0]?.id).toBe(orderId)
      },
      { timeout: 20_000, interval: 50 },
    )
    const { sheet } = await openOrder({ orderId })
    const refunds = within(sheet.getByRole('list', { name: 'Refunds' }))
    expect(refunds.getByText('failed')).toBeDefined()
    await click('Try this refund again', refunds)
    expect(await refunds.findByText('waits for the provider')).toBeDefined()
    expect(refunds.queryByRole('button')).toBeNull()
    await after.theLetter(shop, email, `We have refunded $9.99 for your order ${orderId}`)
  })

  test('has notes', async () => {
    const { sheet } = await openOrder(await bought())
    await userEvent.type(sheet.getByLabelText('New note'), 'Gate code 12')
    await click('Add note', sheet)
    expect(await within(sheet.getByRole('region', { name: 'Notes' })).findByText(/^admin,/)).toBeDefined()
  })

  test('releases the hold of an unpaid order', async () => {
    const checkout = await checkOutWith(shop.visitor(), [await aProduct(shop)])
    const { sheet } = await openOrder(checkout)
    expect(sheet.getByText(/holds its stock until/)).toBeDefined()
    await click('Release hold', sheet)
    expect(await sheet.findAllByText('Cancelled')).toHaveLength(2)
  })

  test('has a packing slip without prices, to be printed', async () => {
    const { orderId } = await bought()
    open(`/admin?tab=orders&slip=${orderId}`)
    expect(await screen.findByText(`Order ${orderId}`)).toBeDefined()
    expect(screen.getByRole('heading', { name: 'Packing slip' })).toBeDefined()
    expect(screen.getByRole('cell', { name: 'Oak Shelf' })).toBeDefined()
    expect(document.body.textContent).not.toContain('$')
    expect(screen.queryByRole('navigation', { name: 'Admin' })).toBeNull()
  })

  test('that nobody knows says so', async () => {
    open('/admin?tab=orders&edit=PL-0000-0000')
    expect(await screen.findByText('This order could not be loaded.')).toBeDefined()
  })
})
