import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { aProduct } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import { apiResponse, onCall, openAs, toastNow } from '../cart/fixtures.ts'
import type { ApiResponse } from '../platform/api.ts'
import { saveTyped } from './checkout-storage.ts'

let shop: TestShop
let visitor: Visitor
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => {
  sessionStorage.clear()
  saveTyped(SHIPPING)
  visitor = shop.visitor()
})

const INTENT = 'POST /api/create-payment-intent'

/** Opens the payment step. `overrides` replaces fields of the server's payment response. */
async function enterPayment(overrides?: Partial<ApiResponse>) {
  const product = await aProduct(shop, { name: 'Desk Thing', priceCents: 4500 })
  await visitor.call('POST /api/cart', { productId: product.id, quantity: 1 })
  const rule =
    overrides && onCall(INTENT, { status: 200, statusText: 'OK', headers: {}, text: '', ...overrides })
  return { product, ...openAs(visitor, '/checkout?step=payment', rule) }
}

const backAtShipping = () => screen.findByRole('region', { name: 'Shipping Information' })

describe('the payment step (spec section 4)', () => {
  test("shows 'Preparing payment form...' until the client secret arrives, with the focus on the heading, so screen readers announce it", async () => {
    await enterPayment({ text: '{"clientSecret":' })
    expect(await screen.findByText('Preparing payment form...')).toBeDefined()
    expect(screen.getByText('All transactions are secure and encrypted')).toBeDefined()
    const heading = screen.getByRole('heading', { name: 'Payment Information' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
  })

  test.each([
    [
      "the server's message",
      { status: 409, text: JSON.stringify({ message: 'Only 2 of Lamp left.', code: 'out_of_stock' }) },
      'Only 2 of Lamp left.',
    ],
    [
      'a default message if there is none',
      { status: 500, text: '<html>' },
      'There was an error setting up your payment. Please try again.',
    ],
    [
      'an error for a missing client secret',
      { text: '{"orderId":"PL-0000-0000"}' },
      'Failed to create payment intent',
    ],
  ])('shows %s and returns to Shipping when it fails', async (_what, response, message) => {
    const { addressNow } = await enterPayment(response)
    await waitFor(() => expect(addressNow()).toBe('/checkout'))
    expect(toastNow()).toMatchObject({
      title: 'Could not initialize payment',
      description: message,
      isDestructive: true,
    })
    await backAtShipping()
    const alert = screen.getByRole('alert')
    expect(alert.textContent).toBe(`Could not initialize payment${message}`)
    await userEvent.type(screen.getByLabelText('City'), 'x')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('shows old and new values of changed items, and requires confirmation', async () => {
    const quote = {
      lines: [
        {
          productId: 1,
          name: 'Lamp',
          price: '25.00',
          quantity: 1,
          seenPrice: '20.00',
          seenQuantity: 1,
          left: null,
        },
        {
          productId: 2,
          name: 'Mat',
          price: '10.00',
          quantity: 3,
          seenPrice: '10.00',
          seenQuantity: 2,
          left: 1,
        },
        {
          productId: 3,
          name: '',
          price: null,
          quantity: 0,
          seenPrice: '5.00',
          seenQuantity: 1,
          left: null,
        },
      ],
      subtotal: '55.00',
      shipping: '4.99',
      total: '59.99',
    }
    await enterPayment({
      status: 409,
      text: JSON.stringify({ message: 'Your cart has changed.', code: 'cart_changed', quote }),
    })
    const notice = within(await screen.findByRole('region', { name: 'Your cart has changed' }))
    expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Lamp: The price changed from $20.00 to $25.00.',
      'Mat: Only 1 available. You have 3 in your cart.',
      'Mat: The quantity changed from 2 to 3.',
      'A product is no longer in your cart.',
    ])
    expect(notice.getByRole('link', { name: 'your cart' }).getAttribute('href')).toBe('/cart')
    await backAtShipping()
  })

  test('reports too few units as such, not as a changed cart', async () => {
    const { id } = await aProduct(shop, { name: 'Scarce Lamp', stockQuantity: 2 })
    await visitor.call('POST /api/cart', { productId: id, quantity: 5 })
    openAs(visitor, '/checkout?step=payment')
    const notice = within(await screen.findByRole('region', { name: 'Some items aren’t available' }))
    expect(notice.getByRole('listitem').textContent).toBe(
      'Scarce Lamp: Only 2 available. You have 5 in your cart.',
    )
    expect(screen.queryByText('Your cart has changed')).toBeNull()
    const [setToTwo] = screen.getAllByRole('button', { name: 'Set to 2: Scarce Lamp' })
    await userEvent.click(setToTwo as HTMLElement)
    await waitFor(() => expect(screen.queryAllByText(/^To check out, update/)).toEqual([]))
    expect(screen.queryByRole('region', { name: 'Some items aren’t available' })).toBeNull()
  })

  test('goes to Shipping first if there is no valid shipping address', async () => {
    saveTyped({ ...SHIPPING, zipCode: '1' })
    await enterPayment()
    await backAtShipping()
  })

  test('shows that the order was paid in another tab or on another device, and shows the current cart', async () => {
    const { id } = await aProduct(shop)
    await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
    const paid = JSON.stringify({ message: 'This order has already been paid.', code: 'already_paid' })
    const { addressNow } = openAs(visitor, '/checkout?step=payment', ({ url }) =>
      INTENT.endsWith(url) ? visitor.call('DELETE /api/cart').then(() => apiResponse(paid, 409)) : undefined,
    )
    await waitFor(() => expect(addressNow()).toBe('/'))
    expect(toastNow()).toMatchObject({
      title: 'Could not initialize payment',
      description: 'This order has already been paid.',
    })
  })

  test('shows that the provider’s script is blocked, and returns to Shipping', async () => {
    const blocked = vi.spyOn(document.head, 'append').mockImplementation((script) => {
      ;(script as HTMLScriptElement).onerror?.('blocked')
    })
    onTestFinished(() => blocked.mockRestore())
    // A separate key, because the script is loaded once per key and an earlier test may have loaded it.
    const ready = {
      clientSecret: 'pi_1_secret_2',
      orderId: 'PL-0000-0000',
      publishableKey: 'pk_test_blocked',
    }
    const { addressNow } = await enterPayment({ text: JSON.stringify(ready) })
    await waitFor(() => expect(addressNow()).toBe('/checkout'))
    expect(toastNow()).toMatchObject({
      title: 'Could not initialize payment',
      description: 'There was an error setting up your payment. Please try again.',
      isDestructive: true,
    })
  })

  test('goes to the success page if this tab has already paid the order', async () => {
    sessionStorage.setItem('checkout-payment', 'pi_1_secret_2')
    const { addressNow } = await enterPayment({
      status: 409,
      text: JSON.stringify({ message: 'Paid', code: 'already_paid', orderId: 'PL-0000-0000' }),
    })
    await waitFor(() =>
      expect(addressNow()).toBe('/order-success?payment_intent_client_secret=pi_1_secret_2'),
    )
  })
})
