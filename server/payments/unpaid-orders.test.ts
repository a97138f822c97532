import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { UNPAID_DAYS } from '#contract/orders/rules.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import * as buying from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { cleanUpJob } from '../jobs.ts'
import { turnClock } from '../platform/clock.ts'
import { enqueue } from '../platform/jobs/queue.ts'

const DAY_MS = 86_400_000

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
afterEach(() => turnClock(0))

const release = (orderId: string) => admin.call('POST /api/admin/orders/:orderId/release', { orderId })
const track = (orderId: string) =>
  shop.visitor().call('GET /api/orders/track', { orderId, email: 'ada@example.com' })

async function cleanUp(): Promise<void> {
  await enqueue(shop.shop.db, cleanUpJob, {})
  await shop.runJobs()
}

/** Returns the stored versions of an order, and how many items and payments are stored. */
async function stored(orderId: string) {
  const { db } = shop.shop
  const [versions, items, payments] = await Promise.all([
    db.selectFrom('order_versions').select('version').where('order_id', '=', orderId).execute(),
    db.selectFrom('order_items').select('id').where('order_id', '=', orderId).execute(),
    db.selectFrom('payments').select('order_id').where('order_id', '=', orderId).execute(),
  ])
  return { versions: versions.map(({ version }) => version), items: items.length, payments: payments.length }
}

/** Returns the ID of an unpaid order with three versions. The last one is current. */
async function changedOrder(): Promise<string> {
  const visitor = shop.visitor()
  const { orderId } = await buying.checkOutWith(visitor, [await aProduct(shop)], { email: 'ada@example.com' })
  for (const city of ['Dallas', 'Austin'])
    await buying.checkOut(visitor, { email: 'ada@example.com', city, zipCode: '73301' })
  return orderId
}

describe('an order that ended unpaid', () => {
  test('keeps only its current version, and the one that its intent was created for', async () => {
    const orderId = await changedOrder()
    expect((await stored(orderId)).versions.toSorted()).toEqual([1, 2, 3])
    await release(orderId)
    expect(await stored(orderId)).toEqual({ versions: [1, 3], items: 2, payments: 1 })
    expect(await track(orderId)).toMatchObject({ status: 'cancelled', shipsTo: { city: 'Austin' } })
  })

  test('is deleted with its payment after 30 days', async () => {
    const orderId = await changedOrder()
    await release(orderId)
    turnClock((UNPAID_DAYS - 1) * DAY_MS)
    await cleanUp()
    expect(await track(orderId)).toMatchObject({ status: 'cancelled' })
    turnClock((UNPAID_DAYS + 1) * DAY_MS)
    await cleanUp()
    await expect(track(orderId)).rejects.toMatchObject({ status: 404 })
    expect(await stored(orderId)).toEqual({ versions: [], items: 0, payments: 0 })
  })
})

test('orders that can still be paid, and paid ones that were cancelled, are kept', async () => {
  const unpaid = await changedOrder()
  const paid = await buying.aPaidOrder(shop, shop.visitor(), [await aProduct(shop)])
  await admin.call('POST /api/admin/orders/:orderId/cancel', {
    orderId: paid.orderId,
    restock: true,
    reason: 'Damaged',
  })
  turnClock((UNPAID_DAYS + 1) * DAY_MS)
  await cleanUp()
  expect((await stored(unpaid)).payments).toBe(1)
  expect(await stored(paid.orderId)).toMatchObject({ versions: [1], payments: 1 })
  turnClock(0)
  await admin.call('POST /api/admin/integrity/run', {})
  await shop.runJobs()
  const { last } = await admin.call('GET /api/admin/integrity')
  expect(last?.findings.filter(({ isRepaired }) => !isRepaired)).toEqual([])
})
