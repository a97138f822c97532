import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CartQuote } from '#contract/checkout/quote-api.ts'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openPage } from '../../tests/support/page.tsx'
import { switchOn } from '../../tests/support/purchase.ts'
import { sendRequest } from '../../tests/support/send-request.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import { BUSINESS, STRIPE_TAX } from '../../tests/support/taxes.ts'
import { saveTyped } from './checkout-storage.ts'

const LONDON = {
  ...SHIPPING,
  country: 'UK',
  state: 'London',
  city: 'London',
  zipCode: 'SW1A 1AA',
  address: '10 Downing Street',
}

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ environment: { STRIPE_EXPRESS_CHECKOUT: 'on' } })
  admin = await anAdmin(shop)
  await admin.call('PATCH /api/admin/settings', { business: BUSINESS, taxes: STRIPE_TAX })
})
beforeEach(() => sessionStorage.clear())
const reset = () => sendRequest(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
afterEach(reset)

/**
 * Opens a page with a lamp of $33.33 in the cart and a typed address.
 * @returns 'taxed' for each quote with taxes, 'failed' for each that the provider couldn't calculate, and payments' statuses
 */
async function openWith(address: Partial<typeof LONDON>, path = '/checkout') {
  const visitor = shop.visitor()
  const lamp = await aProduct(shop, { priceCents: 3333 })
  await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
  saveTyped(address)
  const outcomes: (string | number)[] = []
  openPage(async (call) => {
    const response = await visitor.transport(call)
    if (call.url === '/api/create-payment-intent') outcomes.push(response.status)
    if (call.url === '/api/quote') {
      const { isUntaxed, problem } = JSON.parse(response.text) as CartQuote
      if (!isUntaxed || problem) outcomes.push(problem ? 'failed' : 'taxed')
    }
    return response
  }, path)
  await screen.findAllByText('Subtotal')
  return () => outcomes
}

function rows(): string[] {
  const [summary] = screen.getAllByText('Subtotal')
  return within(summary?.closest('dl') as HTMLElement)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
}
const toPayment = () => userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }))
const UNTAXED = [...['Subtotal: $33.33', 'Shipping: $4.99', 'Total: $38.32', 'Taxes: Calculated at checkout']]
const TAXED = ['Subtotal: $33.33', 'Shipping: $4.99', 'VAT 20%: $7.67', 'Total: $45.99']

test('the cart says that the tax comes later, and offers no wallets', async () => {
  await openWith({}, '/cart')
  expect(rows()).toEqual(UNTAXED)
  expect(screen.queryByLabelText('Express checkout')).toBeNull()
})

test('the tax is shown once the address is complete, and agreed to', async () => {
  const statuses = await openWith(LONDON)
  await waitFor(() => expect(rows()).toEqual(TAXED))
  await toPayment()
  await waitFor(() => expect(statuses()).toEqual(['taxed', 200]))
})

test('typing an address requests the tax once, after a pause', async () => {
  const statuses = await openWith({ ...LONDON, city: '' })
  expect(rows()).toEqual(UNTAXED)
  await userEvent.type(screen.getByLabelText('City'), 'London')
  await waitFor(() => expect(rows()).toEqual(TAXED), { timeout: 3000 })
  expect(statuses()).toEqual(['taxed'])
})

test('an address that the provider doesn’t know is named next to the form, which keeps everything', async () => {
  await openWith({ ...SHIPPING, zipCode: '00000' })
  expect(await screen.findByText(CHECKOUT_MESSAGES.taxAddress)).toBeDefined()
  expect(rows()).toEqual(UNTAXED)
  expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Ada')
})

test('while the provider is unavailable, the payment waits for another attempt', async () => {
  await switchOn(shop, 'down', {})
  const statuses = await openWith(LONDON)
  expect(await screen.findByText(CHECKOUT_MESSAGES.taxesUnavailable)).toBeDefined()
  await toPayment()
  expect(await screen.findByText('Tax not calculated')).toBeDefined()
  await reset()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(statuses()).toEqual(['failed', 'taxed', 200]))
  expect(rows()).toEqual(TAXED)
})

test('a price that changes during the checkout is shown with its new tax', async () => {
  const statuses = await openWith(LONDON)
  await waitFor(() => expect(rows()).toEqual(TAXED))
  await shop.shop.db
    .updateTable('variants')
    .set({ price_cents: 10_000 })
    .where('price_cents', '=', 3333)
    .execute()
  await toPayment()
  expect(await screen.findByText('Your cart has changed')).toBeDefined()
  await waitFor(() => expect(rows()).toContain('VAT 20%: $21.00'), { timeout: 3000 })
  expect(statuses().slice(0, 2)).toEqual(['taxed', 409])
})
