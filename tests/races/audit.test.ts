import { beforeAll, describe, expect, test } from 'vitest'
import { recordChange } from '../../server/audit/audit.ts'
import { checkLog } from '../../server/audit/chain.ts'
import { inTransaction } from '../../server/platform/db/database.ts'
import { callForStream } from '../../web/platform/api-stream.ts'
import * as fixtures from '../support/fixtures.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let one: TestShop
let other: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  const databaseUrl = await shopDatabase()
  one = await openTestShop({ databaseUrl })
  other = await openTestShop({ databaseUrl })
  admin = await fixtures.anAdmin(one)
})

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number)
const entry = (subjectId: number) => ({
  actorId: admin.user.id,
  action: 'product.changed',
  subjectId,
  before: { price: '1.00' },
  after: { price: '2.00' },
})

describe('the hash chain of the audit log', () => {
  test('contains all entries of concurrent changes on two nodes', async () => {
    const before = (await checkLog(one.shop.db)).of
    const ids = await Promise.all(numbers(6).map(async () => (await fixtures.aProduct(one)).id))
    const lines = ids.toReversed().map((id) => `${id},Peg ${id}`)
    const file = Buffer.from(['id,name', ...lines].join('\n'))
    const elsewhere = await fixtures.anAdmin(other)
    const outcomes = await Promise.allSettled([
      ...numbers(40).map((number) => {
        const id = ids[number % ids.length] ?? 0
        const by = number % 2 === 0 ? admin : elsewhere
        return by.call('PATCH /api/admin/products/:id', { id, price: `${11 + number}.00` })
      }),
      ...numbers(8).map((number) => admin.call('PATCH /api/admin/settings', { holdMinutes: 31 + number })),
      callForStream(elsewhere, 'POST /api/admin/products/import', { file, dryRun: 'false' }, () => undefined),
    ])
    // The import may fail with an edit conflict, but never with a deadlock.
    const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(failed.filter(({ code }) => code !== 'changed_meanwhile')).toEqual([])
    const { of, checked, finding } = await checkLog(one.shop.db)
    expect(finding).toBeNull()
    expect(checked).toBe(of)
    expect(of).toBeGreaterThanOrEqual(before + 48)
  })

  test('does not wait for an open transaction, and follows the order of commits', async () => {
    const slow = Promise.withResolvers<void>()
    const isAtWork = Promise.withResolvers<void>()
    const first = inTransaction(one.shop.db, async (db) => {
      await recordChange(db, entry(901))
      isAtWork.resolve()
      await slow.promise
    })
    await isAtWork.promise
    // Commits while the first transaction has an earlier uncommitted entry.
    await recordChange(other.shop.db, entry(902))
    slow.resolve()
    await first
    const rows = await one.shop.db
      .selectFrom('audit_log')
      .select('subject_id')
      .where('subject_id', 'in', ['901', '902'])
      .orderBy('place')
      .execute()
    expect(rows.map(({ subject_id }) => subject_id)).toEqual(['902', '901'])
    expect((await checkLog(one.shop.db)).finding).toBeNull()
  })
})

test('only one of eight concurrent undos of a change succeeds, on two nodes', async () => {
  const { id } = await fixtures.aProduct(one, { priceCents: 1000 })
  await admin.call('PATCH /api/admin/products/:id', { id, price: '20.00' })
  const [changed] = await admin.call('GET /api/admin/audit', { kind: 'product', subjectId: String(id) })
  const elsewhere = await fixtures.anAdmin(other)
  const outcomes = await Promise.allSettled(
    numbers(8).map((number) =>
      (number % 2 === 0 ? admin : elsewhere).call('POST /api/admin/audit/:id/undo', { id: changed?.id ?? 0 }),
    ),
  )
  const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(rejected).toHaveLength(7)
  for (const reason of rejected) expect(reason).toMatchObject({ status: 409, code: 'cannot_undo' })
  const { price, version } = await admin.call('GET /api/admin/products/:id', { id })
  expect({ price, version }).toEqual({ price: '10.00', version: 3 })
  expect((await checkLog(one.shop.db)).finding).toBeNull()
})
