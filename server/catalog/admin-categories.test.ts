import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { listAuditEntries } from '../audit/queries.ts'
import { archiveProduct } from './archive-product.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})

let made = 0
const add = (fields: Record<string, unknown> = {}) => {
  made += 1
  const form = {
    name: `Shelf ${made}`,
    slug: `shelf-${made}`,
    description: 'Items for the desktop.',
    icon: 'fa-box',
  }
  return admin.call('POST /api/admin/categories', { ...form, ...fields } as typeof form)
}
const lastEntry = async () => (await listAuditEntries(shop.shop.db, { page: 1, pageSize: 1 }))[0]

describe('a new category', () => {
  test('appears in the menu immediately, with the icon fa-folder by default', async () => {
    const { id } = await add({ name: 'Cable Care', slug: 'cable-care', icon: undefined })
    const categories = await shop.visitor().call('GET /api/categories')
    expect(categories.find((category) => category.id === id)).toMatchObject({
      name: 'Cable Care',
      slug: 'cable-care',
      icon: 'fa-folder',
    })
  })

  test('has the photograph that its owner uploaded, until it is removed', async () => {
    const image = `/images/shelf.${'0a'.repeat(7)}.jpg`
    const { id } = await add({ image })
    const shown = async () =>
      (await shop.visitor().call('GET /api/categories')).find((category) => category.id === id)?.image
    expect(await shown()).toBe(image)
    await admin.call('PATCH /api/admin/categories/:id', { id, image: null })
    expect(await shown()).toBeNull()
  })

  test.each([
    ['image', 'javascript:alert(1)', 'Must be a valid URL'],
    ['name', '', 'Name is required'],
    ['slug', '', 'Slug is required'],
    ['slug', 'Cable Care', 'Slug must be in kebab-case format'],
    ['slug', 'cable--care', 'Slug must be in kebab-case format'],
    ['slug', '-cable', 'Slug must be in kebab-case format'],
    ['description', ' ', 'Description is required'],
    ['icon', '', 'Icon is required'],
    ['icon', 'folder', 'Icon must be the name of a Font Awesome icon, such as fa-folder'],
  ])('is rejected with %s %j: %s', async (field, value, message) => {
    await expect(add({ [field]: value })).rejects.toMatchObject({ status: 400, serverMessage: message })
  })

  test('cannot have the slug of another category', async () => {
    await add({ slug: 'twice' })
    await expect(add({ slug: 'twice' })).rejects.toMatchObject({
      status: 409,
      serverMessage: 'Another category already has this slug.',
    })
  })
})

describe('changing a category', () => {
  test('makes its products findable by the new name', async () => {
    const { id } = await add({ name: 'Harps' })
    await fixtures.aProduct(shop, { name: 'Plain Thing', categoryId: id })
    await admin.call('PATCH /api/admin/categories/:id', { id, name: 'Dulcimers' })
    expect(await shop.visitor().call('GET /api/products', { search: 'dulcimer' })).toHaveLength(1)
    expect(await shop.visitor().call('GET /api/products', { search: 'harps' })).toEqual([])
  })

  test('is rejected with the changed fields if another admin has edited it', async () => {
    const { id, version } = await add()
    await admin.call('PATCH /api/admin/categories/:id', { id, version, icon: 'fa-lamp' })
    await expect(
      admin.call('PATCH /api/admin/categories/:id', { id, version, name: 'Mine' }),
    ).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      serverMessage: 'admin changed this category in the meantime: icon. Review it and save again.',
    })
  })

  test('returns 404 if it doesn’t exist', async () => {
    await expect(
      admin.call('PATCH /api/admin/categories/:id', { id: 9999, name: 'x' }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe('deleting a category', () => {
  test('is rejected with the product count while it has products, including archived ones', async () => {
    const { id } = await add()
    const remove = () => admin.call('DELETE /api/admin/categories/:id', { id })
    const products = [
      await fixtures.aProduct(shop, { categoryId: id }),
      await fixtures.aProduct(shop, { categoryId: id }),
    ]
    await expect(remove()).rejects.toMatchObject({
      status: 409,
      code: 'category_in_use',
      serverMessage: 'This category has 2 products. Move them to another category first.',
    })
    await archiveProduct(shop.shop.db, null, products[0]?.id ?? 0)
    await expect(remove()).rejects.toMatchObject({
      serverMessage:
        'This category has 1 product and 1 archived product. Move them to another category first.',
    })
    await archiveProduct(shop.shop.db, null, products[1]?.id ?? 0)
    await expect(remove()).rejects.toMatchObject({
      serverMessage: 'This category has 2 archived products. Move them to another category first.',
    })
    for (const product of products) {
      await admin.call('PATCH /api/admin/products/:id', { id: product.id, categoryId: 1 })
    }
    expect(await remove()).toEqual({ success: true })
  })

  test('removes its name from the search index', async () => {
    const { id } = await add({ name: 'Theremins' })
    const product = await fixtures.aProduct(shop, { categoryId: id })
    const suggested = () => shop.visitor().call('GET /api/search/suggestions', { q: 'theremins' })
    expect((await suggested()).categories).toHaveLength(1)
    await admin.call('PATCH /api/admin/products/:id', { id: product.id, categoryId: 1, version: 1 })
    await admin.call('DELETE /api/admin/categories/:id', { id })
    expect(await suggested()).toMatchObject({ categories: [], products: [] })
  })
})

describe('the admin’s list of categories', () => {
  test('shows product counts, and can be searched, sorted, and paginated', async () => {
    const { id } = await add({ name: 'Zithers', slug: 'zithers' })
    await fixtures.aProduct(shop, { categoryId: id })
    const found = await admin.callPaged('GET /api/admin/categories', { search: 'zither' })
    expect(found).toMatchObject({ total: 1, items: [{ name: 'Zithers', products: 1, archivedProducts: 0 }] })
    const last = await admin.call('GET /api/admin/categories', { sort: 'name_desc', pageSize: 1 })
    expect(last[0]?.name).toBe('Zithers')
    const few = await admin.call('GET /api/admin/categories', { sort: 'products_asc', pageSize: 100 })
    const counts = few.map(({ products }) => products)
    expect(counts).toEqual(counts.toSorted((one, other) => one - other))
  })
})

test('the audit log records each change to a category', async () => {
  const { id } = await add({ name: 'Drums', slug: 'drums' })
  expect(await lastEntry()).toMatchObject({ action: 'category.created', after: { name: 'Drums' } })
  await admin.call('PATCH /api/admin/categories/:id', { id, name: 'Kettles' })
  expect(await lastEntry()).toMatchObject({
    action: 'category.changed',
    subjectId: String(id),
    before: { name: 'Drums' },
    after: { name: 'Kettles' },
  })
  await admin.call('DELETE /api/admin/categories/:id', { id })
  expect(await lastEntry()).toMatchObject({
    action: 'category.deleted',
    before: { slug: 'drums' },
    after: null,
  })
})
