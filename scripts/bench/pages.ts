import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../server/platform/db/database.ts'
import { startPostgres } from '../../tests/support/postgres.ts'
import { median, printTable } from './report.ts'
import { shopSettings } from './writes.ts'

/** Pages, and the call that returns their products first. */
const PAGES = {
  home: ['/', '/api/products?page=1'],
  list: [
    '/?categoryId=6&maxPrice=80&sort=price_asc',
    '/api/products?page=1&categoryId=6&maxPrice=80&sort=price_asc',
  ],
  product: ['/product/walnut-monitor-stand', '/api/products?page=1&search=walnut%20monitor%20stand'],
}
const HEADERS = { 'accept-encoding': 'br' }

const PRODUCTS = 1000
/** Requests before the measurement, for JIT compilation. */
const WARM_UP = 300
const REQUESTS = 20

/**
 * Measures the CPU time of cold pages in this process, without the database's: one of their products has just changed, so
 * no cache has what depends on it, and they are compressed as for browsers. With the folder of another checkout, which
 * must be installed and built, both shops run here and take turns, so that other load on the machine affects them alike.
 */
export async function measurePages({ against, rounds }: { against?: string | undefined; rounds: number }) {
  const postgres = await startPostgres()
  try {
    const shops = [await openCheckout(join(import.meta.dirname, '../..'), postgres)]
    if (against !== undefined) shops.push(await openCheckout(against, postgres))
    const times = new Map<string, number[][]>()
    for (const [name, [url = '', products = '']] of Object.entries(PAGES)) {
      for (const shop of shops) await cpuOf(shop, url, products, WARM_UP)
      const mine = shops.map((): number[] => [])
      for (let round = 0; round < rounds; round++) {
        for (const [place, shop] of shops.entries())
          mine[place]?.push(await cpuOf(shop, url, products, REQUESTS))
      }
      times.set(name, mine)
    }
    printTable(
      ['cold page', 'CPU ms', ...(against === undefined ? [] : ['CPU ms of the other checkout', 'ratio'])],
      [...times].map(([name, all]) => {
        const [own = Number.NaN, other] = all.map(median)
        return [
          name,
          own.toFixed(2),
          ...(other === undefined ? [] : [other.toFixed(2), (own / other).toFixed(2)]),
        ]
      }),
    )
    for (const { close } of shops) await close()
  } finally {
    await postgres.stop()
  }
}

type Modules = typeof import('../../server/open-shop.ts') &
  typeof import('../../server/config.ts') &
  typeof import('../../server/platform/log.ts') &
  typeof import('../seed-catalog.ts')

type Checkout = { app: FastifyInstance; db: Db; close(): Promise<void> }

/** Opens the shop of a checkout, with its own modules, pages, and database. */
async function openCheckout(
  folder: string,
  postgres: { createDatabase(name: string): Promise<string> },
): Promise<Checkout> {
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href) as Promise<Modules>
  const { openShop } = await load('server/open-shop.ts')
  const { readConfig } = await load('server/config.ts')
  const { openLog } = await load('server/platform/log.ts')
  const { seedCatalog } = await load('scripts/seed-catalog.ts')
  const settings = shopSettings(await postgres.createDatabase(`pages_${databases++}`))
  const { shop, app, close } = await openShop(readConfig(settings), undefined, openLog('silent'))
  await seedCatalog(shop.db, PRODUCTS)
  await app.ready()
  return { app, db: shop.db, close }
}

let databases = 0

/** @returns the CPU time of each request, in milliseconds */
async function cpuOf({ app, db }: Checkout, url: string, products: string, times: number): Promise<number> {
  const [product] = JSON.parse((await app.inject({ url: products })).payload) as { id: number }[]
  let total = 0
  for (let time = 0; time < times; time++) {
    const cents = time % 2 === 0 ? 1 : -1
    await db
      .updateTable('products')
      .set(({ eb }) => ({ price_cents: eb('price_cents', '+', cents) }))
      .where('id', '=', product?.id ?? 0)
      .execute()
    await app.catchUp()
    const before = process.cpuUsage()
    const { statusCode, rawPayload } = await app.inject({ url, headers: HEADERS })
    const { user, system } = process.cpuUsage(before)
    if (statusCode !== 200 || !brotliDecompressSync(rawPayload).toString().endsWith('</html>'))
      throw new Error(`${url}: ${statusCode}`)
    total += (user + system) / 1000
  }
  return total / times
}
