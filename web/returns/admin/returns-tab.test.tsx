import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { turnClock } from '../../../server/platform/clock.ts'
import * as after from '../../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../../tests/support/fixtures.ts'
import { click, openAsAdmin } from '../../../tests/support/order-sheet.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

const DAY_MS = 86_400_000
/** Requests a return of a delivered order this many days ago. */
async function aReturn(name: string, daysAgo = 0) {
  turnClock(-daysAgo * DAY_MS)
  try {
    const order = await after.aDeliveredOrder(shop, admin, [await aProduct(shop, { name, priceCents: 4500 })])
    const { returns } = await after.submitReturn(shop, order, { reason: `No ${name}` })
    return { ...order, id: returns[0]?.id ?? 0 }
  } finally {
    turnClock(0)
  }
}
const rowOf = async ({ orderId }: { orderId: string }) => {
  const link = await screen.findByRole('link', { name: orderId })
  return within(link.closest('tr') as HTMLElement)
}

describe("the admin's Returns tab", () => {
  test('says that there is nothing to settle', async () => {
    openAsAdmin(admin, '/admin?tab=returns')
    await screen.findByText(/^No returns to settle\./)
    const nav = within(screen.getByRole('navigation', { name: 'Admin' }))
    expect(nav.getByRole('link', { name: 'Returns' }).title).toBe('')
  })

  test('lists requests with their items, reason, and age, oldest first, and counts them in the navigation', async () => {
    const [young, old] = [await aReturn('Felt Mat'), await aReturn('Brass Pen', 3)]
    openAsAdmin(admin, '/admin?tab=returns')
    const row = await rowOf(old)
    expect(row.getByText('1 × Brass Pen')).toBeDefined()
    expect(row.getByText('“No Brass Pen”')).toBeDefined()
    expect(row.getByText(/^3 days ago/)).toBeDefined()
    expect((await rowOf(young)).getByText(/^Today/)).toBeDefined()
    const nav = within(screen.getByRole('navigation', { name: 'Admin' }))
    await waitFor(() => expect(nav.getByRole('link', { name: 'Returns' }).title).toBe('2 to settle'))
    await userEvent.click(screen.getByRole('link', { name: /^Requested/ }))
    await waitFor(() =>
      expect(screen.getAllByRole('link', { name: /^PL-/ }).map(({ textContent }) => textContent)).toEqual([
        young.orderId,
        old.orderId,
      ]),
    )
  })

  test('opens the order of a return, where it is settled, and has the settled ones under their state', async () => {
    const order = await aReturn('Cork Tray')
    const page = openAsAdmin(admin, '/admin?tab=returns')
    await userEvent.click(await screen.findByRole('link', { name: order.orderId }))
    expect(page.addressNow()).toBe(`/admin?tab=returns&edit=${order.orderId}`)
    const sheet = within(await screen.findByRole('dialog', { name: `Order ${order.orderId}` }))
    await click('Decline return', sheet)
    const form = within(screen.getByRole('dialog', { name: 'Decline return' }))
    await userEvent.type(form.getByLabelText('Reason'), 'Used for a year')
    await click('Decline return', form)
    await sheet.findByText('Return declined')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Decline return' })).toBeNull())
    await click('Close', sheet)
    await waitFor(() => expect(screen.queryByRole('link', { name: order.orderId })).toBeNull())
    await userEvent.click(screen.getByRole('link', { name: 'Declined' }))
    expect((await rowOf(order)).getAllByText('Declined')).not.toEqual([])
    expect(page.addressNow()).toBe('/admin?tab=returns&status=refused')
  })
})
