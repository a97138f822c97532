import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import Stripe from 'stripe'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { aProduct } from '../../tests/support/given.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import { openAs, toastNow } from '../cart/given.ts'
import { keepTyped } from './kept.ts'

/** What the provider's script answers to a confirmation; browsers with the real one are in tests/e2e. */
const confirmPayment = vi.fn()
let optionsOfForm: { clientSecret?: string; appearance?: { theme?: string } } = {}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => {
  confirmPayment.mockReset()
  keepTyped(SHIPPING)
  vi.stubGlobal(
    'Stripe',
    Object.assign(() => providerScript, { version: Stripe.MAJOR_API_VERSION }),
  )
  return () => vi.unstubAllGlobals()
})

let typeInCard: () => void = vi.fn()
const cardField = {
  on(event: string, listener: () => void) {
    if (event === 'ready') queueMicrotask(listener)
    if (event === 'change') typeInCard = listener
  },
  off: () => undefined,
  mount: () => undefined,
  update: () => undefined,
  destroy: () => undefined,
}
const providerScript = {
  elements(options: typeof optionsOfForm) {
    optionsOfForm = options
    return {
      create: () => cardField,
      getElement: () => null,
      submit: async () => ({}),
      update: () => undefined,
    }
  },
  createToken: () => undefined,
  createPaymentMethod: () => undefined,
  confirmCardPayment: () => undefined,
  confirmPayment,
}

async function completePayment() {
  const visitor = shop.visitor()
  await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
  openAs(visitor, '/checkout?step=payment')
  const button = await screen.findByRole('button', { name: 'Complete Payment' })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  await userEvent.click(button)
}

describe("'Complete Payment' (spec sections 2, 4, 7 and 8)", () => {
  test("says 'Processing...' while the provider confirms with the client secret and leads to /order-success", async () => {
    confirmPayment.mockReturnValue(new Promise(() => undefined))
    await completePayment()
    expect(await screen.findByRole('button', { name: 'Processing...' })).toHaveProperty('disabled', true)
    await waitFor(() => expect(confirmPayment).toHaveBeenCalledOnce())
    expect(optionsOfForm.clientSecret).toMatch(/^pi_\w+_secret_\w+$/)
    expect(confirmPayment.mock.calls[0]?.[0]).toMatchObject({
      confirmParams: { return_url: `${window.location.origin}/order-success` },
    })
  })

  test('stands under a card form in the dark theme', async () => {
    confirmPayment.mockResolvedValue({ error: {} })
    await completePayment()
    expect(optionsOfForm.appearance?.theme).toBe('night')
    await waitFor(() => expect(toastNow()).toBeDefined())
  })

  test.each([
    ["the provider's message", { message: 'Your card was declined.' }, 'Your card was declined.'],
    ['a sentence of its own', {}, 'An error occurred during payment. Please try again.'],
  ])("a refusal: 'Payment failed' with %s", async (_what, error, said) => {
    confirmPayment.mockResolvedValue({ error })
    await completePayment()
    await waitFor(() =>
      expect(toastNow()).toMatchObject({ title: 'Payment failed', description: said, isDestructive: true }),
    )
    expect(screen.getByRole('button', { name: 'Complete Payment' })).toBeDefined()
  })

  test('a refusal stays beside the form until the card is changed or sent again', async () => {
    confirmPayment.mockResolvedValue({ error: { message: 'Your card was declined.' } })
    await completePayment()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Payment failedYour card was declined.')
    act(() => typeInCard())
    expect(screen.queryByRole('alert')).toBeNull()

    await userEvent.click(screen.getByRole('button', { name: 'Complete Payment' }))
    expect(await screen.findByRole('alert')).toBeDefined()
    confirmPayment.mockReturnValue(new Promise(() => undefined))
    await userEvent.click(screen.getByRole('button', { name: 'Complete Payment' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test("something unexpected: 'An error occurred'", async () => {
    confirmPayment.mockRejectedValue(new Error('the script broke'))
    await completePayment()
    await waitFor(() =>
      expect(toastNow()).toMatchObject({
        title: 'An error occurred',
        description: 'Something went wrong. Please try again.',
        isDestructive: true,
      }),
    )
  })
})
