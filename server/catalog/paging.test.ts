import { beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { changeSettings } from '../settings/settings.ts'
import { archiveProduct, restoreProduct } from './archive-product.ts'
import { namesAt } from './fixtures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

describe('pagination of GET /api/products', () => {
  test('returns the total count and links to the other pages', async () => {
    const response = await shop.visitor().send({ url: '/api/products?page=2&pageSize=4&sort=newest' })
    expect(response.json()).toHaveLength(4)
    expect(response.headers['x-total-count']).toBe('10')
    expect(response.headers['x-total-capped']).toBeUndefined()
    expect(response.headers.link).toBe(
      '</api/products?page=1&pageSize=4&sort=newest>; rel="first", ' +
        '</api/products?page=1&pageSize=4&sort=newest>; rel="prev", ' +
        '</api/products?page=3&pageSize=4&sort=newest>; rel="next", ' +
        '</api/products?page=3&pageSize=4&sort=newest>; rel="last"',
    )
  })

  test('has no previous link on the first page and no next link on the last one', async () => {
    const link = async (page: number) =>
      (await shop.visitor().send({ url: `/api/products?page=${page}&pageSize=5` })).headers.link
    expect(await link(1)).not.toContain('rel="prev"')
    expect(await link(2)).not.toContain('rel="next"')
  })

  test('has six products per page, unless the shop or the request sets another size', async () => {
    expect(await namesAt(shop, 'page=1')).toHaveLength(6)
    expect(await namesAt(shop, 'page=2')).toHaveLength(4)
    await changeSettings(shop.shop.db, { pageSize: 3 })
    expect(await namesAt(shop, 'page=1')).toHaveLength(3)
    expect(await namesAt(shop, 'page=1&pageSize=100')).toHaveLength(10)
    await changeSettings(shop.shop.db, { pageSize: 6 })
  })

  test.each(['relevance', 'price_asc', 'price_desc', 'rating', 'newest'])(
    'covers the whole list in order, sorted by %s',
    async (sort) => {
      const pages = []
      for (const page of [1, 2, 3, 4])
        pages.push(...(await namesAt(shop, `sort=${sort}&page=${page}&pageSize=3`)))
      expect(pages).toEqual(await namesAt(shop, `sort=${sort}`))
    },
  )

  test('returns an empty page past the last one, with a link to the last one', async () => {
    const response = await shop.visitor().send({ url: '/api/products?page=2000&pageSize=4' })
    expect(response.status).toBe(200)
    expect(response.json()).toEqual([])
    expect(response.headers['x-total-count']).toBe('10')
    expect(response.headers.link).toBe(
      '</api/products?page=1&pageSize=4>; rel="first", ' +
        '</api/products?page=3&pageSize=4>; rel="prev", </api/products?page=3&pageSize=4>; rel="last"',
    )
  })

  test('counts the products that match the filters and the search', async () => {
    const total = async (query: string) =>
      (await shop.visitor().send({ url: `/api/products?${query}` })).headers['x-total-count']
    expect(await total('categoryId=3&page=1&pageSize=1')).toBe('2')
    expect(await total('search=walnut')).toBe('2')
    expect(await total('search=walnut&minPrice=100')).toBe('1')
    expect(await total('color=plaid&page=1')).toBe('0')
  })

  test('doesn’t count archived products, with or without a search', async () => {
    const totals = async () =>
      Promise.all(
        ['page=1', 'search=walnut', 'search=walnut&minPrice=1'].map(
          async (query) =>
            (await shop.visitor().send({ url: `/api/products?${query}` })).headers['x-total-count'],
        ),
      )
    const [walnut] = await shop.visitor().call('GET /api/products', { search: 'walnut' })
    await archiveProduct(shop.shop.db, null, walnut?.id ?? 0)
    expect(await totals()).toEqual(['9', '1', '1'])
    await restoreProduct(shop.shop.db, null, walnut?.id ?? 0)
    expect(await totals()).toEqual(['10', '2', '2'])
  })

  test('is off without `page`: the response has all products, and pageSize is ignored', async () => {
    const response = await shop.visitor().send({ url: '/api/products?pageSize=2' })
    expect(response.json()).toHaveLength(10)
    expect(response.headers['x-total-count']).toBe('10')
    expect(response.headers.link).toBeUndefined()
  })
})
