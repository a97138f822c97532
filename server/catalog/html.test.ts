import { beforeAll, describe, expect, test } from 'vitest'
import { HOSTILE } from '../../tests/support/hostile-html.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { aProduct } from './fixtures.ts'

const RUNS =
  /<(script|style|iframe|object|embed|form|svg|math|img|video|base|meta|link|template|textarea|details)\b|\son\w+\s*=|javascript:|data:text/i

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const aProductWith = (description: string) => aProduct(shop, { name: 'Hostile stand', description })

describe('a product description with scripts', () => {
  test.each(HOSTILE)('is stored and shown without them: %s', async (hostile) => {
    const id = await aProductWith(`<p>Before</p>${hostile}<p>After</p>`)
    const stored = await shop.shop.db
      .selectFrom('products')
      .select('description')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(stored.description).not.toMatch(RUNS)
    const page = (await shop.visitor().send({ url: `/product/${id}` })).text
    const shown = /class="rich-text[^>]*>(.*?)<\/div>/s.exec(page)?.[1] ?? ''
    expect(shown).toContain('Before')
    expect(shown).not.toMatch(RUNS)
  })

  test('is sanitized in the response even if it is unsanitized in the database', async () => {
    const id = await aProductWith('<p>x</p>')
    for (const hostile of HOSTILE) {
      await shop.shop.db.updateTable('products').set({ description: hostile }).where('id', '=', id).execute()
      const product = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
      expect(product.description).not.toMatch(RUNS)
    }
  })

  test('keeps formatting and links, and the links have rel=nofollow', async () => {
    const id = await aProductWith(
      '<h3>Care</h3><ul><li><strong>Oil</strong> <a href="https://x.example/">how</a></li></ul>',
    )
    const product = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
    expect(product.description).toBe(
      '<h3>Care</h3><ul><li><strong>Oil</strong> <a href="https://x.example/" rel="nofollow noopener">how</a></li></ul>',
    )
  })
})
