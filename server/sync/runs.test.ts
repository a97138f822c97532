import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SyncRun } from '#contract/sync/api.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { storeOf } from '../../tests/support/platform.ts'
import { rewriteAnswers } from '../../tests/support/platform-answers.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { insertRun } from './queries.ts'
import { LeaseLostError, withRunLease } from './run-lease.ts'
import { scheduleSyncJob } from './sync.ts'

let shop: TestShop
let admin: fixtures.Customer
let store: ReturnType<typeof storeOf>
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
  store = storeOf(shop)
  await store.set({ bucketSize: 100_000, restoreRate: 100_000 })
})
const runs = () => admin.call('GET /api/admin/sync-runs', {})

describe('a sync run', () => {
  test('runs alone: a second one is rejected with 409 for every admin', async () => {
    const first = await admin.call('POST /api/admin/sync-runs', { kind: 'full' })
    expect(first).toMatchObject({ state: 'running', askedBy: 'admin', finishedAt: null })
    const second = admin.call('POST /api/admin/sync-runs')
    await expect(second).rejects.toMatchObject({ status: 409, code: 'sync_running' })
    await expect(admin.call('GET /api/sync-all')).rejects.toMatchObject({ status: 409 })
    await shop.runJobs()
    expect((await runs())[0]).toMatchObject({ id: first.id, state: 'done', seen: 38 })
    expect(await admin.call('GET /api/sync-all')).toMatchObject({ success: true })
  })

  test('requires a bearer token, and its response is never cached', async () => {
    const { token } = admin
    const response = await admin.send({ url: '/api/sync-all' })
    expect(response.headers['cache-control']).toBe('no-store')
    const byAddress = await shop.visitor().send({ url: `/api/sync-all?token=${token}` })
    const byCookie = await shop
      .visitor()
      .send({ url: '/api/sync-all', headers: { cookie: `auth_token=${token}` } })
    expect([byAddress.status, byCookie.status]).toEqual([401, 401])
  })

  test('reports its progress as server-sent events, and the result in the last one', async () => {
    const { id } = await admin.call('POST /api/admin/sync-runs', { kind: 'full' })
    const stream = admin.send({ url: `/api/admin/sync-runs/${id}/events` })
    await shop.runJobs()
    const { headers, text } = await stream
    expect(headers['content-type']).toContain('text/event-stream')
    const events = text
      .split('\n\n')
      .filter(Boolean)
      .map((event) => JSON.parse(event.replace(/^data: /, '')) as SyncRun)
    expect(events[0]).toMatchObject({ id, state: 'running' })
    expect(events.at(-1)).toMatchObject({ id, state: 'done', seen: 38 })
  })
})

describe('the lease of a sync run', () => {
  test('has one holder; when it expires, another node continues, and the first one can’t write', async () => {
    const { db } = shop.shop
    const id = (await insertRun(db, { kind: 'full', askedBy: null, since: null })) ?? 0
    const order: string[] = []
    const first = withRunLease(db, id, async (lease) => {
      expect(await withRunLease(db, id, async () => void order.push('second, at once'))).toBe(false)
      turnClock(16_000)
      await withRunLease(db, id, async ({ finish }) => {
        order.push('second, later')
        await expect(lease.step(async () => order.push('first, too late'))).rejects.toBeInstanceOf(
          LeaseLostError,
        )
        await finish({ state: 'done', message: 'Done.', error: null, warning: null })
      })
      await lease.note({ cursor: 'nowhere' })
    })
    expect(await first).toBe(false)
    turnClock(0)
    expect(order).toEqual(['second, later'])
  })
})

const tick = async () => {
  await enqueue(shop.shop.db, scheduleSyncJob, {})
  await shop.runJobs()
}

describe('the sync schedule', () => {
  const kinds = async () => (await runs()).map(({ kind, askedBy }) => `${kind} by ${askedBy}`)

  test('starts no run until an admin enables it', async () => {
    const before = (await runs()).length
    await tick()
    expect(await runs()).toHaveLength(before)
  })

  test('syncs changes at the set interval, and all products once a day', async () => {
    const set = await admin.call('PUT /api/admin/sync-schedule', { scheduleMinutes: 60 })
    expect(set.scheduleMinutes).toBe(60)
    const before = (await runs()).length
    await tick()
    expect(await runs()).toHaveLength(before)
    turnClock(61 * 60_000)
    await tick()
    await tick()
    expect((await kinds()).slice(0, -before)).toEqual(['incremental by schedule'])
    turnClock(24 * 3_600_000)
    await tick()
    expect((await kinds())[0]).toBe('full by schedule')
    turnClock(0)
  })
})

describe('a sync run that can’t end', () => {
  test('because of a character in the platform’s error ends, without this character', async () => {
    const { shopify } = shop.shop.config
    const errors = JSON.stringify({ errors: [{ message: 'bad\0thing' }] })
    const bodies = [errors, 'bad\0page']
    for (const body of bodies) {
      const stop = await rewriteAnswers(shop, () => body)
      expect(await admin.call('GET /api/sync-all')).toMatchObject({ success: false })
      expect((await runs())[0]).toMatchObject({ state: 'failed', error: expect.stringContaining('bad') })
      stop()
    }
    expect(await admin.call('GET /api/sync-all')).toMatchObject({ success: true })
    expect(shopify.sandboxUrl).toBe(shop.sandboxUrl)
  })

  test.each([
    ['the schedule', tick],
    ['an admin who requests another', () => admin.call('GET /api/sync-all').catch(() => shop.runJobs())],
  ])('because its job is gone is continued by %s', async (_who, next) => {
    const { id } = await admin.call('POST /api/admin/sync-runs', { kind: 'full' })
    await sql`delete from jobs.job where name = 'run-sync'`.execute(shop.shop.db)
    await next()
    expect((await runs())[0]).toMatchObject({ id, state: 'done', seen: 38 })
  })
})
