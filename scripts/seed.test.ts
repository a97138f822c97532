import { expect, test } from 'vitest'
import { openDatabase } from '../server/platform/db/database.ts'
import { preparedDatabase } from '../tests/support/fresh-database.ts'
import { openTestShop } from '../tests/support/shop.ts'
import { runScript } from './database/fixtures.ts'
import { seedCatalog } from './seed-catalog.ts'
import { makeProduct } from './seed-products.ts'

test('npm run seed generates the same products each time, many with equal prices, ratings, or times', () => {
  const make = () =>
    Array.from({ length: 2000 }, (_, number) => makeProduct(number, [1, 2, 3, 4, 5, 6, 7, 8], []))
  const products = make()
  expect(make()).toEqual(products)
  expect(new Set(products.map(({ slug }) => slug)).size).toBe(2000)
  for (const fact of ['priceCents', 'rating', 'createdAt'] as const) {
    const different = new Set(products.map((product) => String(product[fact]))).size
    expect(different, fact).toBeGreaterThan(15)
    expect(different, fact).toBeLessThan(1900)
  }
})

test('npm run seed seeds the catalog up to the given number of products, which can be found and bought', async () => {
  const shop = await openTestShop()
  await seedCatalog(shop.shop.db, 30)
  await seedCatalog(shop.shop.db, 30)
  await seedCatalog(shop.shop.db, 45)
  const products = await shop.visitor().call('GET /api/products', { sort: 'newest' })
  expect(products).toHaveLength(45)
  expect(products.some(({ inStock, stockQuantity }) => inStock && (stockQuantity ?? 0) > 0)).toBe(true)
  for (const { id, name } of products.slice(0, 5)) {
    const found = await shop.visitor().call('GET /api/products', { search: name })
    expect(found.map((product) => product.id)).toContain(id)
  }
})

test('npm run seed fills the database in the settings', async () => {
  const database = await preparedDatabase()
  const seed = (products: string) => runScript('seed', ['--products', products], database.settings)
  expect(await seed('many')).toMatchObject({
    code: 2,
    stderr: 'Invalid --products. Usage: npm run seed -- --products 10000\n',
  })
  const { stdout } = await seed('25')
  expect(stdout).toMatch(/^25 of 25 products\nDone in \d+ s\.\n$/)
  const { db, close } = await openDatabase(database)
  expect(await db.selectFrom('products').select('id').execute()).toHaveLength(25)
  await close()
}, 120_000)
