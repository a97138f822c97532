import { describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { cleanUpJob } from '../jobs.ts'
import { now, turnClock } from '../platform/clock.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { claimDue } from './delivery-queries.ts'
import { WebhookWorld } from './fixtures.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const world = new WebhookWorld()

/** Returns the milliseconds between the last attempt of the pending delivery and its next one. */
async function waitOfOne(): Promise<number> {
  const [{ lastTry = null, nextTryAt = null } = {}] = await world.deliveries({ state: 'waiting' })
  return Date.parse(nextTryAt ?? '') - Date.parse(lastTry?.at ?? '')
}

describe('a webhook delivery', () => {
  test('is retried after a 500 with the same ID and body, and the delay doubles each time', async () => {
    await world.add(['product.changed'])
    world.receiver.responses.push(204, 500, 500)
    await world.changePrice('5.00')
    expect(await world.deliveries({ state: 'waiting' })).toMatchObject([
      { tries: 1, lastTry: { status: 500, answer: 'Answered with 500', error: null } },
    ])
    const first = await waitOfOne()
    await world.pass(first / 2)
    expect(world.receiver.received).toHaveLength(2)
    await world.pass(first)
    expect(world.receiver.received).toHaveLength(3)
    const second = await waitOfOne()
    expect(Math.round(second / first)).toBe(2)
    await world.pass(second / 2)
    expect(world.receiver.received).toHaveLength(3)
    await world.pass(second)
    const [, ...same] = world.receiver.received
    expect(same).toHaveLength(3)
    expect(new Set(same.map(({ body }) => body)).size).toBe(1)
    expect(new Set(same.map(({ headers }) => headers['plinth-event'])).size).toBe(1)
    expect((await world.deliveries({ page: 1, pageSize: 1 }))[0]).toMatchObject({
      state: 'delivered',
      tries: 3,
    })
  })

  test('to an unreachable URL shows the error, and succeeds once a server listens there', async () => {
    await world.add(['product.changed'])
    await world.receiver.close()
    await world.changePrice('5.00')
    const [webhook] = await world.admin.call('GET /api/admin/webhooks')
    expect(webhook).toMatchObject({ waiting: 2, failed: 0, lastTry: { status: null } })
    expect(webhook?.lastTry?.error).toContain('ECONNREFUSED')
    await world.receiver.reopen()
    await world.pass(20_000)
    expect(world.receiver.received).toHaveLength(2)
    expect(await world.deliveries({ state: 'waiting' })).toEqual([])
  })

  test('fails permanently after a day, which the list shows, and the webhook stays active', async () => {
    await world.add(['product.changed'])
    await world.receiver.close()
    const productId = await world.changePrice('5.00')
    for (let hour = 0; hour < 30; hour++) await world.pass(HOUR)
    const [failed] = await world.deliveries({ state: 'failed', search: String(productId) })
    expect(failed).toMatchObject({ nextTryAt: null })
    expect(failed?.tries).toBeGreaterThan(8)
    expect(await world.admin.call('GET /api/admin/webhooks')).toMatchObject([{ failed: 2, waiting: 0 }])
    await world.receiver.reopen()
    await world.changePrice('6.00', productId)
    expect(world.receiver.received).toHaveLength(1)
  })

  test('does not follow a redirect', async () => {
    await world.add(['product.changed'])
    world.receiver.responses.push(302)
    await fixtures.aProduct(world.shop)
    await world.shop.runJobs()
    expect((await world.deliveries())[0]?.lastTry?.error).toContain('redirected the request')
  })

  test('from a process that crashed is sent by another process with the same ID', async () => {
    const { webhook } = await world.add(['product.changed'])
    await fixtures.aProduct(world.shop)
    const until = new Date(now().getTime() + 30_000)
    const lost = await claimDue(world.shop.shop.db, webhook.id, now(), until)
    await world.shop.runJobs()
    expect(world.receiver.received).toEqual([])
    await world.pass(31_000)
    await world.pass(60_000)
    expect(world.receiver.received.map(({ event }) => event.id)).toEqual([lost?.eventId])
  })
})

test('webhook deliveries are deleted after 30 days', async () => {
  await world.add(['product.changed'])
  await world.changePrice('5.00')
  turnClock(29 * DAY)
  await enqueue(world.shop.shop.db, cleanUpJob, {})
  await world.shop.runJobs()
  expect(await world.deliveries()).toHaveLength(2)
  turnClock(DAY + HOUR)
  await enqueue(world.shop.shop.db, cleanUpJob, {})
  await world.shop.runJobs()
  world.admin = await fixtures.anAdmin(world.shop)
  expect(await world.deliveries()).toEqual([])
})
