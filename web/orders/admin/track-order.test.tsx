import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import * as after from '../../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../../tests/support/fixtures.ts'
import { failing, openPage } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import type { ApiCall } from '../../platform/api.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

function open(address: string, breaks: (call: ApiCall) => boolean = () => false) {
  storeToken(admin.token ?? '')
  return openPage(failing(admin, breaks), address)
}

describe('the tracking form in the admin (contract section 0)', () => {
  async function track(orderId: string, email: string, breaks?: (call: ApiCall) => boolean) {
    open('/admin?tab=orders', breaks)
    const form = within(await screen.findByRole('region', { name: 'Track Order' }))
    if (orderId) await userEvent.type(form.getByLabelText('Order ID'), orderId)
    if (email) await userEvent.type(form.getByLabelText('Email Address'), email)
    await userEvent.click(form.getByRole('button', { name: 'Track Order' }))
    return form
  }

  test('finds an order by its ID and email address', async () => {
    const { orderId, email } = await after.aPurchasedOrder(shop, [await aProduct(shop)])
    const form = await track(orderId, email)
    expect((await form.findByRole('status')).textContent).toContain('Processing')
    expect(form.getByRole('link', { name: `Open order ${orderId}` })).toBeDefined()
  })

  test('validates its fields', async () => {
    const form = await track('', 'nobody')
    expect(form.getByText('Order ID is required')).toBeDefined()
    expect(form.getByText('Please enter a valid email address')).toBeDefined()
  })

  test("shows the server's message inline and in a destructive toast 'Error'", async () => {
    const form = await track('PL-0000-0000', 'nobody@example.com')
    expect((await form.findByRole('alert')).textContent).toBe('Order not found')
    expect(await screen.findByText('Error')).toBeDefined()
    expect(screen.getAllByText('Order not found')).toHaveLength(2)
  })

  test('shows a fallback message if the server sends none', async () => {
    const form = await track('PL-0000-0000', 'a@b.example', ({ url }) => url === '/api/orders/track')
    expect((await form.findByRole('alert')).textContent).toBe(
      'Failed to track order. Please check your details and try again.',
    )
  })
})
