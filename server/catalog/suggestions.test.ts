import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, aProductInColors } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { addCategory } from './categories.ts'
import { aProduct } from './fixtures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const suggestions = (q: string) => shop.visitor().call('GET /api/search/suggestions', { q })
const didYouMean = async (q: string) => (await suggestions(q)).didYouMean

describe('GET /api/search/suggestions', () => {
  test('suggests products with the fields of a list row, and no others', async () => {
    const { products } = await suggestions('walnut mon')
    const [stand] = await shop.visitor().call('GET /api/products', { search: 'walnut monitor stand' })
    expect(products).toEqual([
      {
        id: stand?.id,
        name: 'Walnut Monitor Stand',
        slug: 'walnut-monitor-stand',
        price: '149.00',
        priceFrom: false,
        image: stand?.images[0],
      },
    ])
  })

  test('marks the price of a product whose variants have different prices', async () => {
    const { id, options, variants } = await aProductInColors(
      shop,
      { Gray: 1, Blue: 1 },
      { name: 'Xylophone' },
    )
    const admin = await anAdmin(shop)
    await admin.call('PUT /api/admin/products/:id/variants', {
      id,
      options,
      variants: variants.map(({ optionValues }, place) => ({ optionValues, price: `${place + 1}5.00` })),
    })
    expect((await suggestions('xylophone')).products).toMatchObject([{ id, price: '15.00', priceFrom: true }])
  })

  test('suggests categories by their names', async () => {
    const { categories } = await suggestions('mat')
    expect(categories.map(({ name }) => name)).toEqual(['Desk Mats'])
    expect((await suggestions('orgnization')).categories.map(({ slug }) => slug)).toEqual(['organization'])
  })

  test('returns suggestions for each character typed, even with typos', async () => {
    for (const q of ['w', 'wa', 'wal', 'waln', 'walmu', 'walmut', 'walmut m', 'walmut mo']) {
      expect(
        (await suggestions(q)).products.map(({ name }) => name),
        q,
      ).toContain('Walnut Monitor Stand')
    }
  })

  test('suggests at most six products and three categories', async () => {
    for (let number = 1; number <= 8; number++) await aProduct(shop, { name: `Trumpet ${number}` })
    for (const slug of ['valves', 'mutes', 'cases', 'stands']) {
      const category = { slug, name: `Trumpet ${slug}`, description: '', icon: 'fa-music' }
      await aProduct(shop, { categoryId: await addCategory(shop.shop.db, category) })
    }
    const { products, categories } = await suggestions('trumpet')
    expect([products.length, categories.length]).toEqual([6, 3])
  })

  test('returns null for the image of a product without one', async () => {
    const { products } = await suggestions('trumpet')
    expect(products[0]?.image).toBeNull()
  })

  test('requires a query', async () => {
    for (const q of ['', '%20', 'x'.repeat(201)]) {
      const response = await shop.visitor().send({ url: `/api/search/suggestions?q=${q}` })
      expect(response.status).toBe(400)
      expect(response.json()).toMatchObject({ errors: [{ path: 'q' }] })
    }
    expect(await suggestions('?!')).toEqual({ products: [], categories: [], didYouMean: null })
  })
})

describe('the spelling suggestion', () => {
  test.each([
    ['mnoitur', 'monitor', 'more typos than a search tolerates'],
    ['wulnuht monitr', 'walnut monitor', 'the same with a smaller typo'],
    ['lamp wirelezz', 'lamp', 'two words, one of them wrong, and no product with both'],
    ['deskmat', 'desk mat', 'two words written as one'],
    ['walnut zzzzz', 'walnut', 'a word without similar words'],
    ['halo walnut', 'halo', 'words that no product contains together'],
    ['oka tray', 'oak tray', 'a short word'],
  ])('for %s is %s: %s', async (q, nearest) => {
    expect(await didYouMean(q)).toBe(nearest)
  })

  test('always finds products', async () => {
    const nearest = (await didYouMean('wulnuht monitr')) ?? ''
    const products = await shop.visitor().call('GET /api/products', { search: nearest })
    expect(products.map(({ name }) => name)).toContain('Walnut Monitor Stand')
  })

  test('appears only if no product is found and a similar word exists', async () => {
    expect(await didYouMean('walnut')).toBeNull()
    expect(await didYouMean('walnt')).toBeNull()
    expect(await didYouMean('qqqqqqqq')).toBeNull()
  })
})
