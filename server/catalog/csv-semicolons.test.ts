import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { sendCsv } from './fixtures.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

const send = (...lines: string[]) => sendCsv(admin, `\uFEFF${lines.join('\r\n')}\r\n`)
const find = async (id: number) => admin.call('GET /api/admin/products/:id', { id })

describe('a file with semicolons, as German spreadsheets write it', () => {
  test('can have decimal commas, grouped thousands, German flags, and a line that names the separator', async () => {
    const { id } = await aProduct(shop)
    const report = await send(
      'sep=;',
      'id;price;oldPrice;shippingCost;rating;weight;weightUnit;isNew;isFeatured;inStock',
      `${id};1.249,90;12500,5;4,9;4,5;1,234;kg;WAHR;1;falsch`,
    )
    expect(report).toMatchObject({ changed: 1, errors: [] })
    expect(await find(id)).toMatchObject({
      price: '1249.90',
      oldPrice: '12500.50',
      shippingCost: '4.90',
      rating: '4.5',
      weight: '1.234',
      isNew: true,
      isFeatured: true,
      inStock: false,
    })
    expect(await send('id;inStock;isNew;isFeatured', `${id};Wahr;FALSCH;0`)).toMatchObject({ changed: 1 })
    expect(await find(id)).toMatchObject({ inStock: true, isNew: false, isFeatured: false })
  })

  test('can have decimal points', async () => {
    const { id } = await aProduct(shop)
    expect(await send('id;price;weight;weightUnit', `${id};19.90;0.5;kg`)).toMatchObject({ changed: 1 })
    expect(await find(id)).toMatchObject({ price: '19.90', weight: '0.5' })
  })

  test.each([
    ['price', '1.234', 'Is “1.234” 1234 or 1,234? Write it without a dot.'],
    ['weight', '1.234.567', 'Is “1.234.567” 1234567 or 1234,567? Write it without a dot.'],
    ['stockQuantity', '1.234', 'Write “1.234” without a dot: 1234'],
    ['price', '1,234', 'Must be an amount such as 49.99'],
    ['price', '1,234.50', 'Must be an amount such as 49.99'],
  ])('is rejected with the %s %s, at its line', async (column, cell, message) => {
    const { id } = await aProduct(shop)
    const before = await find(id)
    const { errors } = await send('sep=;', `id;${column}`, `${id};${cell}`)
    expect(errors).toEqual([{ line: 3, column, message }])
    expect(await find(id)).toEqual(before)
  })
})

test('a file with commas keeps its decimal points, and its separator line is skipped', async () => {
  const { id } = await aProduct(shop)
  const lines = ['sep=,', 'id,weight,weightUnit,isNew', `${id},1.234,kg,1`]
  expect(await send(...lines)).toMatchObject({ changed: 1, errors: [] })
  expect(await find(id)).toMatchObject({ weight: '1.234', isNew: true })
})

test('our own export, imported again, changes nothing', async () => {
  await aProduct(shop, { priceCents: 124_990, weight: '1.5', weightUnit: 'kg' })
  const { text } = await admin.send({ url: '/api/admin/products/export' })
  expect(await sendCsv(admin, text)).toMatchObject({ created: 0, changed: 0, errors: [] })
  expect((await admin.send({ url: '/api/admin/products/export' })).text).toBe(text)
})
