import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCustomer, aProduct } from '../../tests/support/fixtures.ts'
import { openPage, openPageOf } from '../../tests/support/page.tsx'
import { checkOutWith, payByCard, switchOn } from '../../tests/support/purchase.ts'
import { openTestShop, stripeOf, type TestShop } from '../../tests/support/shop.ts'
import { CARD } from '../../tests/support/shopper-details.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { openAs } from '../cart/fixtures.ts'
import { storeToken } from '../platform/auth-token.ts'

let shop: TestShop
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestShop()
  // The page polls, because this shop receives no webhooks.
  await stripeOf(shop).webhookEndpoints.update('we_plinth_sandbox', { enabled_events: ['account.updated'] })
})
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  visitor = shop.visitor()
})

const aCheckout = async (email = 'ada@example.com') =>
  checkOutWith(visitor, [await aProduct(shop)], { email })
const back = ({ clientSecret }: { clientSecret: string }, more = '') =>
  `/order-success?payment_intent_client_secret=${encodeURIComponent(clientSecret)}${more}`

describe('/order-success (spec section 2, contract section 4)', () => {
  test('shows the number of a paid order, clears the cart once, and links a guest to the tracking page, but stores no data that would give the browser’s next user access', async () => {
    const checkout = await aCheckout('guest@example.com')
    await payByCard(shop, checkout)
    await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 2 })
    const first = openPageOf(visitor, back(checkout))
    expect(await screen.findByRole('heading', { name: 'Order Successful!' })).toBeDefined()
    expect(
      screen.getByText('Thank you for your purchase. Your payment has been processed successfully.'),
    ).toBeDefined()
    expect(screen.getByText(checkout.orderId)).toBeDefined()
    expect(screen.getByText(/confirmation email.*guest@example.com.*within 1-2 business days/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('link', { name: 'View Orders' }).getAttribute('href')).toBe(
      `/order-tracking?orderId=${checkout.orderId}&email=guest%40example.com`,
    )
    await waitFor(async () => expect(await visitor.call('GET /api/cart')).toEqual([]))
    const stored = Object.values({ ...localStorage, ...sessionStorage }).map(String)
    expect(stored.filter((text) => text.includes(checkout.clientSecret))).toEqual([])
    expect(stored.length).toBeGreaterThan(0)
    first.unmount()

    // Opened again later, it doesn't clear the next cart.
    await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
    openPageOf(visitor, back(checkout))
    await screen.findByRole('heading', { name: 'Order Successful!' })
    expect(await visitor.call('GET /api/cart')).toHaveLength(1)
    cleanup()

    // In another browser, such as a bank app's, it shows no email address.
    openPageOf(shop.visitor(), back(checkout))
    expect(await screen.findByText(checkout.orderId)).toBeDefined()
    expect(screen.getByText(/^A confirmation email is on its way\. Products/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'View Orders' }).getAttribute('href')).toBe('/order-tracking')
  })

  test('links a customer to their orders, even while the session is being checked', async () => {
    const customer = await aCustomer(shop)
    visitor = customer
    storeToken(customer.token ?? '')
    const checkout = await aCheckout()
    await payByCard(shop, checkout)
    const checked = Promise.withResolvers<void>()
    const { queryClient } = openAs(visitor, back(checkout), (call) =>
      call.url === '/api/auth/user' ? checked.promise.then(() => visitor.transport(call)) : undefined,
    )
    const link = await screen.findByRole('link', { name: 'View Orders' })
    expect(link.getAttribute('href')).toBe('/orders')
    checked.resolve()
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.getByRole('link', { name: 'View Orders' }).getAttribute('href')).toBe('/orders')
  })

  test('thanks the shopper and clears the cart without a payment in the URL, as in the spec', async () => {
    await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
    openPageOf(visitor, '/order-success')
    await screen.findByRole('heading', { name: 'Order Successful!' })
    await waitFor(async () => expect(await visitor.call('GET /api/cart')).toEqual([]))
  })

  test('shows that an incomplete payment failed even if the URL claims otherwise, asks to confirm one that the bank requires, then updates automatically', async () => {
    const checkout = await aCheckout()
    openPageOf(visitor, back(checkout, '&redirect_status=succeeded'))
    expect(await screen.findByRole('heading', { name: 'Payment failed' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Back to payment' }).getAttribute('href')).toBe(
      '/checkout?step=payment',
    )
    expect(await visitor.call('GET /api/cart')).toHaveLength(1)
    cleanup()
    await payByCard(shop, checkout, CARD.asksBank)
    openPageOf(visitor, back(checkout))
    expect(await screen.findByRole('heading', { name: 'Confirm your payment' })).toBeDefined()
    expect(screen.queryByText(/You weren’t charged/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to payment' })).toBeDefined()
    await payByCard(shop, checkout)
    expect(
      await screen.findByRole('heading', { name: 'Order Successful!' }, { timeout: 10_000 }),
    ).toBeDefined()
  })

  test('shows that a payment is processing, and updates automatically', async () => {
    const checkout = await aCheckout()
    await switchOn(shop, 'processing', { count: 1, delayMs: 1500 })
    await payByCard(shop, checkout)
    openPageOf(visitor, back(checkout))
    expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeDefined()
    expect(
      await screen.findByRole('heading', { name: 'Order Successful!' }, { timeout: 15_000 }),
    ).toBeDefined()
  })

  test('claims nothing about a payment that is unknown or can’t be fetched, and offers a retry', async () => {
    openPage(
      async (call) => {
        if (call.url !== '/api/payment-outcome') return visitor.transport(call)
        return { status: 404, statusText: 'Not Found', headers: {}, text: '{"message":"Payment not found"}' }
      },
      back({ clientSecret: 'pi_1_secret_2' }),
    )
    expect(await screen.findByRole('heading', { name: 'We couldn’t check your payment' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
  })
})
