import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BulkAction } from '#contract/catalog/bulk-actions.ts'
import { BULK_MAX } from '#contract/catalog/bulk-rules.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { InputOf } from '../../web/platform/api.ts'
import { listAuditEntries } from '../audit/queries.ts'

let shop: TestShop
let admin: fixtures.Customer
let made = 0
/** A word that only the product names of this test contain. */
let word: string
let tray: number
let lamp: number
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await fixtures.anAdmin(shop)
})
beforeEach(async () => {
  made += 1
  word = `Batch${String.fromCharCode(64 + made)}`
  tray = (await fixtures.aProduct(shop, { name: `${word} Tray` })).id
  lamp = (await fixtures.aProduct(shop, { name: `${word} Lamp` })).id
})

type Choice = InputOf<'POST /api/admin/products/bulk'>['choice']
const run = (action: BulkAction, choice: Choice = { ids: [lamp, tray] }) =>
  admin.call('POST /api/admin/products/bulk', { choice, action })
const read = (id: number) => admin.call('GET /api/admin/products/:id', { id })
const seen = (id: number) => shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
const found = async () =>
  (await shop.visitor().call('GET /api/products', { search: word })).map(({ id }) => id)
const entries = async () => listAuditEntries(shop.shop.db, { page: 1, pageSize: 5 })

describe('archiving many products', () => {
  test('takes them out of the shop and its search, and activating them brings them back', async () => {
    const done = (was: string) => [tray, lamp].map((id) => ({ id, was }))
    expect(await run('archive')).toEqual({ done: done('active'), unchanged: 0, refused: [] })
    await expect(seen(tray)).rejects.toMatchObject({ status: 404 })
    expect(await found()).toEqual([])
    expect(await read(lamp)).toMatchObject({ isArchived: true, version: 2 })
    expect(await run('activate')).toEqual({ done: done('archived'), unchanged: 0, refused: [] })
    expect((await found()).sort()).toEqual([tray, lamp])
    expect(await read(lamp)).toMatchObject({ isArchived: false, version: 3 })
  })

  test('counts those that already were archived', async () => {
    await run('archive', { ids: [tray] })
    expect(await run('archive')).toEqual({ done: [{ id: lamp, was: 'active' }], unchanged: 1, refused: [] })
    expect(await read(tray)).toMatchObject({ version: 2 })
  })

  test('records each product in the audit log, which can undo it', async () => {
    await run('archive')
    const [second, first] = await entries()
    expect(first).toMatchObject({
      actor: 'admin',
      action: 'product.archived',
      subjectId: String(tray),
      before: { isArchived: false, version: 1 },
      after: { isArchived: true, version: 2 },
    })
    expect(second).toMatchObject({ action: 'product.archived', subjectId: String(lamp) })
    await admin.call('POST /api/admin/audit/:id/undo', { id: second?.id ?? 0 })
    expect(await found()).toEqual([lamp])
  })
})

describe('deleting many products', () => {
  test('deletes those without orders, archived or not, and names the others', async () => {
    await buying.aPaidOrder(shop, shop.visitor(), [await seen(tray)])
    await run('archive', { ids: [lamp] })
    expect(await run('delete', { ids: [tray, lamp, 999_999] })).toEqual({
      done: [{ id: lamp, was: 'archived' }],
      unchanged: 0,
      refused: [
        { id: 999_999, name: 'Product 999999', reason: 'Product not found' },
        { id: tray, name: `${word} Tray`, reason: 'It was ordered. You can archive it instead.' },
      ],
    })
    await expect(read(lamp)).rejects.toMatchObject({ status: 404 })
    expect(await read(tray)).toMatchObject({ isArchived: false })
    const [entry] = await entries()
    expect(entry).toMatchObject({ action: 'product.erased', subjectId: String(lamp), after: null })
  })
})

describe('the selection of a bulk action', () => {
  const filter = () => ({ search: word })

  test('can be all products that match the list’s filters', async () => {
    expect(await run('archive', { filter: filter(), count: 2 })).toMatchObject({
      done: [{ id: tray }, { id: lamp }],
    })
  })

  test('is rejected if other products match than the admin saw', async () => {
    const { id } = await fixtures.aProduct(shop, { name: `${word} Hook` })
    await expect(run('delete', { filter: filter(), count: 2 })).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      serverMessage: 'The list changed in the meantime. 3 products match now. Nothing was changed.',
    })
    expect((await found()).sort()).toEqual([tray, lamp, id])
  })

  test('names each product once', async () => {
    expect(await run('archive', { ids: [tray, tray] })).toMatchObject({ done: [{ id: tray }], unchanged: 0 })
  })

  test.each([
    ['no products', { ids: [] }],
    ['more than the maximum', { ids: Array.from({ length: BULK_MAX + 1 }, (_, index) => index + 1) }],
    ['products and a filter', { ids: [1], filter: {}, count: 1 }],
    ['a filter without a count', { filter: {} }],
    ['nothing', {}],
  ])('is rejected for %s', async (_name, choice) => {
    await expect(run('archive', choice)).rejects.toMatchObject({ status: 400 })
  })
})
