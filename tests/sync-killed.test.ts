import { expect, test } from 'vitest'
import type { SyncRun } from '#contract/sync/api.ts'
import { inMemory } from '../sandbox/config.ts'
import { startSandbox } from '../sandbox/sandbox.ts'
import { afterFile } from './support/after-file.ts'
import { ADMIN } from './support/config.ts'
import { preparedDatabase } from './support/fresh-database.ts'
import { storeOf } from './support/platform.ts'
import { type ShopProcess, startShopProcess } from './support/shop-process.ts'

const PRODUCTS = 100

test('a sync that is killed halfway resumes from its last page, and creates no product twice', async () => {
  const sandbox = await startSandbox(inMemory)
  afterFile(() => sandbox.stop())
  const { settings } = await preparedDatabase()
  const environment = { ...ADMIN, ...settings, LOG_LEVEL: 'warn', SANDBOX_URL: sandbox.url }
  let shop = await startShopProcess(environment)
  afterFile(() => shop.stop())
  const store = storeOf(shop)
  await store.stockWith(PRODUCTS)
  await store.set({ bucketSize: 1000, restoreRate: 1_000_000 })
  const before = await productCount(shop)
  const { id } = await call<SyncRun>(shop, 'POST', '/api/admin/sync-runs', { kind: 'full' })
  const started = shop
  await expect
    .poll(async () => (await run(started, id)).created, { timeout: 60_000, interval: 20 })
    .toBeGreaterThan(55)
  await shop.kill()

  shop = await startShopProcess(environment)
  const again = shop
  const half = await run(again, id)
  expect(half).toMatchObject({ state: 'running' })
  expect(half.created).toBeLessThan(PRODUCTS)
  // The current page is saved, so the sync does not start over.
  expect(half.seen).toBeGreaterThan(0)
  await expect
    .poll(async () => (await run(again, id)).state, { timeout: 120_000, interval: 500 })
    .toBe('done')
  expect(await run(again, id)).toMatchObject({ seen: PRODUCTS, created: PRODUCTS, changed: 0, failed: 0 })
  expect(await productCount(again)).toBe(before + PRODUCTS)
}, 300_000)

const run = async (shop: ShopProcess, id: number) => {
  const runs = await call<SyncRun[]>(shop, 'GET', '/api/admin/sync-runs')
  return runs.find((one) => one.id === id) as SyncRun
}

async function productCount(shop: ShopProcess): Promise<number> {
  const { products } = await call<{ products: number }>(shop, 'GET', '/api/admin/counts')
  return products
}

/** A session survives a restart of the shop, so one sign-in is enough, which avoids the slow password check. */
let token: string | null = null
async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD }),
  })
  return ((await response.json()) as { token: string }).token
}

async function call<T>({ url }: ShopProcess, method: string, path: string, body?: object): Promise<T> {
  token ??= await signIn(url)
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
