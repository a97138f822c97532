import { describe, expect, test } from 'vitest'
import {
  addressOf,
  chipsOf,
  clearAll,
  countActiveGroups,
  filtersFromUrl,
  priceBands,
  toggle,
  togglePriceBand,
} from './filters.ts'

const categories = [
  { id: 3, name: 'Lighting', slug: 'lighting', description: '', icon: 'fa-lightbulb', image: null },
]
const [under25 = {}, from25to50 = {}] = priceBands()
const dollars = (typed: string) => `$${typed}`

describe('filters (spec section 4)', () => {
  test('are written to the URL and read from it', () => {
    const filters = {
      categoryId: '3',
      minPrice: '25',
      maxPrice: '50',
      search: 'desk & lamp',
      sort: 'price_asc',
      page: '2',
    }
    const address = addressOf(filters)
    expect(address).toBe('/?categoryId=3&minPrice=25&maxPrice=50&search=desk+%26+lamp&sort=price_asc&page=2')
    expect(filtersFromUrl(new URL(address, 'http://x').searchParams)).toEqual(filters)
  })

  test('are cleared by choosing the selected category, price range or rating again', () => {
    expect(toggle({ categoryId: '3' }, { categoryId: '3' })).toEqual({})
    expect(toggle({ rating: '4' }, { rating: '4' })).toEqual({})
    expect(togglePriceBand({ minPrice: '25', maxPrice: '50' }, from25to50)).toEqual({})
  })

  test('are replaced by choosing another value, which returns to page 1', () => {
    expect(toggle({ categoryId: '3', page: '2' }, { categoryId: '4' })).toEqual({ categoryId: '4' })
    expect(togglePriceBand({ minPrice: '50', maxPrice: '100' }, under25)).toEqual({
      maxPrice: '25',
    })
  })

  test('lose both minPrice and maxPrice with the price chip', () => {
    const [chip] = chipsOf({ minPrice: '25', maxPrice: '50' }, categories, dollars)
    expect(chip).toEqual({ label: '$25 - $50', without: {} })
  })

  test('are counted in the badge by group: category, price, rating; 3 at most', () => {
    expect(countActiveGroups({})).toBe(0)
    expect(countActiveGroups({ minPrice: '25', maxPrice: '50' })).toBe(1)
    expect(
      countActiveGroups({
        categoryId: '3',
        maxPrice: '25',
        rating: '4',
        color: 'black',
        search: 'x',
        onSale: 'true',
      }),
    ).toBe(3)
  })

  test("are reset by 'Clear all', except for the search text", () => {
    expect(clearAll({ search: 'lamp', categoryId: '3', sort: 'newest', color: 'black' })).toEqual({
      search: 'lamp',
    })
  })

  test('each have a chip with a readable name', () => {
    const filters = {
      search: 'lamp',
      categoryId: '3',
      minPrice: '100',
      rating: '5',
      color: 'black',
      onSale: 'true',
    }
    expect(chipsOf(filters, categories, dollars).map(({ label }) => label)).toEqual([
      '“lamp”',
      'Lighting',
      '$100+',
      '5 stars',
      'Black',
      'On sale',
    ])
  })
})
