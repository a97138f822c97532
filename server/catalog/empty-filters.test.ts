import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { aProduct } from './fixtures.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})

const emptyCategories = async () =>
  (await shop.visitor().call('GET /api/categories')).filter(({ isEmpty }) => isEmpty).map(({ name }) => name)
const emptyFilters = async (query = '') =>
  (await shop.visitor().send({ url: `/api/products?${query}` })).headers['x-empty-filters']
const suggestedCategories = async (q: string) =>
  (await shop.visitor().call('GET /api/search/suggestions', { q })).categories.map(({ name }) => name)

async function removeAllBut(kept: number[] = []) {
  for (const { id } of await shop.visitor().call('GET /api/products')) {
    if (!kept.includes(id)) await admin.call('DELETE /api/admin/products/:id', { id })
  }
}

describe('what no product has (contract section 2)', () => {
  test('doesn’t exist in a fresh install', async () => {
    expect(await emptyCategories()).toEqual([])
    expect(await emptyFilters()).toBeUndefined()
  })

  test('is marked: categories without active products, and the filter’s colors', async () => {
    await removeAllBut()
    expect(await emptyCategories()).toHaveLength(5)
    expect(await emptyFilters()).toBe('black, white, silver, brown, blue')
    await aProduct(shop, { categoryId: 3, colors: ['blue', 'teal'] })
    expect(await emptyCategories()).toEqual([
      'Desk Mats',
      'Stands & Risers',
      'Organization',
      'Tech Accessories',
    ])
    expect(await emptyFilters()).toBe('black, white, silver, brown')
    // A list without results says it as well.
    expect(await emptyFilters('color=white')).toBe('black, white, silver, brown')
    expect(await emptyFilters('page=7')).toBe('black, white, silver, brown')
  })

  test('isn’t suggested in the search', async () => {
    expect(await suggestedCategories('lighting')).toEqual(['Lighting'])
    expect(await suggestedCategories('mats')).toEqual([])
  })
})

test('outside the demo, the rating filter is empty until the first review', async () => {
  const real = await openTestShop({
    environment: {
      PLINTH_DEMO: 'off',
      PUBLIC_URL: 'https://shop.example',
      SECRET_KEY: 'a key of at least thirty-two characters',
      SMTP_URL: 'smtp://127.0.0.1:9',
      STRIPE_SECRET_KEY: 'sk_test_1234567890',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1234567890',
      STRIPE_WEBHOOK_SECRET: 'whsec_1234567890',
    },
  })
  const id = await aProduct(real, { colors: ['black', 'white', 'silver', 'brown', 'blue'] })
  const empty = async () => (await real.visitor().send({ url: '/api/products' })).headers['x-empty-filters']
  expect(await empty()).toBe('reviews')
  const customer = await fixtures.aCustomer(real)
  const review = { productId: id, rating: 5, title: 'Very steady', comment: 'It stands very still.' }
  await customer.call('POST /api/reviews', review)
  expect(await empty()).toBeUndefined()
})
