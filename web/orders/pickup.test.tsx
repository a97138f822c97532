import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, anAdmin, aProduct, type Customer, emailsTo } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { openAs } from '../cart/fixtures.ts'
import { saveMethod, saveTyped } from '../checkout/checkout-storage.ts'
import { storeToken } from '../platform/auth-token.ts'

const PLACE = { address: '12 Main Street', city: 'Austin', state: 'TX', zipCode: '78701', country: 'US' }
const METHODS = [
  { kind: 'flat' as const, name: 'Mail', rate: '5' },
  { kind: 'pickup' as const, name: 'Store', address: PLACE },
]
/** The steps of the checkout keep the specification's names, and statuses their names in the API. */
const ALLOWED = /Back to Shipping|Shipping \(done\)|FakeShip/g

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
  await admin.call('PATCH /api/admin/settings', {
    zones: [{ name: 'Here', countries: ['United States'], methods: METHODS }],
  })
})

/** Orders by pickup. @returns its ID and client secret */
async function orderByPickup(visitor: Visitor, email: string) {
  await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
  const checkout = await visitor.call(
    'POST /api/create-payment-intent',
    await buying.checkoutInput(visitor, { email }, 'store'),
  )
  expect(await buying.payByCard(shop, checkout)).toBe(200)
  await buying.becomes(shop, checkout.orderId, 'processing')
  return checkout
}

/** Checks the main part of a page, once it shows a text. */
async function expectNoShipping(shown: RegExp | string, part = () => document.querySelector('main')) {
  expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0)
  const words = (part()?.textContent ?? '').replaceAll(ALLOWED, '')
  expect(words).not.toBe('')
  expect(words).not.toMatch(/\bship/i)
  expect(words).toContain('12 Main Street')
}

describe('an order that is picked up never reads ‘ship’', () => {
  test('in the payment step', async () => {
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
    saveTyped(SHIPPING)
    saveMethod('store')
    openAs(visitor, '/checkout?step=payment')
    await screen.findByRole('button', { name: 'Complete Payment' })
    await expectNoShipping('Pick up at')
    sessionStorage.clear()
  })

  test('on the success page, the tracking page, the account’s order, in the admin, on the packing slip, and in emails', async () => {
    const customer = await aCustomer(shop)
    const { email } = customer.user
    const visitor = shop.visitor()
    const { orderId, clientSecret } = await orderByPickup(visitor, email)
    await customer.call('POST /api/orders/:orderId/claim', { orderId, email })
    const views = async (label: string) => {
      openPageOf(shop.visitor(), `/order-tracking?${new URLSearchParams({ orderId, email })}`)
      await expectNoShipping(label)
      cleanup()
      storeToken(customer.token ?? '')
      openPageOf(customer, '/orders')
      await userEvent.click(await screen.findByRole('button', { name: /^View details/ }))
      await expectNoShipping('Your address', () => screen.getByRole('dialog'))
      cleanup()
      storeToken(admin.token ?? '')
      openPageOf(admin, `/admin?tab=orders&edit=${orderId}`)
      await screen.findByRole('region', { name: 'Customer' })
      await expectNoShipping('Customer', () => screen.getByRole('dialog'))
      cleanup()
      openPageOf(admin, `/admin?tab=orders&slip=${orderId}`)
      await expectNoShipping(`Order ${orderId}`)
      cleanup()
      localStorage.clear()
    }
    openAs(visitor, `/order-success?payment_intent_client_secret=${clientSecret}`)
    await expectNoShipping('Pick up at')
    cleanup()
    await views('Processing')
    await admin.call('POST /api/admin/orders/:orderId/ship', {
      orderId,
      carrier: 'Pickup',
      trackingNumber: null,
    })
    await views('Ready for pickup')
    await admin.call('POST /api/admin/orders/:orderId/deliver', { orderId })
    await views('Picked up')
    const other = await orderByPickup(shop.visitor(), email)
    await shop.visitor().call('POST /api/orders/:orderId/cancel', { orderId: other.orderId, email })
    const subjects = [
      `Your order ${orderId} at Plinth`,
      `Your order ${orderId} is ready for pickup`,
      `You picked up your order ${orderId}`,
      `Your order ${other.orderId} was cancelled`,
    ]
    const emails = await emailsTo(shop, email)
    const found = subjects.map((subject) => emails.find((mail) => mail.subject === subject))
    expect(found.map((mail) => mail?.subject)).toEqual(subjects)
    for (const mail of found) expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/\bship/i)
  })
})
