import { beforeAll, describe, expect, test } from 'vitest'
import { VARIANTS_MAX } from '#contract/catalog/variants.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { listAuditEntries } from '../audit/queries.ts'
import { CSV_HEADER, csvLine, sendCsv } from './fixtures.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})

const send = (file: string | Buffer, dryRun?: 'true') => sendCsv(admin, file, dryRun)
const find = (search: string) => admin.call('GET /api/admin/products', { search })
const count = async () => (await admin.callPaged('GET /api/admin/products', { status: 'all' })).total

describe('a dry run of an import', () => {
  test('shows the changes in the file, and applies none', async () => {
    const before = await count()
    const { id } = await fixtures.aProduct(shop, { name: 'Linen Mat', slug: 'linen-mat' })
    const file = `id,name,price\n${id},Linen Mat XL,\n`
    expect(await send(file, 'true')).toMatchObject({
      errors: [{ line: 2, column: 'price', message: 'Price is required' }],
    })
    expect(
      await send(`${CSV_HEADER}\n${csvLine('Reed Basket')}\n${csvLine('Reed Tray')}\n`, 'true'),
    ).toMatchObject({
      dryRun: true,
      created: 2,
      changed: 0,
      errorCount: 0,
    })
    expect(await count()).toBe(before + 1)
    expect(await find('Reed')).toEqual([])
  })

  test('is the default mode', async () => {
    const file = Buffer.from(`${CSV_HEADER}\n${csvLine('Never Made')}`)
    await admin.callForText('POST /api/admin/products/import', { file })
    expect(await find('Never Made')).toEqual([])
  })
})

describe('an imported file', () => {
  test('can name a category by its slug or its name', async () => {
    const line = (name: string, category: string) =>
      `${name},,<p>Plain.</p>,5,${category},https://pictures.example/mat.jpg`
    const file = [CSV_HEADER, line('Jute Mat', 'desk-mats'), line('Wool Mat', ' Desk mats')].join('\n')
    expect(await send(file)).toMatchObject({ created: 2, errorCount: 0 })
    for (const name of ['Jute Mat', 'Wool Mat'])
      expect((await find(name))[0]).toMatchObject({ categoryId: 1 })
  })

  test('without the image column causes an error for a new product', async () => {
    const file = 'name,description,price,category\nBare Hook,Plain.,5,desk-mats\n'
    expect((await send(file)).errors).toEqual([
      { line: 2, column: 'images', message: 'A product needs an image URL' },
    ])
  })

  test('adds new products with the defaults of the form, and search finds them', async () => {
    expect(await send(`${CSV_HEADER}\n${csvLine('Cork Coaster', 7, 'cork-coaster')}\n`)).toMatchObject({
      created: 1,
      errorCount: 0,
    })
    const [product] = await find('Cork Coaster')
    expect(product).toMatchObject({
      slug: 'cork-coaster',
      price: '7.00',
      rating: '4.5',
      stockQuantity: 10,
      inStock: true,
      image: 'https://pictures.example/mat.jpg',
    })
    expect(await shop.visitor().call('GET /api/products', { search: 'cork' })).toHaveLength(1)
  })

  test('updates existing products by ID or slug, but only the fields that it has columns for', async () => {
    const one = await fixtures.aProduct(shop, { name: 'Felt Pad', slug: 'felt-pad', colors: ['grey'] })
    const two = await fixtures.aProduct(shop, { name: 'Felt Bowl', slug: 'felt-bowl' })
    expect(await send(`id,slug,price\n${one.id},felt-pad-2,8.00\n,felt-bowl,9.00\n`)).toMatchObject({
      created: 0,
      changed: 2,
    })
    expect(await admin.call('GET /api/admin/products/:id', { id: one.id })).toMatchObject({
      name: 'Felt Pad',
      slug: 'felt-pad-2',
      price: '8.00',
      colors: ['grey'],
    })
    expect(await admin.call('GET /api/admin/products/:id', { id: two.id })).toMatchObject({ price: '9.00' })
    const moved = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: 'felt-pad' })
    expect(moved.id).toBe(one.id)
  })

  test('changes nothing when it is imported again', async () => {
    const file = `${CSV_HEADER}\n${csvLine('Twice Told', 5, 'twice-told')}\n`
    expect(await send(file)).toMatchObject({ created: 1 })
    expect(await send(file)).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
  })

  test('can swap the slugs of two products', async () => {
    const one = await fixtures.aProduct(shop, { slug: 'swap-a' })
    const two = await fixtures.aProduct(shop, { slug: 'swap-b' })
    expect(await send(`id,slug\n${one.id},swap-b\n${two.id},swap-a\n`)).toMatchObject({ changed: 2 })
    const at = (slugOrId: string) => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId })
    expect([(await at('swap-a')).id, (await at('swap-b')).id]).toEqual([two.id, one.id])
  })

  test('can have semicolons or tabs, a byte order mark, columns in any order, and line breaks in cells', async () => {
    const cells = [
      'Oak Peg;1',
      '4.00',
      'desk-mats',
      '<p>One.</p>\n<p>Two.</p>',
      'https://pictures.example/mat.jpg',
    ]
    const quoted = cells.map((cell) => `"${cell}"`)
    const header = ['name', 'price', 'category', 'description', 'images']
    for (const [index, between] of [';', '\t'].entries()) {
      const row = [`"Peg ${index}"`, ...quoted.slice(1)]
      const file = `\uFEFF${header.join(between)}\r\n${row.join(between)}\r\n`
      expect(await send(file)).toMatchObject({ created: 1, errorCount: 0 })
    }
    expect((await find('Peg 0'))[0]?.description).toBe('<p>One.</p>\n<p>Two.</p>')
  })

  test('can have the extra cells and rows that spreadsheets add, and column names in capital letters', async () => {
    const { id } = await fixtures.aProduct(shop)
    const file = `ID;Stockquantity;;\n${id};7;;\n;;;\n \n;;;\n`
    expect(await send(file)).toMatchObject({ created: 0, changed: 1, errorCount: 0 })
    expect(await admin.call('GET /api/admin/products/:id', { id })).toMatchObject({ stockQuantity: 7 })
  })
})

describe('variant rows', () => {
  const OPTIONS = 'option1Name,option1Value'
  const variantsOf = async (id: number) => (await admin.call('GET /api/admin/products/:id', { id })).variants

  test('add a product with its options and variants', async () => {
    const file = [
      `${CSV_HEADER},${OPTIONS},sku,stockQuantity`,
      `${csvLine('Reed Mat', '5.00', 'reed-mat')},Color,Gray,REED-1,3`,
      ',,,6.50,,,,Blue,REED-2,',
    ].join('\n')
    expect(await send(file, 'true')).toMatchObject({ created: 1, errors: [] })
    expect(await find('reed-mat')).toEqual([])
    expect(await send(file)).toMatchObject({ created: 1, changed: 0, errors: [] })
    const [mat] = await find('Reed Mat')
    expect(mat).toMatchObject({
      options: [{ name: 'Color', values: ['Gray', 'Blue'] }],
      price: '5.00',
      colors: ['gray', 'blue'],
      variants: [
        { id: mat?.id, optionValues: ['Gray'], sku: 'REED-1', price: '5.00', stockQuantity: 3 },
        { optionValues: ['Blue'], sku: 'REED-2', price: '6.50', stockQuantity: null },
      ],
    })
    expect(await send(file), 'again').toMatchObject({ created: 0, changed: 0, unchanged: 1 })
  })

  test('change and add variants, but leave other variants and the product’s own fields unchanged', async () => {
    const { id, variants } = await fixtures.aProductInColors(
      shop,
      { Gray: 3, Blue: 2, Red: 1 },
      { name: 'Jute' },
    )
    const [gray, blue] = variants
    const file = [
      `id,variantId,option1Value,price,stockQuantity`,
      `${id},${gray?.id},Stone,12.00,3`,
      `${id},,Blue,13.00,7`,
      `,,Green,14.00,4`,
    ].join('\n')
    expect(await send(file)).toMatchObject({ created: 0, changed: 1, errors: [] })
    expect(await variantsOf(id)).toMatchObject([
      { id: gray?.id, optionValues: ['Stone'], price: '12.00', stockQuantity: 3 },
      { id: blue?.id, optionValues: ['Blue'], price: '13.00', stockQuantity: 7 },
      { optionValues: ['Red'], price: '10.00', stockQuantity: 1 },
      { optionValues: ['Green'], price: '14.00', stockQuantity: 4 },
    ])
    const product = await admin.call('GET /api/admin/products/:id', { id })
    expect(product.options).toEqual([{ name: 'Color', values: ['Blue', 'Red', 'Stone', 'Green'] }])
    expect(product.name).toBe('Jute')
    const [entry] = await admin.call('GET /api/admin/audit', { action: 'product.variants-changed' })
    expect(entry).toMatchObject({ subjectId: String(id), actor: 'admin' })
  })

  test('convert a product without options to one with options, which keeps its first variant', async () => {
    const { id } = await fixtures.aProduct(shop, { stockQuantity: 5 })
    const file = `id,${OPTIONS},stockQuantity\n${id},Size,S,5\n${id},Size,L,2\n`
    expect(await send(file)).toMatchObject({ changed: 1, errors: [] })
    expect(await variantsOf(id)).toMatchObject([
      { id, optionValues: ['S'], stockQuantity: 5 },
      { optionValues: ['L'], stockQuantity: 2 },
    ])
  })

  test('can add 2,048 variants to one product', async () => {
    const rows = Array.from(
      { length: VARIANTS_MAX },
      (_, number) => `,,,${number + 1}.00,,,Length,${number} mm,L-${number}`,
    )
    const [first = '', ...others] = rows
    const head = first.replace(/^,,,1.00,,,/, `${csvLine('Cable', '1.00', 'cable')},`)
    const file = [`${CSV_HEADER},${OPTIONS},sku`, head, ...others].join('\n')
    expect(await send(file)).toMatchObject({ created: 1, errors: [] })
    const [cable] = await find('Cable')
    expect(cable?.variants).toHaveLength(2048)
    expect(await send(`${file}\n,,,1.00,,,Length,2048 mm,`)).toMatchObject({
      errors: [{ line: 2, message: 'At most 2048 variants' }],
    })
  })
})

describe('a running import', () => {
  test('reports its progress: checking, writing, indexing', async () => {
    const lines = Array.from({ length: 1200 }, (_, number) => csvLine(`Mass ${number}`))
    const { lines: reported, created } = await send([CSV_HEADER, ...lines].join('\n'))
    expect(created).toBe(1200)
    const steps = reported.flatMap((one) =>
      one.kind === 'progress' ? [`${one.step} ${one.done}/${one.of}`] : [],
    )
    expect(steps).toContain('checking 250/1200')
    expect(steps).toContain('writing 500/1200')
    expect(steps.at(-1)).toBe('indexing 1200/1200')
  })
})

test('the audit log records each product of an import, and the import itself', async () => {
  const { id } = await fixtures.aProduct(shop, { name: 'Before' })
  await send(`id,name\n${id},After\n`)
  const [done, changed] = await listAuditEntries(shop.shop.db, { page: 1, pageSize: 2 })
  expect(done).toMatchObject({ action: 'import.finished', actor: 'admin', after: { created: 0, changed: 1 } })
  expect(changed).toMatchObject({
    action: 'product.changed',
    subjectId: String(id),
    before: { name: 'Before' },
    after: { name: 'After' },
  })
})
