import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import type { ZoneValues } from '#contract/settings/zones-input.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { checkoutInput } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

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

/** Returns what a thing of $20.00 costs at an address, and the stored state. */
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
  const { shippingInfo } = await visitor.call('GET /api/checkout')
  return [total, shippingInfo?.state]
}

describe('the region of an address', () => {
  test.each(['ON', 'Ontario', 'Ont.', 'on', 'CA-ON', ' ONTARIO '])(
    'in Ottawa is Ontario, written as %j',
    async (state) => {
      expect(await totalAt({ ...OTTAWA, state })).toEqual(['24.00', 'ON'])
    },
  )

  test.each(['QC', 'Quebec', 'Québec', 'PQ', 'Qué.'])('%j is Quebec', async (state) => {
    expect(await totalAt({ ...OTTAWA, state })).toEqual(['30.00', 'QC'])
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
    [{ country: 'MX', state: 'Nuevo Leon', zipCode: '64000' }, ['26.00', 'NLE']],
    [{ country: 'MX', state: 'Atlantis', zipCode: '64000' }, ['26.00', 'Atlantis']],
    [{ country: 'UK', state: 'Kent', zipCode: 'CT1 1AA' }, ['30.00', 'Kent']],
    [{ country: 'JP', state: '東京都', zipCode: '100-0001' }, ['30.00', 'Tokyo']],
  ])('is stored as its code if there is one, and else as typed: %j', async (address, expected) => {
    expect(await totalAt({ ...OTTAWA, ...address })).toEqual(expected)
  })

  test('is one place as a state and as a country', async () => {
    const sanJuan = { city: 'San Juan', zipCode: '00901' }
    expect((await totalAt({ ...sanJuan, country: 'US', state: 'PR' }))[0]).toBe('27.00')
    expect((await totalAt({ ...sanJuan, country: 'PR', state: '' }))[0]).toBe('27.00')
  })

  test('decides the tax, however it is written', async () => {
    const rate = (region: string | null, ppm: number) => ({
      ...{ country: 'CA', region, taxClass: 'standard', name: 'GST', ppm, from: null },
    })
    const rates = [rate(null, 50_000), rate('ON', 130_000)]
    const taxes = { ...NO_TAXES, mode: 'table' as const, rates }
    await admin.call('PATCH /api/admin/settings', { taxes, zones: [ZONES[1] as ZoneValues] })
    for (const state of ['ON', 'Ontario', 'Ont.'])
      expect(await totalAt({ ...OTTAWA, state })).toEqual(['33.90', 'ON'])
    expect(await totalAt({ ...OTTAWA, state: 'Manitoba' })).toEqual(['31.50', 'MB'])
    await expect(totalAt({ ...OTTAWA, state: 'Atlantis' })).rejects.toThrow()
    await admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES })
  })
})
