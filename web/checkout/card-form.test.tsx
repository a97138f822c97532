import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import Stripe from 'stripe'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { specFormat } from '#contract/addresses/rules.ts'
import { SPEC_FIELDS } from '#contract/checkout/fields.ts'
import { anAdmin, aProduct } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { BILLING, SHIPPING } from '../../tests/support/shopper-details.ts'
import { openAs, toastNow } from '../cart/fixtures.ts'
import { saveTyped } from './checkout-storage.ts'
import { walletAddresses } from './wallet-addresses.ts'

/** The result of a confirmation by the provider's script. The end-to-end tests use the real script. */
const confirmPayment = vi.fn()
let optionsOfForm: { clientSecret?: string; appearance?: { theme?: string } } = {}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
beforeEach(() => {
  confirmPayment.mockReset()
  saveTyped(SHIPPING)
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

async function openPayment(name = 'Complete Payment') {
  const visitor = shop.visitor()
  await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
  openAs(visitor, '/checkout?step=payment')
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  return { visitor, button }
}

async function completePayment() {
  const { button } = await openPayment()
  await userEvent.click(button)
}

describe("'Complete Payment' (spec sections 2, 4, 7 and 8)", () => {
  test("shows 'Processing...' below a form in the dark theme while the provider confirms with the client secret, then opens /order-success", async () => {
    confirmPayment.mockReturnValue(new Promise(() => undefined))
    await completePayment()
    expect(await screen.findByRole('button', { name: 'Processing...' })).toHaveProperty('disabled', true)
    await waitFor(() => expect(confirmPayment).toHaveBeenCalledOnce())
    expect(optionsOfForm.appearance?.theme).toBe('night')
    expect(optionsOfForm.clientSecret).toMatch(/^pi_\w+_secret_\w+$/)
    expect(confirmPayment.mock.calls[0]?.[0]).toMatchObject({
      confirmParams: { return_url: `${window.location.origin}/order-success` },
    })
  })

  test("shows 'Payment failed' with the provider's message or a default, next to the form until the card is changed or resubmitted", async () => {
    confirmPayment.mockResolvedValue({ error: {} })
    await completePayment()
    const toastIs = (description: string) =>
      waitFor(() =>
        expect(toastNow()).toMatchObject({ title: 'Payment failed', description, isDestructive: true }),
      )
    await toastIs('An error occurred during payment. Please try again.')
    const pay = async () => userEvent.click(await screen.findByRole('button', { name: 'Complete Payment' }))

    confirmPayment.mockResolvedValue({ error: { message: 'Your card was declined.' } })
    await pay()
    await toastIs('Your card was declined.')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Payment failedYour card was declined.')
    act(() => typeInCard())
    expect(screen.queryByRole('alert')).toBeNull()

    await pay()
    expect(await screen.findByRole('alert')).toBeDefined()
    confirmPayment.mockReturnValue(new Promise(() => undefined))
    await pay()
    expect(screen.queryByRole('alert')).toBeNull()
    // A call after the end of this test would be counted in the next one.
    await waitFor(() => expect(confirmPayment).toHaveBeenCalledTimes(4))
  })

  test("shows 'An error occurred' when the script throws", async () => {
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

describe('the billing address', () => {
  const box = () => screen.getByRole('checkbox', { name: 'Billing address is the same' })
  const billing = () => within(screen.getByRole('group', { name: 'Billing address' }))
  const sent = () => confirmPayment.mock.calls[0]?.[0].confirmParams.payment_method_data.billing_details
  beforeEach(() => sessionStorage.removeItem('checkout-billing'))

  test('is the shipping address unless the box is unchecked', async () => {
    confirmPayment.mockResolvedValue({ error: {} })
    const { button } = await openPayment()
    expect(box()).toHaveProperty('checked', true)
    expect(billing().queryByLabelText('First name')).toBeNull()
    await userEvent.click(button)
    await waitFor(() => expect(confirmPayment).toHaveBeenCalledOnce())
    expect(sent()).toMatchObject({
      name: 'Ada Lovelace',
      email: SHIPPING.email,
      address: { line1: '12 Analytical Row', postal_code: '78701', country: 'US' },
    })
  })

  test('has its own fields with the rules of the shipping address, is sent to the provider, and is stored', async () => {
    confirmPayment.mockResolvedValue({ error: {} })
    const { visitor, button } = await openPayment()
    await userEvent.click(box())
    expect(billing().getByLabelText('Zip code')).toHaveProperty('autocomplete', 'billing postal-code')
    await userEvent.click(button)
    expect(await screen.findByText('Address must be at least 5 characters')).toBeDefined()
    expect(screen.getByRole('alert').textContent).toBe('Please correct 6 fields in the billing address.')
    expect(document.activeElement).toBe(billing().getByLabelText('First name'))
    expect(confirmPayment).not.toHaveBeenCalled()

    await userEvent.selectOptions(billing().getByLabelText('State'), BILLING.state)
    for (const [label, text] of [
      ['First name', BILLING.firstName],
      ['Last name', BILLING.lastName],
      ['Address', BILLING.address],
      ['City', BILLING.city],
      ['Zip code', BILLING.zipCode],
    ] as const)
      fireEvent.change(billing().getByLabelText(label), { target: { value: text } })
    await userEvent.click(screen.getByRole('button', { name: 'Back to Shipping' }))
    // The simulated DOM loses selected options.
    await userEvent.selectOptions(await screen.findByLabelText('State'), SHIPPING.state)
    await userEvent.click(screen.getByRole('button', { name: 'Continue to Payment' }))
    const again = await screen.findByRole('button', { name: 'Complete Payment' })
    await waitFor(() => expect(again).toHaveProperty('disabled', false))
    expect(billing().getByLabelText('City')).toHaveProperty('value', 'Albany')
    await userEvent.selectOptions(billing().getByLabelText('State'), BILLING.state)
    await userEvent.click(again)
    await waitFor(() => expect(confirmPayment).toHaveBeenCalledOnce())
    expect(sent()).toMatchObject({
      name: 'Charles Babbage',
      email: SHIPPING.email,
      address: { line1: '1 Dorset Street', city: 'Albany', state: 'NY', postal_code: '12207' },
    })
    expect(confirmPayment.mock.calls[0]?.[0].confirmParams.shipping.name).toBe('Ada Lovelace')
    expect(await visitor.call('GET /api/checkout')).toMatchObject({ billingInfo: BILLING })
  })
})

describe('the shipping and billing addresses of a wallet', () => {
  const address = {
    line1: '12 Analytical Row',
    line2: 'Flat 2',
    city: 'Austin',
    state: 'Texas',
    postal_code: '78701',
    country: 'US',
  }
  const billing = { name: 'Ada King Lovelace', address }
  const contact = { email: SHIPPING.email, phone: SHIPPING.phone }
  const london = { ...address, city: 'London', state: 'London', postal_code: 'NW1 5LR', country: 'GB' }

  const shipped = {
    countries: ['CA', 'MX', 'UK', 'US'],
    preselected: 'US',
    pricedByRegion: [],
    parts: {},
    hasZones: false,
  }

  test('are converted to the shop’s format, with its names of states and countries', () => {
    const same = walletAddresses(
      { shippingAddress: billing, billingDetails: { ...billing, ...contact } },
      specFormat,
      shipped,
      SPEC_FIELDS,
    )
    expect(same).toEqual({
      shippingInfo: { ...SHIPPING, firstName: 'Ada King', address2: 'Flat 2' },
      billingInfo: null,
    })
    const billed = { ...billing, ...contact, address: london }
    expect(
      walletAddresses({ shippingAddress: billing, billingDetails: billed }, specFormat, shipped, SPEC_FIELDS),
    ).toMatchObject({
      billingInfo: { city: 'London', country: 'UK' },
    })
  })

  test('are rejected if fields are missing; a foreign billing address is left to the provider', () => {
    expect(
      walletAddresses(
        { shippingAddress: billing, billingDetails: { ...billing, email: SHIPPING.email } },
        specFormat,
        shipped,
        SPEC_FIELDS,
      ),
    ).toEqual({ problem: 'Please enter a valid phone number' })
    const billed = { ...billing, ...contact, address: { ...london, country: 'DE' } }
    expect(
      walletAddresses({ shippingAddress: billing, billingDetails: billed }, specFormat, shipped, SPEC_FIELDS),
    ).toMatchObject({
      billingInfo: null,
    })
  })
})

test('names the obligation to pay in a shop that ships to the EU and chose it', async () => {
  const admin = await anAdmin(shop)
  const methods = [{ kind: 'flat' as const, name: 'Mail', rate: '4.90' }]
  const zones = [{ name: 'Both', countries: ['United States', 'Germany'], methods }]
  await admin.call('PATCH /api/admin/settings', { zones, orderButton: 'obligation' })
  await openPayment('Order with obligation to pay')
  expect(screen.queryByRole('button', { name: 'Complete Payment' })).toBeNull()
})

test('links to the policies above the button only in a shop that has them', async () => {
  const admin = await anAdmin(shop)
  await admin.call('PATCH /api/admin/settings', { zones: null })
  await openPayment()
  expect(screen.queryByText(/By placing your order/)).toBeNull()
  cleanup()
  const methods = [{ kind: 'flat' as const, name: 'Mail', rate: '4.90' }]
  const zones = [{ name: 'Both', countries: ['United States', 'Germany'], methods }]
  await admin.call('PATCH /api/admin/settings', { zones })
  await admin.call('PATCH /api/admin/settings', { orderButton: 'payment' })
  await openPayment()
  expect(screen.getByText(/By placing your order/).textContent).toBe(
    'By placing your order, you agree to our Terms & Conditions (opens in a new tab). Please also read our Privacy Policy (opens in a new tab).',
  )
  const terms = screen.getByRole('link', { name: 'Terms & Conditions (opens in a new tab)' })
  expect(terms.getAttribute('href')).toBe('/terms-conditions')
})
