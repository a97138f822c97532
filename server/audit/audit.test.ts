import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { now, turnClock } from '../platform/clock.ts'
import { recordChanges } from './audit.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
  const entry = (action: string, subjectId: number) => ({
    actorId: admin.user.id,
    action,
    subjectId,
    before: { price: '1.00' },
    after: { price: '2.00' },
  })
  await recordChanges(shop.shop.db, [entry('product.changed', 7), entry('product.archived', 7)])
  await recordChanges(shop.shop.db, [entry('category.changed', 7), entry('product.changed', 8)])
})

type Query = Parameters<typeof admin.callPaged<'GET /api/admin/audit'>>[1]
const actionsOf = async (query: Query) =>
  (await admin.call('GET /api/admin/audit', query)).map(({ action, subjectId }) => `${action} ${subjectId}`)

describe('the audit log', () => {
  test('lists actor, time, action, before, and after, newest first, in pages', async () => {
    const { items, total } = await admin.callPaged('GET /api/admin/audit', { pageSize: 3 })
    expect(total).toBe(4)
    expect(items[0]).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      actor: 'admin',
      action: 'product.changed',
      subjectId: '8',
      subjectName: 'Concrete Pen Cup',
      before: { price: '1.00' },
      after: { price: '2.00' },
      undoes: null,
      undoneBy: null,
      canUndo: true,
    })
    expect(await actionsOf({ pageSize: 3, page: 2 })).toEqual(['product.changed 7'])
  })

  test('can be filtered by actor, record type, action, and record', async () => {
    expect(await actionsOf({ actor: 'nobody' })).toEqual([])
    expect(await actionsOf({ actor: 'admin', kind: 'category' })).toEqual(['category.changed 7'])
    expect(await actionsOf({ action: 'product.changed' })).toEqual(['product.changed 8', 'product.changed 7'])
    expect(await actionsOf({ kind: 'product', subjectId: '7' })).toEqual([
      'product.archived 7',
      'product.changed 7',
    ])
  })

  test('can be filtered by dates, including all of the last day', async () => {
    const day = (shift: number) => new Date(now().getTime() + shift * 86_400_000).toISOString().slice(0, 10)
    expect(await actionsOf({ from: day(0), to: day(0) })).toHaveLength(4)
    expect(await actionsOf({ to: day(-1) })).toEqual([])
    expect(await actionsOf({ from: day(1) })).toEqual([])
    turnClock(3 * 86_400_000)
    await recordChanges(shop.shop.db, [
      { actorId: admin.user.id, action: 'product.created', subjectId: 9, before: null, after: {} },
    ])
    turnClock(0)
    expect(await actionsOf({ from: day(3), to: day(3) })).toEqual(['product.created 9'])
  })

  test('lists the available filter values', async () => {
    expect(await admin.call('GET /api/admin/audit/facets')).toEqual({
      actors: ['admin'],
      actions: ['category.changed', 'product.archived', 'product.changed', 'product.created'],
    })
  })

  test('names the records, even after they were renamed or deleted', async () => {
    const { id } = await fixtures.aProduct(shop, { name: 'Walnut Stand' })
    await admin.call('PATCH /api/admin/products/:id', { id, name: 'Walnut Monitor Stand' })
    const { user } = await fixtures.aCustomer(shop)
    await admin.call('PATCH /api/admin/users/:id', { id: user.id, isBlocked: true })
    const category = { name: 'Fancy', slug: 'fancy', description: 'Soon gone.' }
    const { id: categoryId } = await admin.call('POST /api/admin/categories', category)
    await admin.call('DELETE /api/admin/categories/:id', { id: categoryId })
    const names = async (kind: string, subjectId: number) =>
      (await admin.call('GET /api/admin/audit', { kind, subjectId: String(subjectId) })).map(
        ({ action, subjectName }) => `${action} ${subjectName}`,
      )
    expect(await names('product', id)).toEqual(['product.changed Walnut Monitor Stand'])
    expect(await names('user', user.id)).toEqual([`user.changed ${user.username}`])
    expect(await names('category', categoryId)).toEqual(['category.deleted Fancy', 'category.created Fancy'])
    await admin.call('DELETE /api/admin/products/:id', { id })
    expect(await names('product', id)).toEqual([
      'product.erased Walnut Monitor Stand',
      'product.changed Walnut Monitor Stand',
    ])
  })

  test('rejects an invalid date', async () => {
    for (const day of ['yesterday', '0001-01-01'])
      expect((await admin.send({ url: `/api/admin/audit?from=${day}` })).status).toBe(400)
  })
})
