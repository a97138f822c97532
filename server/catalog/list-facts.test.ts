import { beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { aProduct } from './fixtures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const factsOf = (input: object = {}) => shop.visitor().call('GET /api/search/filters', input)
/** Returns the size of the list with these filters. */
const total = async (input: object) =>
  (await shop.visitor().callPaged('GET /api/products', { page: 1, ...input })).total

describe('the counts of the filters', () => {
  test('are those of a fresh install', async () => {
    expect((await factsOf()).counts).toEqual({
      categories: { 1: 2, 2: 2, 3: 2, 4: 2, 5: 2 },
      prices: [1, 3, 4, 2],
      ratings: [0, 8, 10],
      colors: [4, 1, 2, 3, 1],
    })
  })

  test.each([
    ['another category', { categoryId: 3 }],
    ['a price range', { minPrice: 50, maxPrice: 100 }],
    ['a rating and a color', { rating: 4, color: 'black' }],
    ['a search', { search: 'walnut', rating: 4 }],
    ['a sale', { onSale: 'true', maxPrice: 100 }],
  ])('are the sizes of the lists that each option leads to, with %s', async (_, filters: object) => {
    const { counts } = await factsOf(filters)
    for (const categoryId of [1, 2, 3, 4, 5])
      expect(counts?.categories[categoryId] ?? 0).toBe(await total({ ...filters, categoryId }))
    const bands = [
      { maxPrice: 25 },
      { minPrice: 25, maxPrice: 50 },
      { minPrice: 50, maxPrice: 100 },
      { minPrice: 100 },
    ]
    for (const [place, band] of bands.entries())
      expect(counts?.prices[place]).toBe(
        await total({ ...filters, minPrice: undefined, maxPrice: undefined, ...band }),
      )
    for (const [place, rating] of [5, 4, 3].entries())
      expect(counts?.ratings[place]).toBe(await total({ ...filters, rating }))
    for (const [place, color] of ['black', 'white', 'silver', 'brown', 'blue'].entries())
      expect(counts?.colors[place]).toBe(await total({ ...filters, color }))
  })

  test('follow a product that joins the list', async () => {
    const before = (await factsOf()).counts?.categories[4] ?? 0
    await aProduct(shop, { categoryId: 4 })
    expect((await factsOf()).counts?.categories[4]).toBe(before + 1)
  })

  test('reject what the list rejects', async () => {
    await expect(factsOf({ minPrice: 'abc' })).rejects.toMatchObject({ status: 400 })
  })
})

describe('how a search was understood', () => {
  test.each([
    ['lamp', null, false],
    ['lmap', 'lamp', false],
    ['walnut monitr', 'walnut monitor', false],
    ['walnut halo', null, true],
    ['walnut hallo', 'walnut halo', true],
    ['unicorn', null, false],
  ])('%s: corrected to %j, some words only: %j', async (search, corrected, isPartial) => {
    expect(await factsOf({ search })).toMatchObject({ corrected, isPartial })
  })
})
