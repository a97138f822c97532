import { beforeAll, describe, expect, test } from 'vitest'
import { archiveProduct } from '../../server/catalog/archive-product.ts'
import { addCategory, changeCategory } from '../../server/catalog/categories.ts'
import { aProduct, namesAt } from '../../server/catalog/fixtures.ts'
import { changeProduct } from '../../server/catalog/products.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ databaseUrl: await shopDatabase() })
})

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

describe('concurrent changes to the catalog', () => {
  test('leave every product searchable by the final name of its category', async () => {
    const music = { name: 'Harps', slug: 'harps', description: '', icon: 'fa-music' }
    const categoryId = await addCategory(shop.shop.db, music)
    await Promise.all([
      ...numbers(8).map((number) => aProduct(shop, { name: `Peg ${number}`, categoryId })),
      changeCategory(shop.shop.db, null, categoryId, { name: 'Lyres' }),
      ...numbers(8).map((number) => aProduct(shop, { name: `Bow ${number}`, categoryId })),
    ])
    expect(await namesAt(shop, 'search=lyre')).toHaveLength(16)
    expect(await namesAt(shop, 'search=harp')).toEqual([])
  })

  test('keep a token that one product loses while another product gets it', async () => {
    for (let round = 0; round < 5; round++) {
      const word = `sousaphone${'x'.repeat(round)}`
      const leaving = await aProduct(shop, { name: `Old ${word}` })
      const others = await Promise.all([
        aProduct(shop, { name: `New ${word}` }),
        archiveProduct(shop.shop.db, null, leaving),
      ])
      const typed = word.replace('sousa', 'suosa')
      expect(await namesAt(shop, `search=${typed}`)).toEqual([`New ${word}`])
      await archiveProduct(shop.shop.db, null, others[0])
    }
  })

  test('give a contested slug to one product, and reject the others', async () => {
    const ids = await Promise.all(numbers(6).map((number) => aProduct(shop, { slug: `plain-${number}` })))
    const outcomes = await Promise.allSettled([
      ...ids.map((id) => changeProduct(shop.shop.db, null, id, { name: 'Wanted', slug: 'wanted' })),
      ...numbers(4).map(() => aProduct(shop, { name: 'Wanted', slug: 'wanted' })),
    ])
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(rejected).toHaveLength(9)
    for (const { reason } of rejected) expect(reason).toMatchObject({ status: 409, code: 'conflict' })
  })
})
