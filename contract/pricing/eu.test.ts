import { expect, test } from 'vitest'
import { countryOfVatId } from './eu.ts'

test.each([
  ['ATU12345675', 'AT'],
  [' fr40303265045', 'FR'],
  ['EL123456783', 'GR'],
  ['GR123456783', 'GR'],
  ['XI123456789', 'XI'],
  ['xi 123 4567 89', 'XI'],
  ['GB123456789', undefined],
  ['CHE123456789', undefined],
  ['', undefined],
])('the VAT number %j is from %s', (typed, country) => {
  expect(countryOfVatId(typed)).toBe(country)
})
