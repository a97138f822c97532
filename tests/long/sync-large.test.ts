import { afterAll, expect, test } from 'vitest'
import type { SyncRun } from '#contract/sync/api.ts'
import { ADMIN } from '../support/config.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { storeOf } from '../support/platform.ts'
import { type ShopProcess, startShopProcess } from '../support/shop-process.ts'

const PRODUCTS = 30_000
/** Maximum growth of the shop's memory over a sync, in bytes. */
const GROWTH_MOST = 150 * 1024 * 1024

let shop: ShopProcess | undefined
afterAll(() => shop?.stop())

test('a store of 30,000 products is synced from a bulk file, in bounded memory', async () => {
  const databaseUrl = await shopDatabase()
  shop = await startShopProcess({ ...ADMIN, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' })
  const { url } = shop
  const store = storeOf(shop)
  await store.set({ bucketSize: 1_000_000, restoreRate: 1_000_000 })
  // Runs a small sync first, so that the memory every sync needs is not counted as growth.
  const headers = await asAdmin(url)
  await (await fetch(`${url}/api/sync-all`, { headers })).json()
  await store.stockWith(PRODUCTS)
  const before = await memory(url)
  const started = performance.now()
  let most = before
  const response = await fetch(`${url}/api/admin/sync-runs`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'full' }),
  })
  const { id } = (await response.json()) as SyncRun
  await expect
    .poll(
      async () => {
        most = Math.max(most, await memory(url))
        const runs = (await (await fetch(`${url}/api/admin/sync-runs`, { headers })).json()) as SyncRun[]
        return runs.find((run) => run.id === id)?.state
      },
      { timeout: 3_000_000, interval: 1000 },
    )
    .toBe('done')
  const runs = (await (await fetch(`${url}/api/admin/sync-runs`, { headers })).json()) as SyncRun[]
  const run = runs.find((one) => one.id === id)
  const seconds = Math.round((performance.now() - started) / 1000)
  const megabytes = Math.round((most - before) / 1024 / 1024)
  process.stdout.write(`30,000 products: ${seconds} s, memory grew by ${megabytes} MB at most\n`)
  expect(run).toMatchObject({ seen: PRODUCTS, created: PRODUCTS, failed: 0 })
  expect(most - before).toBeLessThan(GROWTH_MOST)
}, 3_300_000)

/** Returns the memory that the shop reports, in bytes. */
async function memory(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1])
}

async function asAdmin(url: string) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD }),
  })
  const { token } = (await response.json()) as { token: string }
  return { authorization: `Bearer ${token}` }
}
