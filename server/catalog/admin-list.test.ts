import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { archiveProduct } from './archive-product.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})

type Query = Parameters<typeof admin.callPaged<'GET /api/admin/products'>>[1]
const namesOf = async (query: Query) => (await list(query)).items.map(({ name }) => name)
const list = (query: Query) => admin.callPaged('GET /api/admin/products', query)

describe("the admin's list of products", () => {
  test('is paginated, with a total count', async () => {
    const first = await list({ pageSize: 4, sort: 'name_asc' })
    const second = await list({ pageSize: 4, page: 2, sort: 'name_asc' })
    expect(first.total).toBe(10)
    const names = [...first.items, ...second.items].map(({ name }) => name)
    expect(new Set(names).size).toBe(8)
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)))
  })

  test('can be sorted by name, category, price, stock, and last change, in both directions', async () => {
    const cheap = await fixtures.aProduct(shop, { name: 'AAA Clip', priceCents: 1, stockQuantity: 0 })
    const dear = await fixtures.aProduct(shop, {
      name: 'zzz Desk',
      priceCents: 99_999_999,
      stockQuantity: 9_999,
    })
    const first = async (sort: Query['sort']) => (await namesOf({ sort, pageSize: 1 }))[0]
    expect([await first('name_asc'), await first('name_desc')]).toEqual([cheap.name, dear.name])
    expect([await first('price_asc'), await first('price_desc')]).toEqual([cheap.name, dear.name])
    expect([await first('stock_asc'), await first('stock_desc')]).toEqual([cheap.name, dear.name])
    await admin.call('PATCH /api/admin/products/:id', { id: cheap.id, isNew: true })
    expect(await first('updated_desc')).toBe(cheap.name)
    expect((await list({ sort: 'category_asc' })).items).toHaveLength(12)
  })

  test('can be searched by parts of the name and slug, and by ID', async () => {
    const { id } = await fixtures.aProduct(shop, { name: '100% Wool_Mat', slug: 'felt-thing' })
    expect(await namesOf({ search: 'WOOL_' })).toEqual(['100% Wool_Mat'])
    expect(await namesOf({ search: '0%' })).toEqual(['100% Wool_Mat'])
    expect(await namesOf({ search: 'felt-th' })).toEqual(['100% Wool_Mat'])
    expect(await namesOf({ search: String(id) })).toEqual(['100% Wool_Mat'])
    expect(await list({ search: 'nothing like it' })).toEqual({ items: [], total: 0 })
  })

  test('can be filtered by category and by stock', async () => {
    const few = await fixtures.aProduct(shop, { name: 'Few', categoryId: 2, stockQuantity: 5 })
    const none = await fixtures.aProduct(shop, { name: 'None', categoryId: 2, stockQuantity: 0 })
    await fixtures.aProduct(shop, { name: 'Uncounted', categoryId: 2, stockQuantity: null })
    expect(await namesOf({ categoryId: 2, stock: 'low' })).toEqual([few.name])
    expect(await namesOf({ categoryId: 2, stock: 'out' })).toEqual([none.name])
  })

  test('contains archived products only if requested', async () => {
    const { id, name } = await fixtures.aProduct(shop, { name: 'Retired Lamp' })
    await archiveProduct(shop.shop.db, null, id)
    expect(await namesOf({ search: name })).toEqual([])
    expect(await namesOf({ search: name, status: 'archived' })).toEqual([name])
    expect(await namesOf({ search: name, status: 'all' })).toEqual([name])
  })

  test('rejects invalid parameters', async () => {
    for (const query of ['sort=size_asc', 'page=0', 'status=new', 'pageSize=1000']) {
      expect((await admin.send({ url: `/api/admin/products?${query}` })).status).toBe(400)
    }
  })
})
