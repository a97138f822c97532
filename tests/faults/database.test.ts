import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { afterFile } from '../support/after-file.ts'
import { createBuyer } from '../support/buyer.ts'
import { startWorld } from '../support/faulted/world.ts'
import { runQuery } from '../support/postgres-process.ts'

const BACK_WITHIN_MS = 2000
const STATEMENT_MS = 1500

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => {
  world = await startWorld({}, `statement_timeout=${STATEMENT_MS}`)
  afterFile(world.stop)
})

const get = (path: string) => fetch(`${world.url}${path}`)
/** Adds a product to a new cart. @returns the item's ID */
const addToCart = async () => {
  const [item] = await createBuyer(world.url).call('POST /api/cart', { productId: 1, quantity: 1 })
  return item?.id ?? 0
}

describe('an unavailable database server', () => {
  test('causes 503 with Retry-After, and the shop recovers within 2 s of its return without losing data', async () => {
    const acknowledged: number[] = []
    const refusals = new Set<unknown>()
    let isWriting = true
    const writers = Array.from({ length: 4 }, async () => {
      while (isWriting) {
        await addToCart().then(
          (id) => acknowledged.push(id),
          (error: { status?: number }) => refusals.add(error.status),
        )
        await sleep(10)
      }
    })
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), 30_000)

    await world.postgres.kill()
    for (const path of ['/api/products', '/api/categories', '/readyz', '/', '/product/1', '/sitemap.xml']) {
      // The response cache serves its entries for up to one second.
      const response = await vi.waitFor(async () => {
        const response = await get(path)
        expect([path, response.status]).toEqual([path, 503])
        return response
      }, 10_000)
      expect(Number(response.headers.get('retry-after')), path).toBeGreaterThan(0)
    }
    expect(await (await get('/api/products')).json()).toEqual({
      code: 'unavailable',
      message: 'The shop is temporarily unavailable. Please try again.',
    })
    expect((await get('/healthz')).status).toBe(200)

    await world.postgres.restart()
    const returnedAt = performance.now()
    const before = acknowledged.length
    await vi.waitFor(async () => expect((await get('/readyz')).status).toBe(200), {
      timeout: 30_000,
      interval: 20,
    })
    await vi.waitFor(async () => expect((await get('/')).status).toBe(200), { timeout: 30_000, interval: 20 })
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before), {
      timeout: 30_000,
      interval: 5,
    })
    expect(performance.now() - returnedAt).toBeLessThan(BACK_WITHIN_MS)

    isWriting = false
    await Promise.all(writers)
    expect([...refusals]).toEqual([503])
    const stored = await runQuery(world.databaseUrl, 'select id from cart_items')
    const ids = new Set(stored.map(({ id }) => Number(id)))
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  })
})

describe('a slow database', () => {
  test('causes 503 with Retry-After for requests that time out, while other requests are served', async () => {
    const slow = new pg.Client({ connectionString: world.databaseUrl })
    await slow.connect()
    await slow.query('begin; lock table carts in access exclusive mode')

    const waiting = Array.from({ length: 5 }, () => addToCart())
    for (const path of ['/healthz', '/readyz', '/api/categories'])
      expect([path, (await get(path)).status]).toEqual([path, 200])
    for (const response of await Promise.allSettled(waiting))
      expect(response).toMatchObject({ status: 'rejected', reason: { status: 503, code: 'unavailable' } })

    const patient = addToCart()
    await slow.query('rollback')
    await slow.end()
    expect(await patient).toBeGreaterThan(0)
  })
})
