import { beforeAll, describe, expect, test } from 'vitest'
import type { CsvImportLine, CsvReport } from '#contract/product-csv.ts'
import * as given from '../../tests/support/given.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { listAuditEntries } from '../audit/queries.ts'
import { archiveProduct } from './products.ts'

let shop: TestShop
let admin: given.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await given.anAdmin(shop)
})

/** One of the demo's. */
const category = 'desk-mats'
const IMAGE = 'https://pictures.example/mat.jpg'
const HEADER = 'name,slug,description,price,category,images'
const line = (name: string, price: string | number = '5.00', slug = '') =>
  `${name},${slug},<p>Plain.</p>,${price},${category},${IMAGE}`

/** Sends a file; the report, and what was told on the way. */
async function send(text: string | Buffer, dryRun = false) {
  const lines: CsvImportLine[] = []
  const file = typeof text === 'string' ? Buffer.from(text) : text
  const options = { file, dryRun: dryRun ? ('true' as const) : ('false' as const) }
  await admin.callForLines('POST /api/admin/products/import', options, (one) => lines.push(one))
  const report = lines.at(-1) as CsvReport
  return { ...report, told: lines.slice(0, -1) }
}
const find = (search: string) => admin.call('GET /api/admin/products', { search })
const count = async () => (await admin.callPaged('GET /api/admin/products', { status: 'all' })).total

describe('a dry run', () => {
  test('says what the file would do, and changes nothing', async () => {
    const before = await count()
    const { id } = await given.aProduct(shop, { name: 'Linen Mat', slug: 'linen-mat' })
    const file = `id,name,price\n${id},Linen Mat XL,\n`
    expect(await send(file, true)).toMatchObject({
      errors: [{ line: 2, column: 'price', message: 'Price is required' }],
    })
    expect(await send(`${HEADER}\n${line('Reed Basket')}\n${line('Reed Tray')}\n`, true)).toMatchObject({
      dryRun: true,
      created: 2,
      changed: 0,
      errorCount: 0,
    })
    expect(await count()).toBe(before + 1)
    expect(await find('Reed')).toEqual([])
  })

  test('is what is done where nothing else is asked for', async () => {
    const file = Buffer.from(`${HEADER}\n${line('Never Made')}`)
    await admin.callForText('POST /api/admin/products/import', { file })
    expect(await find('Never Made')).toEqual([])
  })
})

describe('a file', () => {
  test('adds what is new, with the defaults of the form, and search finds it', async () => {
    expect(await send(`${HEADER}\n${line('Cork Coaster', 7, 'cork-coaster')}\n`)).toMatchObject({
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
      image: IMAGE,
    })
    expect(await shop.visitor().call('GET /api/products', { search: 'cork' })).toHaveLength(1)
  })

  test('changes what is there, by number or by slug, and only the columns that it has', async () => {
    const one = await given.aProduct(shop, { name: 'Felt Pad', slug: 'felt-pad', colors: ['grey'] })
    const two = await given.aProduct(shop, { name: 'Felt Bowl', slug: 'felt-bowl' })
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

  test('sent twice changes nothing the second time', async () => {
    const file = `${HEADER}\n${line('Twice Told', 5, 'twice-told')}\n`
    expect(await send(file)).toMatchObject({ created: 1 })
    expect(await send(file)).toMatchObject({ created: 0, changed: 0, unchanged: 1 })
  })

  test('lets two products exchange their slugs', async () => {
    const one = await given.aProduct(shop, { slug: 'swap-a' })
    const two = await given.aProduct(shop, { slug: 'swap-b' })
    expect(await send(`id,slug\n${one.id},swap-b\n${two.id},swap-a\n`)).toMatchObject({ changed: 2 })
    const at = (slugOrId: string) => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId })
    expect([(await at('swap-a')).id, (await at('swap-b')).id]).toEqual([two.id, one.id])
  })

  test('may have semicolons or tabs, a byte order mark, any order of columns, and lines in cells', async () => {
    const cells = ['Oak Peg;1', '4.00', category, '<p>One.</p>\n<p>Two.</p>', IMAGE]
    const quoted = cells.map((cell) => `"${cell}"`)
    const header = ['name', 'price', 'category', 'description', 'images']
    for (const [index, between] of [';', '\t'].entries()) {
      const row = [`"Peg ${index}"`, ...quoted.slice(1)]
      const file = `\uFEFF${header.join(between)}\r\n${row.join(between)}\r\n`
      expect(await send(file)).toMatchObject({ created: 1, errorCount: 0 })
    }
    expect((await find('Peg 0'))[0]?.description).toBe('<p>One.</p>\n<p>Two.</p>')
  })
})

describe('with one mistake', () => {
  test('nothing is imported, and every mistake is told with its line and column', async () => {
    const before = await count()
    const lines = [
      HEADER,
      line('Good'),
      line(''),
      line('Bad Price', 'cheap'),
      'Bad Category,,<p>Plain.</p>,5,no-such-shelf,https://pictures.example/a.jpg',
      `Bad Image,,<p>Plain.</p>,5,${category},nothing`,
      'Too Short,5',
    ]
    const report = await send(lines.join('\n'))
    expect(report.errors).toEqual([
      { line: 3, column: 'name', message: 'Name is required' },
      { line: 4, column: 'price', message: 'Must be an amount such as 49.99' },
      { line: 5, column: 'category', message: 'There is no category with the slug “no-such-shelf”.' },
      { line: 6, column: 'images', message: 'Must be a valid URL' },
      { line: 7, column: null, message: 'This line has 2 cells, the first line has 6.' },
    ])
    expect(report.errorCount).toBe(5)
    expect(await count()).toBe(before)
  })

  test('lines are counted as an editor counts them, over cells of several lines', async () => {
    const file = `${HEADER}\n"Two\nLines",,<p>x</p>,5,${category},${IMAGE}\n${line('')}\n`
    expect((await send(file)).errors).toEqual([{ line: 4, column: 'name', message: 'Name is required' }])
  })

  test.each([
    [
      'a number that is not there',
      'id,name\n999999,x',
      'There is no product 999999 on sale. Leave the id empty to add a new one.',
    ],
    ['one product twice', 'id,name\n1,x\n1,y', 'This product is on line 2 already.'],
    [
      'one slug twice',
      `${HEADER}\n${line('A', 5, 'one-slug')}\n${line('B', 5, 'one-slug')}`,
      'The product on line 2 has this slug already.',
    ],
    ['the slug of another product', 'id,slug\n1,halo-desk-lamp', 'Another product already has this address.'],
    [
      'a quotation mark that is not closed',
      'id,name\n1,"x\n2,y',
      'A quotation mark is opened here or above, and not closed.',
    ],
  ])('such as %s', async (_, file, message) => {
    expect((await send(file)).errors.map((error) => error.message)).toContain(message)
  })

  test('such as an archived product, or a rating that its reviews compute', async () => {
    const { id } = await given.aProduct(shop)
    await archiveProduct(shop.shop.db, id)
    expect((await send(`id,name\n${id},x`)).errors[0]?.message).toContain(`There is no product ${id} on sale`)
    const reviewed = await given.aProduct(shop)
    await (await given.aCustomer(shop)).call('POST /api/reviews', {
      productId: reviewed.id,
      rating: 3,
      title: 'Fine',
      comment: 'It is a fine thing to have.',
    })
    expect((await send(`id,rating\n${reviewed.id},5`)).errors[0]).toMatchObject({ line: 2, column: 'rating' })
    expect(await send(`id,rating\n${reviewed.id},3.0`)).toMatchObject({ unchanged: 1, errorCount: 0 })
  })

  test.each([
    ['empty', '', 'The file is empty.'],
    ['without a header', '1,Lamp', 'The first line must name the columns. Not known: “1”, “Lamp”.'],
    ['with a column twice', 'name,name', 'The column “name” is there twice.'],
    [
      'not UTF-8',
      Buffer.from([0x6e, 0xe4, 0x6d]),
      "The file is not in UTF-8. In a spreadsheet, save it as 'CSV UTF-8'.",
    ],
  ])('a file that is %s is refused as a whole', async (_, file, message) => {
    await expect(send(file)).rejects.toMatchObject({
      status: 400,
      serverMessage: expect.stringContaining(message),
    })
  })
})

describe('while it runs', () => {
  test('it tells how far it is: checking, writing, indexing', async () => {
    const lines = Array.from({ length: 1200 }, (_, number) => line(`Mass ${number}`))
    const { told, created } = await send([HEADER, ...lines].join('\n'))
    expect(created).toBe(1200)
    const steps = told.flatMap((one) =>
      one.kind === 'progress' ? [`${one.step} ${one.done}/${one.of}`] : [],
    )
    expect(steps).toContain('checking 250/1200')
    expect(steps).toContain('writing 500/1200')
    expect(steps.at(-1)).toBe('indexing 1200/1200')
  })
})

test('the audit log has every product of an import, and the import', async () => {
  const { id } = await given.aProduct(shop, { name: 'Before' })
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
