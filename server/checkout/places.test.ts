import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import type { ZoneValues } from '#contract/settings/zones-input.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { checkoutInput } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { taxRow } from '../../tests/support/taxes.ts'

const mail = (rate: string) => [{ kind: 'flat' as const, name: 'Mail', rate }]
const ZONES: ZoneValues[] = [
  { name: 'Ontario', countries: ['CA'], regions: ['ON'], methods: mail('4.00') },
  { name: 'Canada', countries: ['CA', 'US', 'GB', 'JP'], methods: mail('10.00') },
  { name: 'Puerto Rico', countries: ['PR'], methods: mail('7.00') },
  { name: 'Mexico', countries: ['MX'], methods: mail('6.00') },
]
const OTTAWA = { country: 'CA', state: 'ON', city: 'Ottawa', zipCode: 'K1A 0B1' }

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
beforeEach(async () => {
  await admin.call('PATCH /api/admin/settings', { zones: ZONES })
})

/** Returns what a thing of $20.00 costs at an address, and the stored state and postal code. */
async function totalAt(address: object) {
  const visitor = shop.visitor()
  const thing = await aProduct(shop, { priceCents: 2000 })
  await visitor.call('POST /api/cart', { productId: thing.id, quantity: 1 })
  const input = { ...(await checkoutInput(visitor, address)), amount: '0.01' }
  const refused: unknown = await visitor
    .call('POST /api/create-payment-intent', input)
    .catch((error) => error)
  const { total } = (refused as { body: { quote?: { total: string } } }).body.quote ?? {}
  if (total === undefined) throw refused
  await visitor.call('POST /api/create-payment-intent', { ...input, amount: total })
  const { shippingInfo: { state, zipCode } = {} } = await visitor.call('GET /api/checkout')
  return { total, state, zipCode }
}

describe('the region of an address', () => {
  test.each(['ON', 'Ontario', 'Ont.', 'on', 'CA-ON', ' ONTARIO '])(
    'in Ottawa is Ontario, written as %j',
    async (state) => {
      expect(await totalAt({ ...OTTAWA, state })).toMatchObject({ total: '24.00', state: 'ON' })
    },
  )

  test.each(['QC', 'Quebec', 'Québec', 'PQ', 'Qué.'])('%j is Quebec', async (state) => {
    expect(await totalAt({ ...OTTAWA, state })).toMatchObject({ total: '30.00', state: 'QC' })
  })

  test.each(['Atlantis', 'Texas', '??'])(
    'is rejected if it decides the price and is unknown: %j',
    async (state) => {
      await expect(totalAt({ ...OTTAWA, state })).rejects.toMatchObject({
        status: 400,
        errors: [
          {
            path: 'shippingInfo.state',
            message: 'Please enter a state, province, or region of Canada, such as Alberta or AB',
          },
        ],
      })
    },
  )

  test.each([
    [
      { country: 'MX', state: 'Nuevo Leon', zipCode: '64000' },
      { total: '26.00', state: 'NLE' },
    ],
    [
      { country: 'MX', state: 'Atlantis', zipCode: '64000' },
      { total: '26.00', state: 'Atlantis' },
    ],
    [
      { country: 'UK', state: 'Kent', zipCode: 'CT1 1AA' },
      { total: '30.00', state: 'Kent' },
    ],
    [
      { country: 'JP', state: '東京都', zipCode: '100-0001' },
      { total: '30.00', state: 'Tokyo' },
    ],
  ])('is stored as its code if there is one, and else as typed: %j', async (address, expected) => {
    expect(await totalAt({ ...OTTAWA, ...address })).toMatchObject(expected)
  })

  test('is one place as a state and as a country', async () => {
    const sanJuan = { city: 'San Juan', zipCode: '00901' }
    expect((await totalAt({ ...sanJuan, country: 'US', state: 'PR' })).total).toBe('27.00')
    expect((await totalAt({ ...sanJuan, country: 'PR', state: '' })).total).toBe('27.00')
  })

  test('decides the tax, however it is written', async () => {
    const rows = [taxRow('CA', 50_000), taxRow('CA', 130_000, { region: 'ON' })]
    const taxes = { ...NO_TAXES, mode: 'table' as const, rows }
    await admin.call('PATCH /api/admin/settings', { taxes, zones: [ZONES[1] as ZoneValues] })
    for (const state of ['ON', 'Ontario', 'Ont.'])
      expect(await totalAt({ ...OTTAWA, state })).toMatchObject({ total: '33.90', state: 'ON' })
    expect(await totalAt({ ...OTTAWA, state: 'Manitoba' })).toMatchObject({ total: '31.50', state: 'MB' })
    await expect(totalAt({ ...OTTAWA, state: 'Atlantis' })).rejects.toThrow()
    await admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES })
  })
})

describe('a method with an upper end', () => {
  const parcel = {
    kind: 'weight' as const,
    name: 'Parcel',
    rate: '',
    bands: [{ upTo: 28_050, rate: '5.00' }],
  }
  const aCart = async (weight: string, weightUnit: string, quantity: number) => {
    const visitor = shop.visitor()
    const thing = await aProduct(shop, { priceCents: 100, weight, weightUnit, stockQuantity: 500 })
    await visitor.call('POST /api/cart', { productId: thing.id, quantity })
    return visitor
  }
  const checkOut = async (visitor: Awaited<ReturnType<typeof aCart>>, amount: string, methodId?: string) => {
    const input = { ...(await checkoutInput(visitor, OTTAWA)), amount, ...(methodId && { methodId }) }
    return visitor.call('POST /api/create-payment-intent', input)
  }

  test('isn’t offered beyond it, by the sum of the exact weights', async () => {
    const mailAndParcel = [...mail('40.00'), parcel]
    const zones = [{ name: 'Canada', countries: ['CA'], methods: mailAndParcel }]
    await admin.call('PATCH /api/admin/settings', { zones })
    await checkOut(await aCart('10', 'oz', 98), '103.00', 'parcel')
    const heavy = await aCart('10', 'oz', 99)
    await expect(checkOut(heavy, '104.00', 'parcel')).rejects.toMatchObject({
      status: 409,
      body: { quote: { shipping: '40.00', total: '139.00' } },
    })
    await checkOut(heavy, '139.00', 'mail')
  })

  test('refuses a cart that no method takes, and says why', async () => {
    await admin.call('PATCH /api/admin/settings', {
      zones: [{ name: 'Canada', countries: ['CA'], methods: [parcel] }],
    })
    const message = 'We can’t ship this much to Canada in one order. Please order less, or contact us.'
    await expect(checkOut(await aCart('30', 'kg', 1), '6.00')).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'shippingInfo.country', message }],
    })
    await checkOut(await aCart('28.05', 'kg', 1), '6.00')
  })
})

describe('a postal code', () => {
  test.each(['00950', '00-950', '００－９５０', '00 950'])(
    'is stored as the country writes it, and found in its zone: %j',
    async (zipCode) => {
      const zones = [
        { name: 'Warsaw', countries: ['PL'], postalCodes: ['00-9'], methods: mail('1.00') },
        { name: 'Poland', countries: ['PL'], methods: mail('2.00') },
      ]
      await admin.call('PATCH /api/admin/settings', { zones })
      const address = { country: 'PL', city: 'Warsaw', state: '', zipCode }
      expect(await totalAt(address)).toMatchObject({ total: '21.00', zipCode: '00-950' })
    },
  )
})
