import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { NO_BUSINESS } from '#contract/settings/business.ts'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { aCustomer, anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { taxRow } from '../../tests/support/taxes.ts'
import { type PaymentGateway, ProviderError } from '../payments/provider.ts'

const BERLIN = {
  address: 'Unter den Linden 1',
  city: 'Berlin',
  zipCode: '10117',
  state: '',
  country: 'DE',
  phone: '+49 30 901820',
}
const VIENNA = { ...BERLIN, address: 'Graben 12', city: 'Wien', zipCode: '1010', country: 'AT' }
const FRENCH = 'FR40303265045'

let shop: TestShop
let admin: Customer
let customer: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
  await admin.call('PATCH /api/admin/settings', {
    business: { ...NO_BUSINESS, legalName: 'Lindqvist GmbH', country: 'DE', vatId: 'DE136695976' },
    zones: [
      { name: 'US', countries: ['US'], methods: [{ kind: 'flat', name: 'Van', rate: '5.00' }] },
      { name: 'EU', countries: ['DE', 'AT'], methods: [{ kind: 'flat', name: 'Plane', rate: '90.00' }] },
    ],
    taxes: { ...NO_TAXES, mode: 'table', home: 'DE', rows: [taxRow('DE', 190_000), taxRow('AT', 200_000)] },
  } as never)
})
beforeEach(async () => {
  customer = await aCustomer(shop)
})

/** Replaces a function of the payment provider until the end of the test. */
function replace<Name extends keyof PaymentGateway>(
  name: Name,
  make: (real: PaymentGateway[Name]) => PaymentGateway[Name],
) {
  const { gateway } = shop.shop
  const real = gateway[name]
  gateway[name] = make(real)
  onTestFinished(() => {
    gateway[name] = real
  })
}

/**
 * Delays the update of the intent to another address until the order has been changed back to the first one, and pays
 * right after that update.
 * @param vatId the VAT number of the delayed request
 */
async function payLateUpdate(checkout: buying.Checkout, first: object, other: object, vatId?: string) {
  const [arrived, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  replace('updateIntent', (update) => async (id, facts) => {
    if (facts.version !== 2) return update(id, facts)
    arrived.resolve()
    await opened.promise
    const changed = await update(id, facts)
    expect(await buying.payByCard(shop, checkout)).toBe(200)
    return changed
  })
  const body = await buying.checkoutInput(customer, other)
  const place = buying.placeOf(body.shippingInfo)
  const { amounts } = await customer.call('POST /api/quote', { place, ...(vatId && { vatNumber: vatId }) })
  const late = customer.send({
    method: 'POST',
    url: '/api/create-payment-intent',
    body: { ...body, amount: amounts.total, ...(vatId && { vatId }) },
  })
  await arrived.promise
  expect((await buying.checkOut(customer, first)).orderId).toBe(checkout.orderId)
  opened.resolve()
  await late
  await buying.becomes(shop, checkout.orderId, 'processing')
}

const orderOf = ({ orderId }: buying.Checkout) => admin.call('GET /api/admin/orders/:orderId', { orderId })

describe('an unpaid order whose address is changed', () => {
  test('is sent to the address that the paid total was calculated for, even if another request changed it', async () => {
    const lamp = await aProduct(shop, { priceCents: 2000, stockQuantity: 5 })
    const checkout = await buying.checkOutWith(customer, [lamp], BERLIN)
    expect((await buying.intentOf(shop, checkout)).amount).toBe(11_000 + 2090)
    await payLateUpdate(checkout, BERLIN, {})
    expect(await orderOf(checkout)).toMatchObject({
      totalAmount: '25.00',
      shippingCost: '5.00',
      shippingAddress: { city: 'Austin', country: 'US' },
    })
  })

  test('has the VAT number that the paid total was calculated for', async () => {
    const lamp = await aProduct(shop, { priceCents: 100_000, stockQuantity: 5 })
    const checkout = await buying.checkOutWith(customer, [lamp], BERLIN)
    await payLateUpdate(checkout, BERLIN, VIENNA, FRENCH)
    expect(await orderOf(checkout)).toMatchObject({
      totalAmount: '1090.00',
      shippingAddress: { city: 'Wien', country: 'AT' },
      vatNumber: { id: FRENCH },
    })
  })

  test('keeps its total at the provider if the change fails after the provider has got the new one', async () => {
    const lamp = await aProduct(shop, { priceCents: 2000, stockQuantity: 5 })
    const checkout = await buying.checkOutWith(customer, [lamp], BERLIN)
    const { amount } = await buying.intentOf(shop, checkout)
    replace('countDeclines', () => async () => {
      throw new ProviderError('away', 'rate limit')
    })
    await expect(buying.checkOut(customer)).rejects.toMatchObject({ status: 503 })
    expect((await buying.intentOf(shop, checkout)).amount).toBe(amount)
  })

  test('is sent to the new address if the provider keeps its total after a failure', async () => {
    const lamp = await aProduct(shop, { priceCents: 2000, stockQuantity: 5 })
    const checkout = await buying.checkOutWith(customer, [lamp], BERLIN)
    replace('countDeclines', () => async () => {
      throw new ProviderError('away', 'rate limit')
    })
    replace('updateIntent', (update) => async (id, facts) => {
      if (facts.version === 1) throw new ProviderError('away', 'rate limit')
      return update(id, facts)
    })
    await expect(buying.checkOut(customer)).rejects.toMatchObject({ status: 503 })
    expect(await buying.payByCard(shop, checkout)).toBe(200)
    await buying.becomes(shop, checkout.orderId, 'processing')
    expect(await orderOf(checkout)).toMatchObject({
      totalAmount: '25.00',
      shippingAddress: { city: 'Austin', country: 'US' },
      contactPhone: '+1 555 010 7788',
    })
  })
})
