import { expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop } from '../../tests/support/shop.ts'
import { archiveProduct } from '../catalog/archive-product.ts'

test('a new demo shop has 10 products, 5 categories, 0 orders, and 0 customers, and later additions are counted', async () => {
  const shop = await openTestShop({ webhooks: true })
  const admin = await fixtures.anAdmin(shop)
  const counts = () => admin.call('GET /api/admin/counts')
  expect(await counts()).toEqual({ products: 10, categories: 5, orders: 0, customers: 0 })
  await fixtures.aCustomer(shop)
  const sold = await fixtures.aProduct(shop, { stockQuantity: 5 })
  await archiveProduct(shop.shop.db, null, (await fixtures.aProduct(shop)).id)
  await buying.aPaidOrder(shop, shop.visitor(), [sold])
  await buying.checkOutWith(shop.visitor(), [sold])
  expect(await counts()).toEqual({ products: 11, categories: 5, orders: 1, customers: 1 })
})

test('sold-out products that wait for an admin are counted as in the list', async () => {
  const shop = await openTestShop()
  const admin = await fixtures.anAdmin(shop)
  const tasks = () => admin.call('GET /api/admin/tasks')
  expect(await tasks()).toEqual({ soldOut: 0, heldReviews: 0, conflicts: 0 })
  await fixtures.aProduct(shop, { stockQuantity: 1 })
  await fixtures.aProduct(shop, { stockQuantity: 0 })
  await archiveProduct(shop.shop.db, null, (await fixtures.aProduct(shop, { stockQuantity: 0 })).id)
  expect(await tasks()).toEqual({ soldOut: 1, heldReviews: 0, conflicts: 0 })
  expect(await admin.call('GET /api/admin/products', { stock: 'out' })).toHaveLength(1)
})

test('every icon in the list exists', async () => {
  const shop = await openTestShop()
  const icons = await (await fixtures.anAdmin(shop)).call('GET /api/admin/icons')
  expect(icons.length).toBeGreaterThan(1500)
  expect(icons.find(({ icon }) => icon === 'fa-folder')?.words).toContain('folder')
  for (const { icon } of icons.filter((_, index) => index % 100 === 0)) {
    expect((await shop.visitor().send({ url: `/icons/${icon}.svg` })).status).toBe(200)
  }
})
