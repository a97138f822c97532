import { beforeAll, describe, expect, test } from 'vitest'
import { listAuditEntries } from '../../server/audit/queries.ts'
import { inTransaction } from '../../server/platform/db/database.ts'
import { anOrder } from '../../server/stock/fixtures.ts'
import { commitReservation } from '../../server/stock/stock.ts'
import { callForStream } from '../../web/platform/api-stream.ts'
import * as fixtures from '../support/fixtures.ts'
import { countWaiting, shopDatabase } from '../support/fresh-database.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop({ databaseUrl: await shopDatabase() })
  admin = await fixtures.anAdmin(shop)
})

const outcomesOf = async (calls: Promise<unknown>[]) => {
  const outcomes = await Promise.allSettled(calls)
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? 'done' : String((outcome.reason as { code?: string }).code),
  )
}
const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)

describe('concurrent requests of admins', () => {
  test('to save the same version of a product: one succeeds, and seven get an edit conflict', async () => {
    const { id } = await fixtures.aProduct(shop)
    const outcomes = await outcomesOf(
      numbers(8).map((number) =>
        admin.call('PATCH /api/admin/products/:id', { id, version: 1, price: `${10 + number}.50` }),
      ),
    )
    expect(outcomes.toSorted()).toEqual([...Array<string>(7).fill('changed_meanwhile'), 'done'])
    const { version } = await admin.call('GET /api/admin/products/:id', { id })
    expect(version).toBe(2)
    const query = { kind: 'product', subjectId: String(id), page: 1, pageSize: 20 }
    expect(await listAuditEntries(shop.shop.db, query)).toHaveLength(1)
  })

  test('to set a stock get an edit conflict if a unit is sold at the same time', async () => {
    const { id } = await fixtures.aProduct(shop, { stockQuantity: 10 })
    const { db } = shop.shop
    const setting = await inTransaction(db, async (sale) => {
      await commitReservation(sale, anOrder(), [{ variantId: id, quantity: 1 }])
      const edit = admin.call('PATCH /api/admin/products/:id', { id, stockQuantity: 20, seenStock: 10 })
      const outcome = outcomesOf([edit])
      await expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(1)
      return { outcome }
    })
    expect(await setting.outcome).toEqual(['changed_meanwhile'])
    expect(await admin.call('GET /api/admin/products/:id', { id })).toMatchObject({ stockQuantity: 9 })
  })

  test('to delete a category and to add a product to it never both succeed', async () => {
    for (const round of numbers(10)) {
      const { id } = await admin.call('POST /api/admin/categories', {
        name: `Brief ${round}`,
        slug: `brief-${round}`,
        description: 'Here today.',
        icon: 'fa-box',
      })
      const [deleted, added] = await outcomesOf([
        admin.call('DELETE /api/admin/categories/:id', { id }),
        admin.call('POST /api/admin/products', {
          name: 'Late',
          description: '<p>Late.</p>',
          price: 1,
          categoryId: id,
          image: 'https://pictures.example/late.jpg',
        }),
      ])
      expect([`${deleted} ${added}`]).toContainEqual(
        expect.stringMatching(/^(done invalid_input|category_in_use done)$/),
      )
    }
  })

  test('to import the same file create its products once', async () => {
    const category = (await shop.visitor().call('GET /api/categories'))[0]?.slug
    const lines = numbers(300).map(
      (number) =>
        `Twin ${number},twin-${number},<p>x</p>,5,${category},https://pictures.example/${number}.jpg`,
    )
    const file = Buffer.from(['name,slug,description,price,category,images', ...lines].join('\n'))
    const send = () =>
      callForStream(admin, 'POST /api/admin/products/import', { file, dryRun: 'false' }, () => undefined)
    await outcomesOf([send(), send()])
    const { total } = await admin.callPaged('GET /api/admin/products', { search: 'twin-', status: 'all' })
    expect(total).toBe(300)
  })

  test('to export, edit, and import run without a deadlock', async () => {
    const ids = await Promise.all(numbers(20).map(async () => (await fixtures.aProduct(shop)).id))
    const file = (name: string) =>
      Buffer.from(['id,name', ...ids.toReversed().map((id) => `${id},${name} ${id}`)].join('\n'))
    const outcomes = await outcomesOf([
      ...numbers(4).map((number) =>
        callForStream(
          admin,
          'POST /api/admin/products/import',
          { file: file(`Round ${number}`), dryRun: 'false' },
          () => undefined,
        ),
      ),
      ...ids.map((id) => admin.call('PATCH /api/admin/products/:id', { id, isNew: true })),
      admin.callForText('GET /api/admin/products/export'),
    ])
    expect(outcomes.filter((outcome) => outcome !== 'done' && outcome !== 'changed_meanwhile')).toEqual([])
  })
})

test('settings changed on one node apply on the other nodes immediately', async () => {
  const databaseUrl = await shopDatabase()
  const [one, other] = [await openTestShop({ databaseUrl }), await openTestShop({ databaseUrl })]
  const page = async () => (await other.visitor().send({ url: '/contact' })).text
  expect(await page()).toContain('Contact Us – Plinth')
  await (await fixtures.anAdmin(one)).call('PATCH /api/admin/settings', {
    shopName: 'Desk Club',
    pageSize: 2,
  })
  expect(await other.visitor().call('GET /api/shop')).toMatchObject({ name: 'Desk Club', pageSize: 2 })
  await expect.poll(page, { timeout: 1000, interval: 50 }).toContain('Contact Us – Desk Club')
})

test('only one of eight admins can save the same settings version, and seven get an edit conflict', async () => {
  const { version } = await admin.call('GET /api/admin/settings')
  const outcomes = await outcomesOf(
    numbers(8).map((number) =>
      admin.call('PATCH /api/admin/settings', { version, holdMinutes: 40 + number }),
    ),
  )
  expect(outcomes.toSorted()).toEqual([...Array<string>(7).fill('changed_meanwhile'), 'done'])
})
