import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { turnClock } from '../../server/platform/clock.ts'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

const DAY_MS = 86_400_000

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
beforeEach(() => () => turnClock(0))

const delivered = async (...names: string[]) =>
  after.aDeliveredOrder(shop, admin, await Promise.all(names.map((name) => aProduct(shop, { name }))))
const open = ({ orderId, email }: after.Proof) =>
  openPageOf(shop.visitor(), `/order-tracking?${new URLSearchParams({ orderId, email })}`)
async function form(name = 'Return items') {
  await userEvent.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('dialog', { name }))
}
const confirm = (dialog: ReturnType<typeof within>, name = 'Request return') =>
  userEvent.click(dialog.getByRole('button', { name }))

describe("'Return items'", () => {
  test('requires at least one item, and requests a return of the selected items, which then appears in the timeline', async () => {
    const order = await delivered('Oak Shelf', 'Felt Mat')
    open(order)
    const dialog = await form()
    await confirm(dialog)
    expect(dialog.getByText('Choose at least one item to return')).toBeDefined()
    await userEvent.selectOptions(dialog.getByLabelText('Felt Mat'), 'Return 1 of 1')
    await userEvent.type(dialog.getByLabelText('Reason (optional)'), 'Too small')
    await confirm(dialog)
    expect(await screen.findByText('Return requested', { selector: 'ol p' })).toBeDefined()
    expect(screen.getByText('1 × Felt Mat')).toBeDefined()
    const { returns } = await after.tracked(shop, order)
    expect(returns).toMatchObject([{ reason: 'Too small', items: [{ name: 'Felt Mat', quantity: 1 }] }])
    expect((await form()).queryByLabelText('Felt Mat')).toBeNull()
  })

  test('has a single item preselected, and disappears once every item has been returned', async () => {
    open(await delivered('Oak Shelf'))
    await confirm(await form())
    await screen.findByText('1 × Oak Shelf')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Return items' })).toBeNull())
  })

  test('shows why the shop rejected the request', async () => {
    const order = await delivered('Oak Shelf')
    open(order)
    const dialog = await form()
    await after.submitReturn(shop, order)
    await confirm(dialog)
    expect(await screen.findByText('Return not requested')).toBeDefined()
    expect(screen.getByText('Oak Shelf is already being returned.')).toBeDefined()
  })

  test('names the return address once it is requested, to the customer and to the admin', async () => {
    await admin.call('PATCH /api/admin/settings', { returnAddress: 'Dock 3\nAustin, TX 78701' })
    onTestFinished(async () => void (await admin.call('PATCH /api/admin/settings', { returnAddress: '' })))
    const order = await delivered('Oak Shelf')
    expect(await after.tracked(shop, order)).not.toHaveProperty('returnAddress')
    await after.submitReturn(shop, order)
    open(order)
    const address = await screen.findByRole('region', { name: 'Return address' })
    expect(address.textContent).toBe('Send your return toDock 3\nAustin, TX 78701')
    const { orderId } = order
    expect(await admin.call('GET /api/admin/orders/:orderId', { orderId })).toMatchObject({
      returnAddress: 'Dock 3\nAustin, TX 78701',
    })
  })

  test('is not offered before the delivery or more than 30 days after it', async () => {
    turnClock(-31 * DAY_MS)
    const old = await delivered('Oak Shelf')
    turnClock(0)
    const fresh = await after.aPurchasedOrder(shop, [await aProduct(shop)])
    for (const order of [old, fresh]) {
      const { unmount } = open(order)
      await screen.findByRole('region', { name: `Order ${order.orderId}` })
      expect(screen.queryByRole('button', { name: 'Return items' })).toBeNull()
      unmount()
    }
  })

  test.each([
    ['to an EU country', ['DE']],
    ['everywhere', null],
  ])('has the labels that EU law prescribes if the shop ships %s', async (_, countries) => {
    const order = await delivered('Oak Shelf')
    const methods = [{ kind: 'flat' as const, name: 'Mail', rate: '4.90' }]
    await admin.call('PATCH /api/admin/settings', { zones: [{ name: 'Abroad', countries, methods }] })
    onTestFinished(async () => void (await admin.call('PATCH /api/admin/settings', { zones: null })))
    open(order)
    await confirm(await form('Withdraw from contract'), 'Confirm withdrawal')
    await screen.findByText('1 × Oak Shelf')
    const subject = `We received your withdrawal for order ${order.orderId}`
    const { text } = await after.findEmail(shop, order.email, subject)
    expect(text).toContain('We received your withdrawal from the contract')
    expect(text).toContain('(in full or in part) on')
  })
})
