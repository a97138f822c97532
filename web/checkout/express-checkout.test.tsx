import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import Stripe from 'stripe'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import type { ZoneValues } from '#contract/settings/zones-input.ts'
import { aCustomer, anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import { taxRow } from '../../tests/support/taxes.ts'
import { openAs, toastNow } from '../cart/fixtures.ts'
import type { ApiResponse } from '../platform/api.ts'
import { clearToken, storeToken } from '../platform/auth-token.ts'

/** The part of an address that a wallet shares before the shopper authorizes the payment. */
type Shared = { country: string; state: string; postal_code: string; city: string }
type Sheet = { lineItems: { name: string; amount: number }[]; shippingRates: { amount: number }[] }

const MESSAGE_UNKNOWN = 'Please enter a state, province, or region of Canada, such as Alberta or AB'
const TORONTO = { country: 'CA', state: 'Ontario', postal_code: 'M5V', city: 'Toronto' }
const SAN_JUAN = { country: 'PR', state: '', postal_code: '00901', city: 'San Juan' }
const mail = (rate: string) => [{ kind: 'flat' as const, name: 'Mail', rate }]

let shop: TestShop
let admin: Customer
/** Pages load the provider's script once. */
const wallet = createWallet()
beforeAll(async () => {
  shop = await openTestShop({ environment: { STRIPE_EXPRESS_CHECKOUT: 'on' } })
  admin = await anAdmin(shop)
})
beforeEach(async () => {
  wallet.reset()
  clearToken()
  vi.stubGlobal(
    'Stripe',
    Object.assign(() => wallet.script, { version: Stripe.MAJOR_API_VERSION }),
  )
  await admin.call('PATCH /api/admin/settings', { zones: null, taxes: NO_TAXES })
  return () => vi.unstubAllGlobals()
})

/** Replaces the provider's script. The end-to-end tests use the sandbox's. */
function createWallet() {
  const listeners = new Map<string, (event: object) => void>()
  let options: { allowedShippingCountries?: string[]; phoneNumberRequired?: boolean } = {}
  let amount = 0
  const element = {
    on: (event: string, listener: (event: object) => void) => listeners.set(event, listener),
    off: () => undefined,
    mount: () => undefined,
    update: () => undefined,
    destroy: () => undefined,
  }
  const elements = {
    create(_type: string, given: typeof options) {
      options = given
      return element
    },
    getElement: () => null,
    submit: async () => ({}),
    update(changes: { amount?: number }) {
      amount = changes.amount ?? amount
    },
  }
  const script = {
    elements(given: { amount: number }) {
      amount = given.amount
      return elements
    },
    createToken: () => undefined,
    createPaymentMethod: () => undefined,
    createConfirmationToken: async () => ({ confirmationToken: { id: 'ctoken_1' } }),
    confirmCardPayment: () => undefined,
    confirmPayment: async () => ({ error: {} }),
  }
  const send = (event: string, details: object) => listeners.get(event)?.(details)
  return {
    script,
    reset() {
      options = {}
      listeners.clear()
    },
    countries: () => options.allowedShippingCountries ?? [],
    asksForPhone: () => options.phoneNumberRequired,
    open: () =>
      new Promise((resolve) => send('click', { expressPaymentType: 'apple_pay', resolve, reject: resolve })),
    /** @returns the amounts that the sheet shows at the address, or 'rejected' */
    showAt: async (address: Shared) => {
      const sheet = await new Promise<Sheet | 'rejected'>((resolve) =>
        send('shippingaddresschange', { address, resolve, reject: () => resolve('rejected') }),
      )
      if (sheet === 'rejected') return sheet
      return { shipping: sheet.shippingRates.map((rate) => rate.amount), total: amount }
    },
    pay: (address: Shared & { line1: string }) => {
      const party = { name: 'Ada Lovelace', address: { ...address, line2: null } }
      const billingDetails = { ...party, email: SHIPPING.email, phone: SHIPPING.phone }
      send('confirm', { billingDetails, shippingAddress: party, paymentFailed: () => undefined })
    },
  }
}

/** Opens the sheet of a visitor's cart. @returns the responses to attempts to pay */
async function openSheet(product: { priceCents?: number; weight?: string } = {}) {
  const visitor = shop.visitor()
  const thing = await aProduct(shop, { priceCents: 2000, weightUnit: 'kg', ...product })
  await visitor.call('POST /api/cart', { productId: thing.id, quantity: 1 })
  const responses: ApiResponse[] = []
  openAs(
    {
      ...visitor,
      transport: async (call) => {
        const response = await visitor.transport(call)
        if (call.url === '/api/create-payment-intent') responses.push(response)
        return response
      },
    } as typeof visitor,
    '/cart',
  )
  await screen.findByLabelText('Express checkout')
  await waitFor(() => expect(wallet.countries().length).toBeGreaterThan(0))
  await wallet.open()
  return { visitor, paid: () => responses.map(({ status, text }) => (status === 200 ? 200 : text)) }
}

const saveZones = (zones: ZoneValues[] | null) => admin.call('PATCH /api/admin/settings', { zones })
const street = { line1: '12 Analytical Row' }

describe('the price in a wallet’s sheet', () => {
  const zones = [
    { name: 'Ontario', countries: ['CA'], regions: ['ON'], methods: mail('4.00') },
    { name: 'Texas', countries: ['US'], regions: ['TX'], methods: mail('3.00') },
    { name: 'Rest', countries: ['CA', 'US', 'GB', 'JP'], methods: mail('10.00') },
  ]

  test.each([
    [TORONTO, 2400],
    [{ ...TORONTO, state: 'ont.' }, 2400],
    [{ ...TORONTO, state: 'Québec', postal_code: 'H2Y' }, 3000],
    [{ country: 'US', state: 'Texas', postal_code: '78701', city: 'Austin' }, 2300],
    [{ country: 'US', state: 'NY', postal_code: '10001', city: 'New York' }, 3000],
    [{ country: 'JP', state: '東京都', postal_code: '100-0001', city: '' }, 3000],
    [{ country: 'GB', state: '', postal_code: 'SW1A', city: 'London' }, 3000],
  ])('is that of the region, however the wallet writes it: %j', async (address, total) => {
    await saveZones(zones)
    await openSheet()
    expect(await wallet.showAt(address)).toMatchObject({ total })
  })

  test.each([
    { ...TORONTO, state: 'Atlantis' },
    { ...TORONTO, state: '' },
  ])('isn’t guessed if the region decides it and is unknown: %j', async (address) => {
    await saveZones(zones)
    await openSheet()
    expect(await wallet.showAt(address)).toBe('rejected')
    await waitFor(() => expect(toastNow()).toMatchObject({ description: MESSAGE_UNKNOWN }))
  })

  test('has the tax of the region', async () => {
    const rows = [
      taxRow('CA', 50_000),
      taxRow('CA', 130_000, { region: 'ON' }),
      taxRow('US', 0, { region: 'PR' }),
    ]
    const taxes = { ...NO_TAXES, mode: 'table' as const, rows }
    await admin.call('PATCH /api/admin/settings', { taxes })
    const { paid } = await openSheet()
    expect(await wallet.showAt(TORONTO)).toMatchObject({ total: 2824 })
    wallet.pay({ ...TORONTO, ...street, postal_code: 'M5V 2T6' })
    await waitFor(() => expect(paid()).toEqual([200]))
  })
})

describe('an address in a territory', () => {
  const puertoRico = [
    { name: 'Puerto Rico', countries: ['PR'], methods: mail('7.00') },
    { name: 'US', countries: ['US'], methods: mail('3.00') },
  ]

  test.each([
    ['the same zone', puertoRico, 2700],
    ['a zone of the territory only', puertoRico.slice(0, 1), 2700],
    ['a zone of its state', [{ ...puertoRico[0], countries: ['US'], regions: ['PR'] }], 2700],
    ['the zone of the US', puertoRico.slice(1), 2300],
    ['no zones', null, 2499],
  ] as [string, ZoneValues[] | null, number][])(
    'of the US is a state, as a country and as a state: %s',
    async (_, zones, total) => {
      await saveZones(zones)
      const { paid, visitor } = await openSheet()
      expect(wallet.countries()).toEqual(expect.arrayContaining(['PR', 'US']))
      const asState = { ...SAN_JUAN, country: 'US', state: 'PR' }
      if (zones) expect(await wallet.showAt(asState)).toMatchObject({ total })
      if (zones) expect(await wallet.showAt(SAN_JUAN)).toMatchObject({ total })
      wallet.pay({ ...SAN_JUAN, ...street })
      await waitFor(() => expect(paid()).toEqual([200]))
      const { shippingInfo } = await visitor.call('GET /api/checkout')
      expect(shippingInfo).toMatchObject({ country: 'US', state: 'PR' })
    },
  )

  test('that the shop ships to as a part of another country is accepted under its ISO code', async () => {
    await saveZones([{ name: 'Europe', countries: ['FR', 'GB', 'XK'], methods: mail('6.00') }])
    const { paid, visitor } = await openSheet()
    expect(wallet.countries()).toEqual(expect.arrayContaining(['FR', 'MC', 'RE', 'GB', 'IM', 'JE', 'XK']))
    expect(wallet.countries()).not.toContain('DE')
    const monaco = { country: 'MC', state: '', postal_code: '98000', city: 'Monaco' }
    expect(await wallet.showAt(monaco)).toMatchObject({ total: 2600 })
    wallet.pay({ ...monaco, ...street })
    await waitFor(() => expect(paid()).toEqual([200]))
    const { shippingInfo } = await visitor.call('GET /api/checkout')
    expect(shippingInfo).toMatchObject({ country: 'FR', zipCode: '98000' })
  })

  test('with a zone of its code is in that zone', async () => {
    await saveZones([
      { name: 'France', countries: ['FR'], methods: mail('6.00') },
      { name: 'Monaco', countries: ['MC'], methods: mail('8.00') },
    ])
    await openSheet()
    const monaco = { country: 'MC', state: '', postal_code: '98000', city: 'Monaco' }
    expect(await wallet.showAt(monaco)).toMatchObject({ total: 2800 })
  })
})

test('a cart below the minimum order offers no wallets until its items reach it', async () => {
  await admin.call('PATCH /api/admin/settings', { minimumOrder: '30' })
  const visitor = shop.visitor()
  const { id, name } = await aProduct(shop, { priceCents: 2000 })
  await visitor.call('POST /api/cart', { productId: id, quantity: 1 })
  openAs(visitor, '/cart')
  await screen.findByText('$10.00 missing')
  expect(wallet.countries()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: `Increase quantity for ${name}` }))
  await waitFor(() => expect(wallet.countries().length).toBeGreaterThan(0))
  await admin.call('PATCH /api/admin/settings', { minimumOrder: '0' })
})

test('a shop that takes orders only from customers with an account offers wallets to them only', async () => {
  await admin.call('PATCH /api/admin/settings', { guestCheckout: false })
  onTestFinished(async () => void (await admin.call('PATCH /api/admin/settings', { guestCheckout: true })))
  const { id } = await aProduct(shop)
  const guest = shop.visitor()
  await guest.call('POST /api/cart', { productId: id, quantity: 1 })
  const page = openAs(guest, '/cart')
  await screen.findByRole('link', { name: 'Proceed to Checkout' })
  expect(screen.queryByLabelText('Express checkout')).toBeNull()
  page.unmount()
  const customer = await aCustomer(shop)
  await customer.call('POST /api/cart', { productId: id, quantity: 1 })
  storeToken(customer.token ?? '')
  openAs(customer, '/cart')
  await screen.findByLabelText('Express checkout')
})

test('wallets ask for a phone number only if it is required', async () => {
  await openSheet()
  expect(wallet.asksForPhone()).toBe(true)
  await admin.call('PATCH /api/admin/settings', { phoneField: 'optional' })
  onTestFinished(async () => void (await admin.call('PATCH /api/admin/settings', { phoneField: 'required' })))
  wallet.reset()
  cleanup()
  await openSheet()
  expect(wallet.asksForPhone()).toBe(false)
})

test('wallets aren’t offered if the checkout requires a company, which they don’t know', async () => {
  await admin.call('PATCH /api/admin/settings', { companyField: 'required' })
  onTestFinished(async () => void (await admin.call('PATCH /api/admin/settings', { companyField: 'off' })))
  const visitor = shop.visitor()
  await visitor.call('POST /api/cart', { productId: (await aProduct(shop)).id, quantity: 1 })
  openAs(visitor, '/cart')
  await screen.findByRole('link', { name: 'Proceed to Checkout' })
  expect(screen.queryByLabelText('Express checkout')).toBeNull()
})

test('a British address without a county is payable with the town instead', async () => {
  const { paid } = await openSheet()
  wallet.pay({ ...street, country: 'GB', state: '', postal_code: 'SW1A 1AA', city: 'London' })
  await waitFor(() => expect(paid()).toEqual([200]))
})

test('a cart that no method takes is refused in the sheet, with the message of the checkout', async () => {
  const upTo5kg = { kind: 'weight' as const, name: 'Parcel', rate: '', bands: [{ upTo: 5000, rate: '5.00' }] }
  await saveZones([
    { name: 'Canada', countries: ['CA'], methods: [upTo5kg] },
    { name: 'US', countries: ['US'], methods: mail('9.00') },
  ])
  await openSheet({ weight: '6' })
  expect(await wallet.showAt(TORONTO)).toBe('rejected')
  const message = 'We can’t ship this much to Canada in one order. Please order less, or contact us.'
  await waitFor(() => expect(toastNow()).toMatchObject({ description: message }))
  expect(await wallet.showAt({ ...SAN_JUAN })).toMatchObject({ total: 2900 })
})

describe('the first part of a postal code, which wallets share before the payment', () => {
  const zones = (...parts: string[]): ZoneValues[] => [
    { name: 'Part', countries: ['CA'], postalCodes: parts, methods: mail('4.00') },
  ]

  test.each([
    [['M5V 2'], 'M5V', 2400],
    [['M5V 2'], 'M5V ', 2400],
    [['M5'], 'M5V', 2400],
    [['M5W', 'M5V 2T6'], 'M5V', 2400],
    [['M5V 2'], 'M6V', 'rejected'],
  ] as const)('finds the zone %j from %j', async (parts, postal_code, expected) => {
    await saveZones(zones(...parts))
    await openSheet()
    const shown = await wallet.showAt({ ...TORONTO, postal_code })
    expect(shown === 'rejected' ? shown : shown.total).toBe(expected)
  })

  test('shows the highest price of the zones that it may be in, and the whole code can only lower it', async () => {
    await saveZones([...zones('M5V 2'), { name: 'Canada', countries: ['CA'], methods: mail('10.00') }])
    const { paid, visitor } = await openSheet()
    expect(await wallet.showAt(TORONTO)).toMatchObject({ total: 3000, shipping: [1000] })
    wallet.pay({ ...TORONTO, ...street, postal_code: 'M5V 2T6' })
    await waitFor(() => expect(paid()).toEqual([200]))
    const { shippingInfo } = await visitor.call('GET /api/checkout')
    expect(shippingInfo).toMatchObject({ zipCode: 'M5V 2T6' })
    const { total_cents: amount } = await shop.shop.db
      .selectFrom('order_versions')
      .innerJoin('orders', 'orders.id', 'order_versions.order_id')
      .select('total_cents')
      .orderBy('orders.created_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(amount).toBe(2400)
  })

  test('is replaced by the whole code, which the shop doesn’t ship to, before anything is charged', async () => {
    await saveZones(zones('M5V 2'))
    const { paid } = await openSheet()
    expect(await wallet.showAt(TORONTO)).toMatchObject({ total: 2400 })
    wallet.pay({ ...TORONTO, ...street, postal_code: 'M5V 3A8' })
    await waitFor(() => expect(toastNow()?.description).toBe('We don’t ship to this part of Canada yet'))
    expect(paid()).toEqual([])
  })
})
