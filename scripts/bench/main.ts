import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readConfig } from '../../server/config.ts'
import { openShop } from '../../server/open-shop.ts'
import { openLog } from '../../server/platform/log.ts'
import { startPostgres, type TestPostgres } from '../../tests/support/postgres.ts'
import { seedCatalog } from '../seed-catalog.ts'
import { memoryOf, parentOf } from './cpu.ts'
import { measurePool, type PoolRound } from './pools.ts'
import { startProgram } from './processes.ts'
import { type Field, measureRead, PAGES, type Read, teachBare } from './reads.ts'
import { medianOf, problemsIn, type Report, tableOf } from './report.ts'
import { measureStart, type Start } from './starts.ts'
import { measureWrite, shopSettings, stockUp, WRITES, type Write } from './writes.ts'

/**
 * `npm run bench` compares the shop's speed with the machine's limit in the same run (docs/performance.md). `--short`, as
 * run by `npm test`, takes seconds and fails only on ratios that noise can't explain.
 */
const { values } = parseArgs({
  options: {
    products: { type: 'string', multiple: true, default: ['10', '10000', '100000'] },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    writes: { type: 'string', default: '200' },
    pools: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
})
const isShort = values.short
const sizes = isShort ? [1000] : values.products.flatMap((text) => text.split(',')).map(Number)
/** One read of each kind. */
const SHORT = ['list of 24, filtered and sorted', 'product page']
const rounds = isShort ? 1 : Number(values.rounds)
const seconds = isShort ? 1 : Number(values.seconds)
const writes = isShort ? 30 : Number(values.writes)
const pools = values.pools.split(',').filter(Boolean).map(Number)
const say = (text: string) => void process.stderr.write(`${text}\n`)

const postgres = await startPostgres({ durable: true })
const report: Report = { machine: `${cpus().length} × ${cpus()[0]?.model ?? '?'}`, sizes: [] }
try {
  const postmaster = await postmasterOf(postgres)
  for (const products of sizes) report.sizes.push(await measureSize(postmaster, products))
} finally {
  await postgres.stop()
}
process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : `${tableOf(report)}\n`)
const problems = isShort ? problemsIn(report) : []
for (const problem of problems) say(problem)
process.exitCode = problems.length > 0 ? 1 : 0

async function measureSize(postmaster: number, products: number): Promise<Report['sizes'][number]> {
  say(`${products} products …`)
  const template = `shop_${products}`
  const databaseUrl = await postgres.createDatabase(template)
  const { shop: open, close } = await openShop(
    readConfig(shopSettings(databaseUrl)),
    undefined,
    openLog('silent'),
  )
  await seedCatalog(open.db, products)
  await close()
  await stockUp(databaseUrl)

  const reads = await measureReads(postmaster, databaseUrl)
  const done: Record<string, Write> = {}
  for (const [name, write] of Object.entries(WRITES)) {
    const all: Write[] = []
    for (let round = 0; round < rounds; round++) {
      all.push(await measureWrite(postgres.url, template, postmaster, write, writes))
    }
    done[name] = medianOf(all)
    say(`  ${name}`)
  }
  const starts = isShort ? null : await measureStarts(databaseUrl, products)
  const sizes = await measurePools(template, postmaster)
  return { products, ...reads, writes: done, starts, pools: sizes }
}

/** Measures all sizes in each round, so other load on the machine affects them equally. */
async function measurePools(template: string, postmaster: number): Promise<Record<string, PoolRound>> {
  const all = new Map<number, PoolRound[]>(pools.map((pool) => [pool, []]))
  for (let round = 1; round <= rounds && pools.length > 0; round++) {
    for (const pool of pools)
      all.get(pool)?.push(await measurePool(postgres.url, template, postmaster, { pool, seconds }))
    say(`  pools, round ${round} of ${rounds}`)
  }
  return Object.fromEntries([...all].map(([pool, some]) => [pool, medianOf(some)]))
}

async function measureReads(postmaster: number, databaseUrl: string) {
  const shop = await startProgram('scripts/bench/shop-process.ts', shopSettings(databaseUrl))
  const bare = await startProgram('scripts/bench/bare-process.ts', {})
  const field: Field = { shop, bare, postmaster, databaseUrl, seconds }
  await teachBare(field)
  const pages = Object.entries(PAGES).filter(([name]) => !isShort || SHORT.includes(name))
  const all = new Map<string, Read[]>(pages.map(([name]) => [name, []]))
  // One extra warm-up round, for JIT compilation.
  for (let round = isShort ? 1 : 0; round <= rounds; round++) {
    for (const [name, url] of pages) {
      const read = await measureRead({ ...field, seconds: round === 0 ? 1 : seconds }, url)
      if (round > 0) all.get(name)?.push(read)
    }
    say(`  round ${round} of ${rounds}`)
  }
  const memoryAfterLoad = memoryOf(shop.pid)
  await shop.stop()
  await bare.stop()
  return {
    reads: Object.fromEntries([...all].map(([name, some]) => [name, medianOf(some)])),
    memoryAfterLoad,
  }
}

/** Measures starts on existing data. The embedded database is created first, but only for the smaller sizes. */
async function measureStarts(databaseUrl: string, products: number): Promise<Record<string, Start>> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  const settings = { DATA_DIR: folder, SANDBOX_PORT: '9', LOG_LEVEL: 'warn' }
  const starts: Record<string, Start> = {
    PostgreSQL: await measureStart({ ...settings, DATABASE_URL: databaseUrl }),
  }
  if (products <= 10_000) {
    const { shop, close } = await openShop(readConfig(settings), undefined, openLog('silent'))
    await seedCatalog(shop.db, products)
    await close()
    starts.embedded = await measureStart(settings)
  }
  rmSync(folder, { recursive: true })
  return starts
}

/** Returns the ID of the main server process, the parent of every backend. */
async function postmasterOf({ url }: TestPostgres): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(rows[0]?.pid ?? 0)
  await client.end()
  return postmaster
}
