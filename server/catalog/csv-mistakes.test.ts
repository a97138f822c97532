import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { inTransaction } from '../platform/db/database.ts'
import { archiveProduct } from './archive-product.ts'
import { importCsv } from './csv-import.ts'
import { CSV_HEADER, csvLine, sendCsv } from './fixtures.ts'
import { changeProduct } from './products.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})

const send = (file: string | Buffer, dryRun?: 'true') => sendCsv(admin, file, dryRun)
const count = async () => (await admin.callPaged('GET /api/admin/products', { status: 'all' })).total

describe('an import with errors', () => {
  test('changes nothing, and reports each error with its row and column', async () => {
    const before = await count()
    const lines = [
      CSV_HEADER,
      csvLine('Good'),
      csvLine(''),
      csvLine('Bad Price', 'cheap'),
      'Bad Category,,<p>Plain.</p>,5,no-such-shelf,https://pictures.example/a.jpg',
      'Bad Image,,<p>Plain.</p>,5,desk-mats,nothing',
      'No Image,,<p>Plain.</p>,5,desk-mats,',
      'Too Short,5',
    ]
    const report = await send(lines.join('\n'))
    expect(report.errors).toEqual([
      { line: 3, column: 'name', message: 'Name is required' },
      { line: 4, column: 'price', message: 'Must be an amount such as 49.99' },
      { line: 5, column: 'category', message: 'There is no category “no-such-shelf”.' },
      { line: 6, column: 'images', message: 'Must be a valid URL' },
      { line: 7, column: 'images', message: 'A product needs an image URL' },
      { line: 8, column: null, message: 'This line has 2 cells, but the first line has 6.' },
    ])
    expect(report.errorCount).toBe(6)
    expect(await count()).toBe(before)
  })

  test('counts lines like a text editor, even across cells with several lines', async () => {
    const file = `${CSV_HEADER}\nTwo,,"<p>Two</p>\n<p>lines</p>",5,desk-mats,https://pictures.example/mat.jpg\n${csvLine('')}\n`
    expect((await send(file)).errors).toEqual([{ line: 4, column: 'name', message: 'Name is required' }])
  })

  test('counts lines correctly with Windows line endings and a missing quotation mark', async () => {
    const two = 'Two,,"<p>Two</p>\r\n<p>lines</p>",5,desk-mats,https://pictures.example/mat.jpg'
    const file = [CSV_HEADER, two, csvLine(''), two, 'Short', ''].join('\r\n')
    expect((await send(file)).errors).toEqual([
      { line: 4, column: 'name', message: 'Name is required' },
      { line: 7, column: null, message: 'This line has 1 cell, but the first line has 6.' },
    ])
    const message = 'A quotation mark opened here or above is never closed.'
    expect((await send(`${file}"Open`)).errors).toEqual([{ line: 8, column: null, message }])
  })

  test.each([
    [
      'an unknown ID',
      'id,name\n999999,x',
      'There is no active product 999999. To add a new one, leave the id empty.',
    ],
    ['the same product twice', 'id,name\n1,x\n1,y', 'This product is already on line 2.'],
    [
      'the same slug twice',
      `${CSV_HEADER}\n${csvLine('A', 5, 'one-slug')}\n${csvLine('B', 5, 'one-slug')}`,
      'The product on line 2 already has this slug.',
    ],
    [
      'a period as thousands separator',
      'id,stockQuantity\n1,1.000',
      'Stock quantity must be a whole number, 0 or more',
    ],
    ['the slug of another product', 'id,slug\n1,halo-desk-lamp', 'Another product already has this slug.'],
    [
      'an unclosed quotation mark',
      'id,name\n1,"x\n2,y',
      'A quotation mark opened here or above is never closed.',
    ],
    [
      'a quotation mark inside a cell',
      'id,name\n1,an 11" lid\n',
      'There is a quotation mark inside an unquoted cell.',
    ],
  ])('reports %s', async (_, file, message) => {
    expect((await send(file)).errors.map((error) => error.message)).toContain(message)
  })

  test('reports errors in variant rows with their line and column', async () => {
    const mat = await fixtures.aProductInColors(shop, { Gray: 1, Blue: 1 }, { name: 'Mat' })
    const { id } = mat
    const other = await fixtures.aProductInColors(shop, { Red: 1 })
    await admin.call('PUT /api/admin/products/:id/variants', {
      id: other.id,
      options: other.options,
      variants: [{ optionValues: ['Red'], sku: 'TAKEN-1' }],
    })
    const errorsOf = async (...lines: string[]) =>
      (await send(lines.join('\n'))).errors.map(({ line, column, message }) => [line, column, message])
    expect(await errorsOf('id,option1Value,price', `${id},Gray,5`, `${id},Blue,cheap`)).toEqual([
      [3, 'price', 'Must be an amount such as 49.99'],
    ])
    expect(await errorsOf('id,option1Value,barcode', `${id},Gray,123`)).toEqual([
      [2, 'barcode', 'Must be a GTIN of 8, 12, 13, or 14 digits with a correct check digit'],
    ])
    expect(await errorsOf('id,option1Value', `${id},Gray`, `${id},Blue`, `${id},Gray`)).toEqual([
      [4, 'option1Value', 'This variant is already on line 2.'],
    ])
    expect(await errorsOf('id,variantId,option1Value', `${id},${other.id},Gray`)).toEqual([
      [2, 'variantId', 'This product has no such active variant'],
    ])
    expect(await errorsOf('id,option1Value,option2Name,option2Value', `${id},Gray,Size,S`)).toEqual([
      [2, 'option1Value', 'A variant needs one value of each option'],
    ])
    expect(await errorsOf('id,option1Value,option2Value', `${id},Green,S`)).toContainEqual([
      2,
      'option2Name',
      'Option name is required',
    ])
    expect(await errorsOf('id,option1Value,sku', `${id},Gray,A-1`, `${id},Blue,a-1`)).toEqual([
      [3, 'sku', 'Another variant has this SKU'],
    ])
    expect(await errorsOf('id,option1Value,sku', `${id},Gray,taken-1`)).toEqual([
      [2, 'sku', 'Another variant has this SKU'],
    ])
    expect(
      await errorsOf('id,option1Value,variantImage', `${id},Gray,https://pictures.example/x.jpg`),
    ).toEqual([[2, 'variantImage', 'This image isn’t one of the product’s images']])
    expect(await errorsOf('id,option1Value,weightUnit', `${id},Gray,kg`, `${id},Blue,lb`)).toEqual([
      [3, 'weightUnit', 'This differs from the first row of the product'],
    ])
    expect(await errorsOf('id,sku', `${id},A-1`)).toEqual([
      [2, 'sku', 'Only a row with option values can have this'],
    ])
    expect(await errorsOf('id,price', `${id},99`)).toEqual([
      [2, 'price', 'This product has variants. Change prices and stock of its variants instead.'],
    ])
    expect(await errorsOf('id,option1Value', `${id},Gray`, '1,', `${id},Blue`)).toEqual([
      [4, 'id', 'This product is already on line 2.'],
    ])
  })

  test('reports a row for an archived product, and a rating for a product with reviews', async () => {
    const { id } = await fixtures.aProduct(shop)
    await archiveProduct(shop.shop.db, null, id)
    expect((await send(`id,name\n${id},x`)).errors[0]?.message).toContain(`There is no active product ${id}`)
    const reviewed = await fixtures.aProduct(shop)
    await (await fixtures.aCustomer(shop)).call('POST /api/reviews', {
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
    ['without a header', '1,Lamp', 'The first line must list the columns. Unknown: “1”, “Lamp”.'],
    ['with a duplicate column', 'name,name', 'The column “name” appears twice.'],
    [
      'not UTF-8',
      Buffer.from([0x6e, 0xe4, 0x6d]),
      "The file isn't in UTF-8. In your spreadsheet program, save it as “CSV UTF-8”.",
    ],
  ])('rejects a file %s as a whole', async (_, file, message) => {
    await expect(send(file)).rejects.toMatchObject({
      status: 400,
      serverMessage: expect.stringContaining(message),
    })
  })

  test.each([
    ['thousands of unknown columns', `${'x,'.repeat(60_000)}name`],
    ['a million empty columns', `name${','.repeat(1_000_000)}price`],
    ['a name of a hundred thousand characters', 'x'.repeat(100_000)],
  ])('rejects a header with %s in one short message', async (_, header) => {
    const error: unknown = await send(`${header}\nLamp\n`).catch((error: unknown) => error)
    expect(error).toMatchObject({ status: 400 })
    expect((error as { serverMessage: string }).serverMessage.length).toBeLessThan(1000)
  })

  test('quotes only the beginning of a long cell', async () => {
    const { errors } = await send(
      `id,category,name,price\n${'1'.repeat(50_000)},,x,1\n,${'y'.repeat(50_000)},z,1\n`,
    )
    for (const { message } of errors) expect(message.length).toBeLessThan(200)
  })

  test('reports a product that is edited while the file is compared with the shop', async () => {
    const { db } = shop.shop
    const { id } = await fixtures.aProduct(shop, { name: 'Contested', slug: 'contested' })
    const before = await count()
    const lines = Array.from({ length: 300 }, (_, number) => csvLine(`Bystander ${number}`))
    const file = Buffer.from([CSV_HEADER, csvLine('Mine', 5, 'contested'), ...lines].join('\n'))
    const isEdited = Promise.withResolvers<void>()
    const isCompared = Promise.withResolvers<void>()
    // The import compares the file with the product as it was, and then waits for the edit's lock.
    const theirs = inTransaction(db, async (db) => {
      await changeProduct(db, admin.user.id, id, { name: 'Theirs' })
      isEdited.resolve()
      await isCompared.promise
    })
    await isEdited.promise
    const run = async () => {
      for await (const line of importCsv(db, admin.user.id, file, false))
        if (line.kind === 'progress' && line.step === 'checking') isCompared.resolve()
    }
    await expect(run()).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      message: 'Contested was changed during the import. Nothing was imported. Please try again.',
    })
    await theirs
    expect(await count()).toBe(before)
    expect(await admin.call('GET /api/admin/products/:id', { id })).toMatchObject({ name: 'Theirs' })
  })
})
