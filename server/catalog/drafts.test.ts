import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { InputOf } from '../../web/platform/api.ts'
import { listAuditEntries } from '../audit/queries.ts'

let shop: TestShop
let admin: fixtures.Customer
let made = 0
/** A word that only the draft of this test contains. */
let word: string
let draft: number
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await fixtures.anAdmin(shop)
})

type Input = Partial<InputOf<'POST /api/admin/products'>>
const add = (fields: Input = {}) =>
  admin.call('POST /api/admin/products', {
    name: `${word} Coaster`,
    slug: word.toLowerCase(),
    description: '<p>Cut from one stone.</p>',
    price: '12.50',
    categoryId: 1,
    image: 'https://pictures.example/coaster.jpg',
    ...fields,
  })
beforeEach(async () => {
  made += 1
  word = `Slate${String.fromCharCode(64 + made)}`
  draft = (await add({ isDraft: true, sku: word })).id
})
const read = () => admin.call('GET /api/admin/products/:id', { id: draft })
const activate = () =>
  admin.call('POST /api/admin/products/bulk', { choice: { ids: [draft] }, action: 'activate' })
const found = async () => (await shop.visitor().call('GET /api/products', { search: word })).length
const textAt = async (url: string) => (await shop.visitor().send({ url })).text
/** The shop’s pages and files for search engines, feeds, and agents that list products. */
const LISTS = ['/', '/sitemap.xml', '/llms.txt']

describe('a draft', () => {
  test('is in no list, search, page, or file of the shop until it is activated', async () => {
    expect(await read()).toMatchObject({ isDraft: true, isArchived: false, version: 1 })
    expect(await found()).toBe(0)
    const seen = shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: word.toLowerCase() })
    await expect(seen).rejects.toMatchObject({ status: 404 })
    const adding = shop.visitor().call('POST /api/cart', { productId: draft, quantity: 1 })
    await expect(adding).rejects.toMatchObject({ status: 404 })
    const { products } = await shop.visitor().call('GET /api/search/suggestions', { q: word })
    expect(products).toEqual([])
    for (const url of LISTS) expect(await textAt(url)).not.toContain(word.toLowerCase())

    expect((await activate()).done).toEqual([{ id: draft, was: 'draft' }])
    expect(await read()).toMatchObject({ isDraft: false, isArchived: false, version: 2 })
    expect(await found()).toBe(1)
    expect(await textAt('/sitemap.xml')).toContain(word.toLowerCase())
    await shop.visitor().call('POST /api/cart', { productId: draft, quantity: 1 })
  })

  test('can be edited, and is found when it is activated by its new name', async () => {
    await admin.call('PATCH /api/admin/products/:id', { id: draft, name: `${word} Renamed` })
    expect(await found()).toBe(0)
    await activate()
    expect(await found()).toBe(1)
  })

  test('is listed for admins as a draft, and not as active or archived', async () => {
    const list = async (status: 'on-sale' | 'draft' | 'archived' | 'all') =>
      (await admin.call('GET /api/admin/products', { search: word, status })).map(({ id }) => id)
    expect(await list('draft')).toEqual([draft])
    expect(await list('all')).toEqual([draft])
    expect(await list('on-sale')).toEqual([])
    expect(await list('archived')).toEqual([])
  })

  test('keeps its slug and SKU, unlike an archived product', async () => {
    await expect(add()).rejects.toMatchObject({
      status: 409,
      serverMessage: 'Another product already has this slug.',
    })
    await expect(add({ slug: null, sku: word })).rejects.toMatchObject({ status: 409 })
    await admin.call('POST /api/admin/products/bulk', { choice: { ids: [draft] }, action: 'archive' })
    expect(await read()).toMatchObject({ isDraft: false, isArchived: true })
    await add({ sku: word })
    expect(await read()).toMatchObject({ slug: null, sku: null })
  })

  test('can be deleted, and keeps its category from being deleted', async () => {
    const { id: categoryId } = await admin.call('POST /api/admin/categories', {
      name: word,
      slug: `${word.toLowerCase()}-things`,
      description: 'Things.',
    })
    await admin.call('PATCH /api/admin/products/:id', { id: draft, categoryId })
    const removing = admin.call('DELETE /api/admin/categories/:id', { id: categoryId })
    await expect(removing).rejects.toMatchObject({
      serverMessage: 'This category has 1 draft. Move them to another category first.',
    })
    const category = await admin.call('GET /api/admin/categories/:id', { id: categoryId })
    expect(category).toMatchObject({ products: 0, draftProducts: 1, archivedProducts: 0 })
    expect(await admin.call('DELETE /api/admin/products/:id', { id: draft })).toEqual({ outcome: 'erased' })
  })

  test('becomes one again when its activation is undone', async () => {
    await activate()
    const [entry] = await listAuditEntries(shop.shop.db, { page: 1, pageSize: 1 })
    expect(entry).toMatchObject({
      action: 'product.restored',
      before: { isArchived: true, isDraft: true, version: 1 },
      after: { isArchived: false, isDraft: false, version: 2 },
    })
    await admin.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    expect(await read()).toMatchObject({ isDraft: true, version: 3 })
    expect(await found()).toBe(0)
  })

  test('is what an active product can become again, and this can be undone', async () => {
    await activate()
    await admin.call('POST /api/admin/products/bulk', { choice: { ids: [draft] }, action: 'draft' })
    expect(await read()).toMatchObject({ isDraft: true })
    const [entry] = await listAuditEntries(shop.shop.db, { page: 1, pageSize: 1 })
    expect(entry).toMatchObject({ action: 'product.drafted' })
    await admin.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    expect(await found()).toBe(1)
  })
})
