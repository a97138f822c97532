import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CsvReport } from '#contract/catalog/product-csv.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { callForStream } from '../../web/platform/api-stream.ts'
import { archiveProduct } from './archive-product.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})

const exported = () => admin.callForText('GET /api/admin/products/export')
async function importBack(text: string): Promise<CsvReport> {
  let report: CsvReport | null = null
  await callForStream(
    admin,
    'POST /api/admin/products/import',
    { file: Buffer.from(text), dryRun: 'false' },
    (line) => {
      if (line.kind === 'report') report = line
    },
  )
  if (!report) throw new Error('No report in the response')
  return report
}

describe('the CSV export', () => {
  test('is a downloadable file with all active products', async () => {
    const archived = await fixtures.aProduct(shop, { name: 'Long Gone' })
    await archiveProduct(shop.shop.db, null, archived.id)
    const response = await admin.send({ url: '/api/admin/products/export' })
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe('attachment; filename="products.csv"')
    const rows = parse(response.text, { columns: true, bom: true }) as Record<string, string>[]
    expect(new Set(rows.map(({ id }) => id)).size).toBe(10)
    expect(rows.find(({ slug }) => slug === 'halo-desk-lamp')).toMatchObject({ name: 'Halo LED Desk Lamp' })
  })

  test('can be imported again without changes, even with quotes, line breaks, pipes, symbols, and accents', async () => {
    await fixtures.aProduct(shop, {
      name: '=SUM("A1", B2); it\'s 5" wide | ünïcödé 📐',
      description: '<p>One,\r\ntwo; "three"</p>\n<p>-</p>',
      colors: ['black', 'off white'],
      oldPriceCents: 2000,
      shippingCostCents: 0,
      weight: '1.250',
      weightUnit: 'kg',
      stockQuantity: null,
      images: [
        { url: 'https://pictures.example/a.jpg?x=1|2', alt: 'A | B \\ C', width: null, height: null },
        { url: 'https://pictures.example/b.jpg', alt: '', width: null, height: null },
        { url: 'https://pictures.example/c.jpg', alt: '@home', width: null, height: null },
      ],
    })
    await fixtures.aProduct(shop, { name: "'=quoted already" })
    const text = await exported()
    expect(await importBack(text)).toMatchObject({ created: 0, changed: 0, unchanged: 12, errorCount: 0 })
    expect(await exported()).toBe(text)
  })

  test('has no columns of variants while no product has options', async () => {
    const products = () => shop.shop.db.updateTable('products').where('options', '<>', sql`'[]'`)
    await products().set({ archived_at: new Date() }).execute()
    const [header = ''] = (await exported()).split('\r\n')
    expect(header.split(',').at(-1)).toBe('taxClass')
    await products().set({ archived_at: null }).execute()
  })

  test('recreates the same products in an empty shop', async () => {
    const text = await exported()
    const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[]
    const [product] = rows
    const copy = Object.entries({ ...product, id: '', slug: '', name: 'Copy' })
    const csv = [copy.map(([column]) => column), copy.map(([, cell]) => `"${cell.replaceAll('"', '""')}"`)]
    expect(await importBack(csv.map((row) => row.join(',')).join('\n'))).toMatchObject({ created: 1 })
    const [made] = await admin.call('GET /api/admin/products', { search: 'Copy' })
    const original = await admin.call('GET /api/admin/products/:id', { id: Number(product?.id) })
    const { id: _1, name: _2, slug: _3, updatedAt: _4, version: _5, ...rest } = original
    expect(made).toMatchObject(rest)
  })

  test('contains no spreadsheet formula', async () => {
    const rows = parse(await exported(), { columns: true, bom: true }) as Record<string, string>[]
    for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
  })
})

describe('the CSV export of a product with options', () => {
  const columnsOf = (rows: Record<string, string>[], ...names: string[]) =>
    rows.map((row) => names.map((name) => row[name]))

  test('has a row for each variant, with the product’s own columns only in the first row', async () => {
    const images = ['gray', 'blue'].map((color) => ({
      url: `https://pictures.example/${color}.jpg`,
      alt: '',
      width: null,
      height: null,
    }))
    const { id } = await fixtures.aProduct(shop, { name: 'Wool Mat', slug: 'wool-mat', images })
    await admin.call('PUT /api/admin/products/:id/variants', {
      id,
      options: [
        { name: 'Color', values: ['Gray', 'Blue'] },
        { name: 'Size', values: ['S', '=L'] },
      ],
      variants: [
        { optionValues: ['Gray', 'S'], price: '45.00', stockQuantity: 3, sku: 'WOOL-1' },
        { optionValues: ['Blue', '=L'], price: '55', oldPrice: '60', stockQuantity: null, inStock: false },
        { optionValues: ['Blue', 'S'], barcode: '4006381333931', weight: '0.750', image: images[1]?.url },
      ],
    })
    const text = await exported()
    const all = parse(text, { columns: true, bom: true }) as Record<string, string>[]
    const rows = all.filter((row) => row.id === String(id))
    expect(columnsOf(rows, 'name', 'option1Name', 'option1Value', 'option2Value', 'price')).toEqual([
      ['Wool Mat', 'Color', 'Gray', 'S', '45.00'],
      ['', 'Color', 'Blue', "'=L", '55.00'],
      ['', 'Color', 'Blue', 'S', '10.00'],
    ])
    expect(columnsOf(rows, 'oldPrice', 'stockQuantity', 'inStock', 'sku', 'barcode')).toEqual([
      ['', '3', 'true', 'WOOL-1', ''],
      ['60.00', '', 'false', '', ''],
      ['', '0', 'true', '', '4006381333931'],
    ])
    expect(columnsOf(rows, 'variantWeight', 'variantImage', 'slug')).toEqual([
      ['', '', 'wool-mat'],
      ['', '', ''],
      ['0.750', 'https://pictures.example/blue.jpg', ''],
    ])
    expect(all.find(({ slug }) => slug === 'halo-desk-lamp')).toMatchObject({ option1Name: '', sku: '' })
  })

  test('can be imported again without changes, and recreates the product without its IDs', async () => {
    const text = await exported()
    expect(await importBack(text)).toMatchObject({ created: 0, changed: 0, errorCount: 0 })
    expect(await exported()).toBe(text)
    const [mat] = await admin.call('GET /api/admin/products', { search: 'Wool Mat' })
    const [header = '', ...lines] = text.split('\n')
    const [first = '', ...others] = lines.filter((line) => line.startsWith(`${mat?.id},`))
    const copy = [
      first.replace(/^\d+,Wool Mat,wool-mat/, ',Wool Copy,').replace('WOOL-1', ''),
      ...others.map((line) => line.replace(/^\d+/, '')),
    ]
    expect(await importBack([header, ...copy].join('\n'))).toMatchObject({ created: 1, errors: [] })
    const [made] = await admin.call('GET /api/admin/products', { search: 'Wool Copy' })
    const [original] = await admin.call('GET /api/admin/products', { search: 'Wool Mat' })
    const withoutIds = (product?: typeof made) =>
      product?.variants.map(({ id: _1, sku: _2, ...rest }) => rest)
    expect(made?.options).toEqual(original?.options)
    expect(withoutIds(made)).toEqual(withoutIds(original))
  })
})
