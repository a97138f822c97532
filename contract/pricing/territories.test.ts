import { describe, expect, test } from 'vitest'
import { EU_COUNTRIES } from './eu.ts'
import { isReverseCharge, reverseChargeRules } from './reverse-charge.ts'
import { ratesFor, type TaxRate } from './taxes.ts'
import { TERRITORIES, taxPlaceOf } from './territories.ts'
import { TERRITORY_SOURCES } from './territory-sources.ts'

const at = (country: string, postalCode = '', region = '') => ({ country, postalCode, region })
const rate = (country: string, ppm: number, region: string | null = null): TaxRate => ({
  country,
  region,
  taxClass: 'standard',
  name: 'VAT',
  ppm,
})
const RATES = [...EU_COUNTRIES, 'GB'].map((country, index) => rate(country, 100_000 + index))
const rules = { pricesIncludeTax: true, rates: RATES, home: 'DE' }
const paid = (place: ReturnType<typeof at>, more: TaxRate[] = [], oss?: 'home') =>
  ratesFor({ ...rules, rates: [...RATES, ...more], oss }, 'standard', place)

describe('the VAT of a territory', () => {
  test.each([
    ['Monaco', at('MC'), 'FR'],
    ['Monaco by its postal code', at('FR', '98000'), 'FR'],
    ['the Isle of Man', at('IM'), 'GB'],
    ['the Isle of Man by its postcode', at('GB', 'im1 1aa'), 'GB'],
    ['Northern Ireland', at('GB', 'BT1 5GS'), 'XI'],
    ['London', at('GB', 'SW1A 1AA'), 'GB'],
    ['Barcelona', at('ES', '08001', 'B'), 'ES'],
    ['Corsica', at('FR', '20000'), 'FR'],
    ['Constance, near Büsingen', at('DE', '78462'), 'DE'],
  ])('%s is that of a country', (_, place, country) => {
    expect(paid(place).map((rate) => rate.country)).toEqual([country])
  })

  test.each([
    ['Canary Islands', at('ES', '35001', 'GC')],
    ['Canary Islands without a postal code', at('ES', '', 'Las Palmas')],
    ['Tenerife', at('ES', '38001')],
    ['Ceuta', at('ES', '51001')],
    ['Melilla', at('ES', '52001')],
    ['Büsingen', at('DE', '78266')],
    ['Heligoland', at('DE', '27498')],
    ['Livigno', at('IT', '23041', 'SO')],
    ['Campione d’Italia', at('IT', '22061', 'CO')],
    ['Åland', at('FI', '22100')],
    ['Åland by its code', at('AX', '22100')],
    ['Mount Athos', at('GR', '630 86')],
    ['Guadeloupe', at('FR', '97100')],
    ['Martinique', at('FR', '97200')],
    ['French Guiana', at('FR', '97300')],
    ['Réunion', at('FR', '97400')],
    ['Réunion by its code', at('RE', '97400')],
    ['Mayotte', at('FR', '97600')],
    ['Jersey', at('GB', 'JE2 3AA')],
    ['Guernsey', at('GG', 'GY1 1AA')],
    ['Gibraltar', at('GI', 'GX11 1AA')],
  ])('%s is outside the VAT area', (_, place) => {
    expect(paid(place)).toEqual([])
    expect(paid(place, [], 'home')).toEqual([])
    expect(taxPlaceOf(place).isInEu).toBe(false)
    expect(isReverseCharge('DE', 'ES', place)).toBe(false)
  })

  test('Puerto Rico has one, as a state and as a country', () => {
    const own = [rate('US', 115_000, 'PR')]
    expect(paid(at('PR', '00901'), own)).toEqual(own)
    expect(paid(at('US', '00901', 'PR'), own)).toEqual(own)
  })

  test('is the owner’s own row if there is one', () => {
    const own = [rate('RE', 85_000), rate('ES', 70_000, 'GC'), rate('MC', 1), rate('IM', 2)]
    expect(paid(at('FR', '97400'), own)).toEqual([own[0]])
    expect(paid(at('ES', '35001'), own)).toEqual([own[1]])
    expect(paid(at('ES', '38001'), own)).toEqual([])
    expect(paid(at('FR', '98000'), own)).toEqual([own[2]])
    expect(paid(at('GB', 'IM1 1AA'), own)).toEqual([own[3]])
  })

  test('is that of the home country below the One-Stop Shop’s threshold, if goods stay in the EU', () => {
    for (const place of [at('MC'), at('GB', 'BT1 5GS'), at('FR', '75001')])
      expect(paid(place, [], 'home')).toEqual([RATES.find(({ country }) => country === 'DE')])
    expect(paid(at('GB', 'IM1 1AA'), [], 'home')[0]?.country).toBe('GB')
  })

  test('is owed by a business in Northern Ireland itself, and reported as such', () => {
    const belfast = at('GB', 'BT1 5GS')
    expect(isReverseCharge('DE', 'XI', belfast)).toBe(true)
    expect(isReverseCharge('DE', 'XI', at('GB', 'SW1A 1AA'))).toBe(false)
    expect(ratesFor(reverseChargeRules(rules, 'DE', belfast), 'standard', belfast)).toMatchObject([
      { country: 'XI', name: 'Reverse charge', ppm: 0 },
    ])
  })
})

test('every territory has a source and a country', () => {
  expect(Object.keys(TERRITORY_SOURCES).sort()).toEqual(
    [...new Set(TERRITORIES.map(({ name }) => name))].sort(),
  )
  for (const { country, name } of TERRITORIES) {
    expect(TERRITORY_SOURCES[name], name).not.toBe('')
    expect(country, name).toMatch(/^[A-Z]{2}$/)
  }
})
