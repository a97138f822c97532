import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { readConfig } from '../server/config.ts'
import { openShop } from '../server/open-shop.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { seedCatalogue } from './seed-catalogue.ts'

/** `node scripts/bench-catalogue.ts --products 10000`: how long the catalogue's answers take, on both databases. */
const { values } = parseArgs({
  options: { products: { type: 'string', default: '10000' }, runs: { type: 'string', default: '40' } },
})
const products = Number(values.products)
const runs = Number(values.runs)

const QUESTIONS = {
  'list, first page': '/api/products?page=1&pageSize=24',
  'list by price, first page': '/api/products?page=1&pageSize=24&sort=price_asc',
  'list by rating, page 400': '/api/products?page=400&pageSize=24&sort=rating',
  'filter: category, price, rating': '/api/products?page=1&pageSize=24&categoryId=6&maxPrice=50&rating=4',
  'filter: color, by newest': '/api/products?page=1&pageSize=24&color=black&sort=newest',
  'search: two words': '/api/products?page=1&pageSize=24&search=walnut%20monitor',
  'search: two typing errors': '/api/products?page=1&pageSize=24&search=walnt%20monitr',
  'search: a word of every second product': '/api/products?page=1&pageSize=24&search=desk',
  'search: nothing found': '/api/products?page=1&pageSize=24&search=xylophone',
  'suggestions: wal': '/api/search/suggestions?q=wal',
  'suggestions: nearest spelling': '/api/search/suggestions?q=xylophone%20stnad',
  'one product by its slug': '/api/products/walnut-monitor-stand',
}

const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
const postgres = await startPostgres({ durable: true })
const columns = {
  PostgreSQL: await measure({ DATABASE_URL: postgres.url }),
  embedded: await measure({ DATA_DIR: folder }),
}
await postgres.stop()
rmSync(folder, { recursive: true })

const engines = Object.keys(columns) as (keyof typeof columns)[]
console.log(`| ${products} products | ${engines.map((engine) => `${engine}, ms | × select 1`).join(' | ')} |`)
console.log(`| --- |${engines.map(() => ' ---: | ---: |').join('')}`)
for (const name of ['select 1', ...Object.keys(QUESTIONS)]) {
  const cells = engines.flatMap((engine) => {
    const times = columns[engine]
    const ms = times.get(name) ?? Number.NaN
    return [ms.toFixed(2), (ms / (times.get('select 1') ?? Number.NaN)).toFixed(0)]
  })
  console.log(`| ${name} | ${cells.join(' | ')} |`)
}

/** Median times by name, in milliseconds. */
async function measure(environment: Record<string, string>): Promise<Map<string, number>> {
  const { shop, app, close } = await openShop(readConfig({ LOG_LEVEL: 'silent', ...environment }))
  await seedCatalogue(shop.db, products)
  const times = new Map<string, number>()
  times.set('select 1', await median(() => sql`select 1`.execute(shop.db)))
  for (const [name, url] of Object.entries(QUESTIONS)) {
    times.set(
      name,
      await median(async () => {
        const { statusCode } = await app.inject(url)
        if (statusCode !== 200) throw new Error(`${url} answers ${statusCode}`)
      }),
    )
  }
  await close()
  return times
}

async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let run = -10; run < runs; run++) {
    const started = performance.now()
    await work()
    if (run >= 0) times.push(performance.now() - started)
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}
