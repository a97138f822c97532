import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openPage } from '../../tests/support/page.tsx'
import { sendRequest } from '../../tests/support/send-request.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import { taxRow } from '../../tests/support/taxes.ts'
import type { ApiResponse } from '../platform/api.ts'
import { saveTyped } from './checkout-storage.ts'

const VIENNA = { ...SHIPPING, country: 'AT', city: 'Wien', zipCode: '1010', address: 'Graben 12', state: '' }

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
  const method = { id: 'parcel', name: 'Parcel', kind: 'flat' as const, rate: '5.95', days: null }
  await admin.call('PATCH /api/admin/settings', {
    zones: [{ name: 'EU', countries: ['DE', 'AT'], regions: [], postalCodes: [], methods: [method] }],
    taxes: {
      ...NO_TAXES,
      mode: 'table',
      pricesIncludeTax: true,
      home: 'DE',
      rows: [taxRow('DE', 190_000), taxRow('AT', 200_000)],
    },
  })
})
beforeEach(() => sessionStorage.clear())

/** Opens the checkout with a lamp for $119.00 and an address. */
async function openCheckout(address: typeof VIENNA) {
  const visitor = shop.visitor()
  const lamp = await aProduct(shop, { priceCents: 11_900 })
  await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
  saveTyped(address)
  const payments: ApiResponse[] = []
  openPage(async (call) => {
    const response = await visitor.transport(call)
    if (call.url === '/api/create-payment-intent') payments.push(response)
    return response
  }, '/checkout')
  await screen.findByRole('region', { name: 'Shipping Information' })
  return { visitor, payments }
}

function rows(): string[] {
  const [summary] = screen.getAllByText('Subtotal')
  return within(summary?.closest('dl') as HTMLElement)
    .getAllByRole('term')
    .map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
}
const toPayment = () => userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }))

test('the VAT of the destination is shown before the payment, and the shopper agrees to it', async () => {
  const { payments } = await openCheckout(VIENNA)
  await waitFor(() =>
    expect(rows()).toEqual([
      ...['Subtotal: $119.00', 'Shipping: $5.95', 'Total: $124.95', 'Includes VAT 20%: $20.82'],
    ]),
  )
  await toPayment()
  await waitFor(() => expect(payments.map(({ status }) => status)).toEqual([200]))
  const target = await screen.findByText('Ship to', { selector: 'dt' })
  expect(target.nextElementSibling?.textContent).toMatch(/, 1010 Wien, Austria$/)
})

test('a business in another EU country pays the net price with its VAT number', async () => {
  const { payments } = await openCheckout(VIENNA)
  await userEvent.type(await screen.findByLabelText('VAT number (optional)'), 'FR40303265045')
  await screen.findByText('Verified by VIES: Sandbox Trading Company')
  await waitFor(() =>
    expect(rows()).toEqual([
      ...['Subtotal: $100.00', 'Shipping: $5.00', 'Reverse charge 0%: $0.00', 'Total: $105.00'],
    ]),
  )
  await toPayment()
  await waitFor(() => expect(payments.map(({ status }) => status)).toEqual([200]))
  const { orderId } = JSON.parse(payments[0]?.text ?? '{}') as { orderId: string }
  const { vatNumber, totalAmount } = await admin.call('GET /api/admin/orders/:orderId', { orderId })
  expect([vatNumber?.id, totalAmount]).toEqual(['FR40303265045', '105.00'])
})

test('a VAT number that the store owner requires must be entered before the payment', async () => {
  await admin.call('PATCH /api/admin/settings', { vatNumberField: 'required' })
  onTestFinished(
    async () => void (await admin.call('PATCH /api/admin/settings', { vatNumberField: 'optional' })),
  )
  const { payments } = await openCheckout(VIENNA)
  const field = await screen.findByLabelText('VAT number')
  await toPayment()
  expect((await screen.findByRole('alert')).textContent).toBe('Please correct 1 field.')
  expect(screen.getByText('Enter the VAT number of your business')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.type(field, 'FR40303265045')
  await screen.findByText('Verified by VIES: Sandbox Trading Company')
  await toPayment()
  await waitFor(() => expect(payments.map(({ status }) => status)).toEqual([200]))
})

describe('while VIES is unavailable', () => {
  beforeEach(() =>
    sendRequest(`${shop.sandboxUrl}/sandbox/api/faults/vies/down`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ count: 1 }),
    }),
  )

  test('the checkout says that the order includes VAT, and the shopper can pay it', async () => {
    const { payments } = await openCheckout(VIENNA)
    await userEvent.type(await screen.findByLabelText('VAT number (optional)'), 'LU10000255')
    await screen.findByText(/can’t verify this number right now, so your order includes VAT/)
    expect(rows()).toContain('Includes VAT 20%: $20.82')
    await toPayment()
    await waitFor(() => expect(payments.map(({ status }) => status)).toEqual([200]))
    expect(screen.getByText(/your order includes VAT/)).toBeTruthy()
  })
})

test('an invalid VAT number leads back to the form with the reason', async () => {
  await openCheckout(VIENNA)
  await userEvent.type(await screen.findByLabelText('VAT number (optional)'), 'FR40303265046')
  await toPayment()
  const reason = await screen.findAllByText(/Enter a valid VAT number/)
  expect(reason.length).toBeGreaterThan(0)
  expect(await screen.findByLabelText('VAT number (optional)')).toHaveProperty('value', 'FR40303265046')
})

test('there is no field for a VAT number in the shop’s own country', async () => {
  await openCheckout({ ...VIENNA, country: 'DE', city: 'Berlin', zipCode: '10115' })
  await waitFor(() => expect(rows()).toContain('Includes VAT 19%: $19.95'))
  expect(screen.queryByLabelText('VAT number (optional)')).toBeNull()
})
