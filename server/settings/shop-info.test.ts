import { beforeAll, expect, test } from 'vitest'
import { ADDRESS_COUNTRIES } from '#contract/addresses/rules.ts'
import { isoCountry } from '#contract/checkout/rules.ts'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { anAdmin, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { taxRow } from '../../tests/support/taxes.ts'
import { changeSettings } from './settings.ts'

const MOST_BYTES = 2048

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

const info = () => shop.visitor().send({ url: '/api/shop' })

/** Countries whose tax is always called VAT. */
const WITH_VAT = [...EU_COUNTRIES, 'CH', 'GB', 'IM', 'IS', 'LI', 'MC', 'NO']

/** Returns 1,000 countries and regions, each with a rate. */
async function aThousandRates() {
  const places: { country: string; region: string | null }[] = []
  for (const code of ADDRESS_COUNTRIES) {
    const country = isoCountry(code)
    if (WITH_VAT.includes(country)) continue
    const regions = await admin.call('GET /api/admin/regions/:country', { country })
    places.push({ country, region: null }, ...regions.map(({ code: region }) => ({ country, region })))
  }
  return places
    .slice(0, 1000)
    .map(({ country, region }) => taxRow(country, 190_000, { region, name: '税'.repeat(40) }))
}

test('the shop’s public information has at most 2 kB with 1,000 tax rates, 100 zones, and long texts', async () => {
  const rows = await aThousandRates()
  expect(rows).toHaveLength(1000)
  const line = (length: number) => '店'.repeat(length)
  await admin.call('PATCH /api/admin/settings', {
    shopName: line(60),
    supportEmail: `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.example`,
    timeZone: 'America/North_Dakota/New_Salem',
    weightUnits: 'imperial',
    backInStock: 'all',
    currency: 'KWD',
  })
  const bands = Array.from({ length: 20 }, (_, index) => ({ upTo: index + 1, rateCents: 99_990 }))
  const methods = Array.from({ length: 10 }, (_, index) => ({
    id: `method-${index}`,
    name: line(60),
    kind: 'weight' as const,
    rateCents: 99_990,
    bands,
    freeFromCents: null,
    days: null,
  }))
  const zones = ADDRESS_COUNTRIES.slice(0, 100).map((country) => ({
    name: line(60),
    countries: [isoCountry(country)],
    regions: [],
    postalCodes: [],
    methods,
  }))
  const taxes = { ...NO_TAXES, mode: 'table' as const, pricesIncludeTax: true, home: 'DE', rows }
  await changeSettings(shop.shop.db, { zones, taxes })
  const { status, text } = await info()
  expect(status).toBe(200)
  expect(JSON.parse(text)).toMatchObject({
    hasZones: true,
    shipsToEu: true,
    taxes: { name: '税'.repeat(40) },
  })
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES)
})
