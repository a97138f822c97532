import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { startPostgres } from '../../tests/support/postgres.ts'
import { median, printTable } from './report.ts'
import { shopSettings } from './writes.ts'

/** Cold pages: rendered for each request, and compressed as for browsers. */
const PAGES = {
  home: '/',
  list: '/?categoryId=6&maxPrice=80&sort=price_asc',
  product: '/product/walnut-monitor-stand',
}
const COLD = { cookie: 'fresh=1', 'accept-encoding': 'br' }

const PRODUCTS = 1000
/** Requests before the measurement, for JIT compilation. */
const WARM_UP = 200
const REQUESTS = 20

/**
 * Measures the CPU time of cold pages in this process, without the database's. With the folder of another checkout, which
 * must be installed and built, both shops run here and take turns, so that other load on the machine affects them alike.
 */
export async function measurePages({ against, rounds }: { against?: string | undefined; rounds: number }) {
  const postgres = await startPostgres()
  try {
    const shops = [await openCheckout(join(import.meta.dirname, '../..'), postgres)]
    if (against !== undefined) shops.push(await openCheckout(against, postgres))
    const times = new Map<string, number[][]>()
    for (const [name, url] of Object.entries(PAGES)) {
      for (const { app } of shops) await request(app, url, WARM_UP)
      const mine = shops.map((): number[] => [])
      for (let round = 0; round < rounds; round++) {
        for (const [place, { app }] of shops.entries()) mine[place]?.push(await cpuOf(app, url))
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

/** Opens the shop of a checkout, with its own modules, pages, and database. */
async function openCheckout(
  folder: string,
  postgres: { createDatabase(name: string): Promise<string> },
): Promise<{ app: FastifyInstance; close(): Promise<void> }> {
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href) as Promise<Modules>
  const { openShop } = await load('server/open-shop.ts')
  const { readConfig } = await load('server/config.ts')
  const { openLog } = await load('server/platform/log.ts')
  const { seedCatalog } = await load('scripts/seed-catalog.ts')
  const settings = shopSettings(await postgres.createDatabase(`pages_${databases++}`))
  const { shop, app, close } = await openShop(readConfig(settings), undefined, openLog('silent'))
  await seedCatalog(shop.db, PRODUCTS)
  await app.ready()
  return { app, close }
}

let databases = 0

async function cpuOf(app: FastifyInstance, url: string): Promise<number> {
  const before = process.cpuUsage()
  await request(app, url, REQUESTS)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / REQUESTS
}

/** @throws Error if the page isn't complete */
async function request(app: FastifyInstance, url: string, times: number) {
  let body: Uint8Array = new Uint8Array()
  for (let time = 0; time < times; time++) {
    const response = await app.inject({ url, headers: COLD })
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
    body = response.rawPayload
  }
  if (!brotliDecompressSync(body).toString().endsWith('</html>')) throw new Error(`${url}: incomplete`)
}
