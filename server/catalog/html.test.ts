import { beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { addProduct } from './products.ts'

/** Ways in which a description might try to run something. */
const HOSTILE = [
  '<script>window.hacked = 1</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<img src=x onerror="window.hacked = 1">',
  '<svg onload="window.hacked = 1"><animate onbegin="window.hacked = 1"></svg>',
  '<a href="javascript:window.hacked=1">x</a>',
  '<a href="JaVa&#x09;Script:window.hacked=1">x</a>',
  '<a href="data:text/html,<script>window.hacked=1</script>">x</a>',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<object data="javascript:window.hacked=1"></object>',
  '<embed src="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">',
  '<form action="javascript:window.hacked=1"><button>x</button></form>',
  '<p style="background:url(javascript:window.hacked=1)">x</p>',
  '<p onclick="window.hacked = 1" onmouseover=window.hacked=1>x</p>',
  '<math><mtext></p><img src onerror=window.hacked=1></math>',
  '<base href="//evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:window.hacked=1">',
  '<link rel="stylesheet" href="//evil.example/x.css">',
  '<style>@import "//evil.example/x.css";</style>',
  '</script><script>window.hacked = 1</script>',
  '<noscript><p title="</noscript><img src=x onerror=window.hacked=1>"></noscript>',
  '<textarea></textarea><script>window.hacked = 1</script>',
  '<p>\u0000<scr\u0000ipt>window.hacked=1</scr\u0000ipt></p>'.replaceAll('\u0000', ''),
  '<!--><img src=x onerror=window.hacked=1>-->',
  '<template><script>window.hacked = 1</script></template>',
  '<details open ontoggle="window.hacked=1">x</details>',
  '<video><source onerror="window.hacked=1"></video>',
  '&lt;script&gt;window.hacked=1&lt;/script&gt;',
]
const RUNS =
  /<(script|style|iframe|object|embed|form|svg|math|img|video|base|meta|link|template|textarea|details)\b|\son\w+\s*=|javascript:|data:text/i

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

async function aProductWith(description: string): Promise<number> {
  return addProduct(shop.shop.db, {
    name: 'Hostile stand',
    slug: null,
    description,
    priceCents: 1000,
    oldPriceCents: null,
    categoryId: 1,
    rating: '4.5',
    isNew: false,
    isFeatured: false,
    isOnSale: false,
    inStock: true,
    stockQuantity: 1,
    colors: [],
    shippingDays: null,
    shippingCostCents: null,
    weight: null,
    weightUnit: null,
    images: [],
  })
}

describe('a description that wants to run something', () => {
  test.each(HOSTILE)('is stored and shown without: %s', async (hostile) => {
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

  test('that came into the database some other way is cleaned on the way out as well', async () => {
    const id = await aProductWith('<p>x</p>')
    for (const hostile of HOSTILE) {
      await shop.shop.db.updateTable('products').set({ description: hostile }).where('id', '=', id).execute()
      const product = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
      expect(product.description).not.toMatch(RUNS)
    }
  })

  test('keeps honest formatting and links, which do not vouch for their target', async () => {
    const id = await aProductWith(
      '<h3>Care</h3><ul><li><strong>Oil</strong> <a href="https://x.example/">how</a></li></ul>',
    )
    const product = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: String(id) })
    expect(product.description).toBe(
      '<h3>Care</h3><ul><li><strong>Oil</strong> <a href="https://x.example/" rel="nofollow noopener">how</a></li></ul>',
    )
  })
})
