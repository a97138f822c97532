import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import type { ZoneValues } from '#contract/settings/zones-input.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { switchOn } from '../../tests/support/purchase.ts'
import { sendRequest } from '../../tests/support/send-request.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { SHIPPING } from '../../tests/support/shopper-details.ts'
import { BUSINESS, EU_VAT, SALES_TAX, STRIPE_TAX } from '../../tests/support/taxes.ts'
import type { Visitor } from '../../tests/support/visitor.ts'

const AUSTIN = { country: 'US', state: 'TX', zipCode: '78701', city: 'Austin', address: '1 Congress Avenue' }
const VIENNA = { country: 'AT', city: 'Wien', zipCode: '1010', address: 'Graben 12' }
const TORONTO = { country: 'CA', state: 'Ontario', zipCode: 'M5V', city: 'Toronto', isPartial: true }
const mail = (rate: string) => [{ kind: 'flat' as const, name: 'Mail', rate }]
const ZONES: ZoneValues[] = [
  {
    name: 'North America',
    countries: ['US', 'CA'],
    methods: [
      { kind: 'flat', name: 'Express', rate: '19', days: { from: 1, to: 2 } },
      { kind: 'flat', name: 'Parcel', rate: '6', freeFrom: '100' },
      { kind: 'pickup', name: 'Store', address: { ...AUSTIN, address: '12 Main Street' } },
    ],
  },
  { name: 'Berlin', countries: ['DE'], postalCodes: ['10'], methods: mail('3') },
]

let shop: TestShop
let admin: Customer
let visitor: Visitor
const save = (changes: object) => admin.call('PATCH /api/admin/settings', changes)
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
beforeEach(async () => {
  visitor = shop.visitor()
  await save({ zones: null, taxes: NO_TAXES, business: BUSINESS })
  const lamp = await aProduct(shop, { priceCents: 3333 })
  await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 2 })
})

const quoteAt = (place?: object, more: object = {}) =>
  visitor.call('POST /api/quote', { ...more, ...(place && { place: place as { country: string } }) })
const rowsAt = async (place?: object, more?: object) =>
  (await quoteAt(place, more)).rows.map(({ label, value }) => `${label}: ${value}`)
/** Places the order with the total of a quote. */
const agreeTo = async (total: string, place: object, more: object = {}) => {
  const { orderId } = await visitor.call('POST /api/create-payment-intent', {
    items: await visitor.call('GET /api/cart'),
    amount: total,
    ...more,
    shippingInfo: { ...SHIPPING, ...place },
  })
  return (await admin.call('GET /api/admin/orders/:orderId', { orderId })).totalAmount
}

describe('the quote of a fresh install', () => {
  test('has the lines, the rows, the amounts, and the flat rate', async () => {
    expect(await quoteAt()).toEqual({
      lines: [{ productId: expect.any(Number), quantity: 2, price: '33.33' }],
      amounts: { currency: 'USD', subtotal: '66.66', shipping: '4.99', tax: '0.00', total: '71.65' },
      taxes: [],
      rows: [
        { label: 'Subtotal', value: '$66.66' },
        { label: 'Shipping', value: '$4.99' },
        { label: 'Total', value: '$71.65', isTotal: true },
      ],
      isEstimate: true,
      isUntaxed: false,
      methods: [{ id: 'standard', name: 'Standard shipping', cost: '4.99', days: null, pickupAddress: null }],
      methodId: 'standard',
      asksVatNumber: false,
      vatNumber: null,
      problem: null,
    })
  })

  test('is empty for a visitor without a cart, and never stored', async () => {
    const { headers, text } = await shop.visitor().send({ method: 'POST', url: '/api/quote', body: {} })
    expect(headers['cache-control']).toBe('no-store')
    expect(JSON.parse(text)).toMatchObject({ lines: [], amounts: { total: '0.00' }, problem: null })
  })

  test('says where the shop doesn’t ship', async () => {
    expect(await quoteAt({ country: 'DE' })).toMatchObject({
      isEstimate: true,
      problem: { code: 'not_shipped', field: 'country', message: 'We don’t ship to Germany yet' },
    })
    expect((await quoteAt({ country: '??' })).problem?.message).toBe('Please select a country')
  })

  test('is that of the user’s cart after signing in', async () => {
    expect((await admin.call('POST /api/quote')).lines).toEqual([])
  })
})

describe('the quote of a shop with zones', () => {
  beforeEach(() => save({ zones: ZONES }))

  test('says “from” until the country is known, and then has the methods there', async () => {
    expect(await rowsAt()).toEqual(['Subtotal: $66.66', 'Shipping: from $6.00', 'Total: from $72.66'])
    const { methods, methodId, amounts, isEstimate } = await quoteAt({ country: 'US' })
    expect(methods).toMatchObject([
      { name: 'Express', cost: '19.00', days: { from: 1, to: 2 }, pickupAddress: null },
      { name: 'Parcel', cost: '6.00', days: null },
      { name: 'Store', cost: '0.00', pickupAddress: '12 Main Street, Austin, TX 78701, United States' },
    ])
    expect([methodId, amounts.total, isEstimate]).toEqual([methods[1]?.id, '72.66', false])
  })

  test('has the chosen method, and the cheapest delivery if that isn’t offered', async () => {
    const [express] = (await quoteAt({ country: 'US' })).methods
    const chosen = { methodId: express?.id }
    expect(await quoteAt({ country: 'US' }, chosen)).toMatchObject({ amounts: { total: '85.66' }, ...chosen })
    expect(await rowsAt({ country: 'DE', zipCode: '10115' }, chosen)).toContain('Total: $69.66')
  })

  test('is what the order costs', async () => {
    const { methods, amounts } = await quoteAt(AUSTIN)
    const methodId = methods[1]?.id
    expect(await agreeTo(amounts.total, AUSTIN, { methodId })).toBe('72.66')
    await expect(agreeTo('72.65', AUSTIN, { methodId })).rejects.toMatchObject({ code: 'cart_changed' })
  })

  test.each([
    [{ country: 'DE', zipCode: '80331' }, 'zipCode', 'We don’t ship to this part of Germany yet'],
    [{ country: 'NO' }, 'country', 'We don’t ship to Norway yet'],
  ])('says where the shop doesn’t ship: %j', async (place, field, message) => {
    const { problem, rows } = await quoteAt(place)
    expect(problem).toEqual({ code: 'not_shipped', field, message })
    expect(rows.at(-1)).toMatchObject({ value: 'from $72.66' })
  })

  test('says that no method takes the goods', async () => {
    const upTo5kg = {
      kind: 'weight' as const,
      name: 'Parcel',
      rate: '',
      bands: [{ upTo: 5000, rate: '5.00' }],
    }
    await save({ zones: [{ name: 'Canada', countries: ['CA'], methods: [upTo5kg] }] })
    const box = await aProduct(shop, { weight: '6', weightUnit: 'kg' })
    await visitor.call('POST /api/cart', { productId: box.id, quantity: 1 })
    expect((await quoteAt({ country: 'CA' })).problem?.message).toMatch(/^We can’t ship this much to Canada/)
  })

  test('names a region that decides the price and isn’t known, and guesses none', async () => {
    await save({ zones: [{ ...ZONES[0], name: 'Ontario', countries: ['CA'], regions: ['ON'] }] })
    expect(await quoteAt({ country: 'CA', state: 'Atlantis' })).toMatchObject({
      isEstimate: true,
      problem: {
        code: 'region',
        field: 'state',
        message: 'Please enter a state, province, or region of Canada, such as Alberta or AB',
      },
    })
    expect(await quoteAt({ country: 'CA', state: 'ont.' })).toMatchObject({
      isEstimate: false,
      problem: null,
    })
  })
})

describe('the first part of a postal code, which a wallet shares', () => {
  const part = { name: 'Part', countries: ['CA'], postalCodes: ['M5V 2'], methods: mail('4.00') }
  const rest = (rate: string) => ({ name: 'Canada', countries: ['CA'], methods: mail(rate) })
  const totalAt = async (place: object) => (await quoteAt(place)).amounts.total

  test.each([
    [[part, rest('10.00')], '76.66'],
    [[part, rest('2.00')], '70.66'],
    [[part], '70.66'],
  ])('has the highest price of the zones that it may be in: %#', async (zones, total) => {
    await save({ zones })
    expect(await totalAt(TORONTO)).toBe(total)
    const whole = await totalAt({ ...TORONTO, zipCode: 'M5V 2T6', isPartial: false })
    expect(Number(whole)).toBeLessThanOrEqual(Number(total))
  })

  test('is a problem where the shop ships to no such part', async () => {
    await save({ zones: [part] })
    expect((await quoteAt({ ...TORONTO, zipCode: 'M6V' })).problem).toMatchObject({ code: 'not_shipped' })
    expect((await quoteAt({ ...TORONTO, state: '' })).problem).toMatchObject({ code: 'region' })
  })
})

describe('the taxes of a quote', () => {
  test('from the table are those of the destination, and come later while it is unknown', async () => {
    await save({ taxes: SALES_TAX })
    expect(await rowsAt()).toEqual([
      ...['Subtotal: $66.66', 'Shipping: $4.99', 'Total: $71.65', 'Taxes: Calculated at checkout'],
    ])
    expect(await rowsAt({ country: 'US', state: 'Texas' })).toEqual([
      ...['Subtotal: $66.66', 'Shipping: $4.99', 'State tax 6.25%: $4.48', 'City tax 2%: $1.43'],
      'Total: $77.56',
    ])
    expect((await quoteAt(AUSTIN)).amounts).toMatchObject({ tax: '5.91', total: '77.56' })
  })

  test('from the table may change while the state that decides about them is missing', async () => {
    await save({ taxes: SALES_TAX })
    const later = 'Taxes: Depend on your address'
    expect(await rowsAt({ country: 'US' })).toEqual([
      ...['Subtotal: $66.66', 'Shipping: $4.99', 'State tax 6.25%: $4.48', 'Total: $76.13', later],
    ])
    expect(await rowsAt({ country: 'US', state: 'Oregon' })).not.toContain(later)
    expect(await rowsAt({ country: 'CA' })).not.toContain(later)
    await save({ taxes: { ...SALES_TAX, pricesIncludeTax: true } })
    expect(await rowsAt({ country: 'US' })).not.toContain(later)
  })

  test('by the provider come with the complete address, once, and are those of the order', async () => {
    await save({ taxes: STRIPE_TAX })
    const calculations = async () => {
      const rows = await shop.shop.db.selectFrom('tax_calculations').select('id').execute()
      return rows.length
    }
    const before = await calculations()
    for (const place of [undefined, { country: 'US', state: 'TX', zipCode: '78701' }])
      expect(await quoteAt(place)).toMatchObject({
        isUntaxed: true,
        problem: null,
        rows: [{}, {}, { value: '$71.65' }, { label: 'Taxes', value: 'Calculated at checkout' }],
      })
    expect(await calculations()).toBe(before)
    const { amounts, isUntaxed } = await quoteAt(AUSTIN)
    expect([amounts.tax, amounts.total, isUntaxed]).toEqual(['5.92', '77.57', false])
    expect(await agreeTo(amounts.total, AUSTIN)).toBe('77.57')
    await quoteAt(AUSTIN)
    expect(await calculations()).toBe(before + 1)
  })

  test('that the provider can’t calculate are a problem, and nothing is guessed', async () => {
    await save({ taxes: STRIPE_TAX })
    expect(await quoteAt({ ...AUSTIN, zipCode: '00000' })).toMatchObject({
      problem: { code: 'taxes', field: 'zipCode', message: CHECKOUT_MESSAGES.taxAddress },
      isUntaxed: true,
      amounts: { tax: '0.00' },
    })
    await switchOn(shop, 'down', { count: 4 })
    expect(await quoteAt({ ...AUSTIN, address: '3 Congress Avenue' })).toMatchObject({
      problem: { code: 'taxes', field: null, message: CHECKOUT_MESSAGES.taxesUnavailable },
    })
    await sendRequest(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
  })
})

describe('a business with a VAT number', () => {
  const europe = [{ name: 'EU', countries: ['DE', 'AT'], methods: mail('5.95') }]
  beforeEach(() =>
    save({ taxes: EU_VAT, zones: europe, business: { ...BUSINESS, country: 'DE', state: '' } }),
  )
  const french = { vatNumber: 'FR40303265045' }

  test('owes the VAT itself once its address is complete', async () => {
    expect(await quoteAt({ country: 'AT' }, french)).toMatchObject({ asksVatNumber: true, vatNumber: null })
    const { amounts, rows, vatNumber } = await quoteAt(VIENNA, french)
    expect(rows[2]).toEqual({ label: 'Reverse charge 0%', value: '$0.00' })
    expect(vatNumber).toEqual({
      id: 'FR40303265045',
      country: 'FR',
      state: 'verified',
      isAccepted: true,
      name: 'Sandbox Trading Company',
    })
    const phone = '+43 1 234567890'
    expect(await agreeTo(amounts.total, { ...VIENNA, state: '', phone }, { vatId: french.vatNumber })).toBe(
      amounts.total,
    )
  })

  test('learns that the number is wrong, and pays VAT', async () => {
    expect(await quoteAt(VIENNA, { vatNumber: 'FR40303265046' })).toMatchObject({
      problem: { code: 'vat_number', field: 'vatNumber' },
      taxes: [{ name: 'VAT', rate: '20%', isIncluded: true }],
    })
  })

  test('can’t enter a number in the shop’s country', async () => {
    const berlin = { ...VIENNA, country: 'DE', city: 'Berlin', zipCode: '10115' }
    expect(await quoteAt(berlin, french)).toMatchObject({ asksVatNumber: false, vatNumber: null })
  })
})
