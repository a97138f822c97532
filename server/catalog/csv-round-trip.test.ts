import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { sendCsv } from './fixtures.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

const exported = async () => (await admin.send({ url: '/api/admin/products/export' })).text

/** Characters with a meaning in CSV files, spreadsheets, or lists in a cell, and those that change in lower case. */
const CHARACTERS = [...'ab, ,;|\\"\'=+-@İΣ\ufeff\u00a0😀#./_0']
const text = (maxLength: number, minLength = 0) =>
  fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength, maxLength })
const lines = fc.string({
  unit: fc.constantFrom(...CHARACTERS, ...'\t\r\n\u2028'),
  minLength: 1,
  maxLength: 60,
})
const URLS = ['https://pictures.example/a,b|c;d.jpg', 'https://pictures.example/\\x.jpg?=1']

const product = fc.record({
  name: text(30, 1),
  description: lines,
  price: fc.constantFrom('0', '19.90', '1249.9'),
  colors: fc.array(text(40), { maxLength: 5 }),
  sku: text(20),
  weight: fc.constantFrom('', '1.250'),
  weightUnit: text(10),
  taxClass: text(10),
  images: fc.array(fc.record({ url: fc.constantFrom(...URLS), alt: text(40) }), {
    minLength: 1,
    maxLength: 3,
  }),
})
const option = fc.record({
  name: fc.oneof(fc.constant('Color'), text(10, 1)),
  values: fc.array(text(80, 1), { minLength: 1, maxLength: 4 }),
})

/** Adds what the shop accepts of the generated products. @returns how many it accepted, and how many have options */
async function addProducts(count: number) {
  const accepted = { products: 0, withOptions: 0 }
  const categoryId = (await admin.call('GET /api/categories'))[0]?.id
  const inputs = fc.sample(fc.tuple(product, fc.array(option, { maxLength: 2 })), { numRuns: count, seed: 5 })
  for (const [number, [input, options]] of inputs.entries()) {
    const body = { ...input, categoryId, slug: `round-trip-${number}` }
    const added = await admin.send({ method: 'POST', url: '/api/admin/products', body })
    if (added.status >= 300) continue
    accepted.products += 1
    const { id } = added.json() as { id: number }
    const variants = options.reduce<string[][]>(
      (all, { values }) => all.flatMap((one) => values.map((value) => [...one, value])),
      [[]],
    )
    const given = { options, variants: variants.map((optionValues) => ({ optionValues })) }
    const url = `/api/admin/products/${id}/variants`
    if (options.length > 0 && (await admin.send({ method: 'PUT', url, body: given })).status < 300)
      accepted.withOptions += 1
  }
  return accepted
}

describe('the export of any product that the shop accepts', () => {
  test('can be imported again without changes', async () => {
    const { products, withOptions } = await addProducts(150)
    expect(products).toBeGreaterThan(80)
    expect(withOptions).toBeGreaterThan(20)
    const file = await exported()
    expect(await sendCsv(admin, file)).toMatchObject({ created: 0, changed: 0, errors: [] })
    expect(await exported()).toBe(file)
  }, 60_000)

  test('keeps colors with commas and backslashes in a copy', async () => {
    const [first] = await admin.call('GET /api/admin/products', { search: 'Halo' })
    const colors = ['black, matte', 'oak\\', '\\,', 'a\\b']
    await admin.call('PATCH /api/admin/products/:id', { id: first?.id ?? 0, colors })
    const [header = '', ...lines] = (await exported()).split('\r\n')
    const row = lines.find((line) => line.startsWith(`${first?.id},`)) ?? ''
    const copy = row.replace(/^\d+,[^,]*,[^,]*,/, ',Copied,copied,')
    expect(await sendCsv(admin, [header, copy].join('\r\n'))).toMatchObject({ created: 1, errors: [] })
    expect((await admin.call('GET /api/products/:slugOrId', { slugOrId: 'copied' })).colors).toEqual(colors)
  })

  test('has the colors of more variants than a product without options may have', async () => {
    const [first] = await admin.call('GET /api/admin/products', { search: 'Halo' })
    const values = Array.from({ length: 30 }, (_, number) => `${'İ'.repeat(70)} ${number}`)
    await admin.call('PUT /api/admin/products/:id/variants', {
      id: first?.id ?? 0,
      options: [{ name: 'Color', values }],
      variants: values.map((value) => ({ optionValues: [value] })),
    })
    const file = await exported()
    expect(await sendCsv(admin, file)).toMatchObject({ created: 0, changed: 0, errors: [] })
    const [header = '', ...lines] = file.split('\r\n')
    const rows = lines.filter((line) => line.startsWith(`${first?.id},`))
    const copy = rows.map((row, index) =>
      index === 0 ? row.replace(/^\d+,[^,]*,[^,]*,/, ',Many,many,') : row.replace(/^\d+/, ''),
    )
    expect(await sendCsv(admin, [header, ...copy].join('\r\n'))).toMatchObject({ created: 1, errors: [] })
    const made = await admin.call('GET /api/products/:slugOrId', { slugOrId: 'many' })
    expect(made.options[0]?.values).toEqual(values)
  })
})
