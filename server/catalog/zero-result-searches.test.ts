import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { now, turnClock } from '../platform/clock.ts'
import { createZeroResultSearches } from './zero-result-searches.ts'

const DAY_MS = 86_400_000

afterEach(() => turnClock(0))

/** Returns the counted searches, most frequent first. */
async function counted({ shop }: TestShop) {
  return shop.db
    .selectFrom('zero_result_searches')
    .select(['text', 'count', 'day'])
    .orderBy('count', 'desc')
    .orderBy('text')
    .execute()
}

describe('a search with no results', () => {
  test('is counted by day, once per visitor within a minute, with its page, in lowercase', async () => {
    const shop = await openTestShop()
    const search = (query: string, address = '203.0.113.1') =>
      shop.app.inject({ url: `/api/products?search=${query}`, remoteAddress: address })
    await search('Flying%20%20Carpet')
    await search('flying%20carpet&page=1&sort=newest')
    await search('FLYING-CARPET!', '203.0.113.2')
    await search('genie')
    await shop.visitor().send({ url: '/?search=genie' })
    await shop.visitor().send({ url: '/?search=lost%20lamp%20oil' })
    await shop.app.close()
    const day = now().toISOString().slice(0, 10)
    expect(await counted(shop)).toEqual([
      { text: 'flying carpet', count: 2, day },
      { text: 'genie', count: 1, day },
      { text: 'lost lamp oil', count: 1, day },
    ])
  })

  test('is not counted if there are results, a filter, a later page, or no query', async () => {
    const shop = await openTestShop()
    for (const query of [
      'search=lamp',
      'search=unicorn&maxPrice=5',
      'search=unicorn&categoryId=1',
      'search=unicorn&page=2',
      'search=!!!',
      'search=%20',
      'color=plaid',
    ]) {
      await shop.visitor().send({ url: `/api/products?${query}` })
    }
    await shop.visitor().send({ url: '/api/search/suggestions?q=unicorn' })
    await shop.app.close()
    expect(await counted(shop)).toEqual([])
  })
})

describe('searches by robots', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop()
  })
  const open = () => createZeroResultSearches(shop.shop.db, shop.shop.log)

  test('fill at most 500 rows a day, and searches already recorded are still counted', async () => {
    const zeroResults = open()
    zeroResults.count('wanted', 'a visitor')
    await zeroResults.flush()
    for (let number = 0; number < 700; number++)
      zeroResults.count(`robot ${number} ${'x '.repeat(99)}`, 'robot')
    await zeroResults.flush()
    zeroResults.count('wanted', 'another visitor')
    zeroResults.count('too late', 'a visitor')
    await zeroResults.stop()
    const rows = await counted(shop)
    expect(rows).toHaveLength(500)
    expect(rows[0]).toMatchObject({ text: 'wanted', count: 2 })
    expect(rows.every(({ text }) => text.length <= 100 && text !== 'too late')).toBe(true)
  })

  test('can be recorded again the next day, and are deleted after 90 days', async () => {
    const zeroResults = open()
    turnClock(DAY_MS)
    zeroResults.count('tomorrow', 'a visitor')
    await zeroResults.flush()
    expect(await counted(shop)).toHaveLength(501)
    turnClock(90 * DAY_MS)
    zeroResults.count('much later', 'a visitor')
    await zeroResults.stop()
    expect((await counted(shop)).map(({ text }) => text)).toEqual(['much later', 'tomorrow'])
  })
})
