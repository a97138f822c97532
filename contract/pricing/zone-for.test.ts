import { describe, expect, test } from 'vitest'
import { goodsOf } from './quote.ts'
import { zoneFor } from './shipping.ts'
import { gramsOf } from './weights.ts'

const zone = (name: string, country: string, postalCodes: string[]) => ({
  name,
  countries: [country],
  postalCodes,
  methods: [],
})

describe('the zone of a postal code', () => {
  const uk = [
    zone('N1', 'GB', ['N1']),
    zone('N', 'GB', ['N']),
    zone('N1C', 'GB', ['N1C']),
    zone('N19', 'GB', ['N19 3']),
    zone('SW1A', 'GB', ['SW1A 1AA', 'SW1A 2']),
    zone('UK', 'GB', []),
  ]
  test.each([
    ['N1 9GU', 'N1'],
    ['n19gu', 'N1'],
    ['N10 1AA', 'N'],
    ['N19 3AB', 'N19'],
    ['N193AB', 'N19'],
    ['N19 4AB', 'N'],
    ['N1C 4AG', 'N1C'],
    ['N1P 2AB', 'N1'],
    ['NW1 1AA', 'UK'],
    ['SW1A 1AA', 'SW1A'],
    ['sw1a1aa', 'SW1A'],
    ['SW1A 1AB', 'UK'],
    ['SW1A 2AB', 'SW1A'],
    ['Ｎ１　９ＧＵ', 'N1'],
    ['', 'UK'],
  ])('in the United Kingdom is that of its district: %j', (postalCode, name) => {
    expect(zoneFor(uk, { country: 'GB', region: '', postalCode })?.name).toBe(name)
  })

  const germany = [
    zone('East', 'DE', ['10000-19999']),
    zone('Berlin', 'DE', ['10000-12999', '13']),
    zone('Center', 'DE', ['101']),
    zone('Germany', 'DE', []),
  ]
  test.each([
    ['10115', 'Center'],
    ['10200', 'Berlin'],
    ['12999', 'Berlin'],
    ['13000', 'Berlin'],
    ['14000', 'East'],
    ['１９９９９', 'East'],
    ['20000', 'Germany'],
    ['1', 'Germany'],
  ])('is the narrowest range or prefix that has it: %j', (postalCode, name) => {
    expect(zoneFor(germany, { country: 'DE', region: '', postalCode })?.name).toBe(name)
  })

  test('can be written without its hyphen', () => {
    const poland = [zone('Warsaw', 'PL', ['00950'])]
    for (const postalCode of ['00-950', '00950', '00 950', '００－９５０'])
      expect(zoneFor(poland, { country: 'PL', region: '', postalCode })?.name).toBe('Warsaw')
  })

  test.each([
    ['LV', '10', 'LV-1050'],
    ['LV', '10', 'LV 1050'],
    ['LV', '10', 'lv1050'],
    ['LV', 'LV', 'LV-1050'],
    ['AD', '50', 'AD500'],
    ['GG', '1', 'GY1 1AA'],
    ['LU', '4750', 'L-4750'],
    ['CH', '80', '8001'],
    ['OM', '13', 'PC 133'],
  ])('may have their country’s letter prefix: in %s, %j has %j', (country, part, postalCode) => {
    const zones = [zone('Part', country, [part]), zone('Rest', country, [])]
    expect(zoneFor(zones, { country, region: '', postalCode })?.name).toBe('Part')
    expect(zoneFor(zones, { country, region: '', postalCode: '99' })?.name).toBe('Rest')
  })

  test('is a possible one while a wallet shares only the first part', () => {
    const part = (postalCode: string, isPartial: boolean) =>
      zoneFor([zone('Palace', 'GB', ['SW1A 1AA']), zone('Toronto', 'CA', ['M5V 2'])], {
        country: postalCode.startsWith('M') ? 'CA' : 'GB',
        region: '',
        postalCode,
        isPartial,
      })?.name
    expect(part('SW1A', true)).toBe('Palace')
    expect(part('SW1A ', true)).toBe('Palace')
    expect(part('M5V', true)).toBe('Toronto')
    expect(part('SW1A', false)).toBeUndefined()
    expect(part('SW1E', true)).toBeUndefined()
    expect(zoneFor(uk, { country: 'GB', region: '', postalCode: 'SW1A', isPartial: true })?.name).toBe('UK')
  })
})

test('weights are summed before they are rounded', () => {
  const item = (weight: string, weightUnit: string, quantity: number) => ({
    productId: 1,
    variantId: 1,
    quantity,
    priceCents: 100,
    weightGrams: gramsOf({ weight, weightUnit }),
  })
  expect(goodsOf([item('10', 'oz', 99)]).weightGrams).toBe(28_066)
  expect(goodsOf([item('0.5', 'g', 3)]).weightGrams).toBe(2)
  expect(goodsOf([item('0.1', 'oz', 10), item('1', 'oz', 9)]).weightGrams).toBe(283)
})
