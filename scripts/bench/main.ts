import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../server/config.ts'
import { openShop } from '../../server/open-shop.ts'
import { openLog } from '../../server/platform/log.ts'
import { startPostgres, type TestPostgres } from '../../tests/support/postgres.ts'
import { runQuery } from '../../tests/support/postgres-process.ts'
import { seedCatalog } from '../seed-catalog.ts'
import { benchCached } from './cached.ts'
import { compareCommits } from './compare.ts'
import { memoryOf, postmasterOf } from './cpu.ts'
import { measurePages } from './pages.ts'
import { measureStart, startProgram } from './processes.ts'
import { type Field, measureRead, PAGES, type Read, teachBare } from './reads.ts'
import { mediansOf, printTable } from './report.ts'
import { benchSmallMachine } from './small.ts'
import { measureWrite, PRODUCT, shopSettings, WRITES, type Write } from './writes.ts'

const DEFAULT_SIZES = '10,10000,100000'

/**
 * `npm run bench` compares the shop's speed with the machine's limit in the same run (docs/performance.md). `--short`, as
 * run by `npm test`, takes seconds and fails only on ratios that noise can't explain. `npm run bench -- compare <ref>
 * [<ref>]` compares two commits instead, `npm run bench -- cached` only cached responses, in every encoding,
 * `npm run bench -- pages` cold pages, `--against` the folder of another checkout, and `npm run bench -- small` what one CPU
 * with 1 GB holds.
 */
const {
  values,
  positionals: [command, ...refs],
} = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    products: { type: 'string', default: DEFAULT_SIZES },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    writes: { type: 'string', default: '200' },
    short: { type: 'boolean', default: false },
  },
})
const isShort = values.short
const sizes = isShort ? [1000] : values.products.split(',').map(Number)
/** One read of each kind. */
const SHORT = ['list of 24, filtered and sorted', 'product page']
const rounds = isShort ? 1 : Number(values.rounds)
const seconds = isShort ? 1 : Number(values.seconds)
const writes = isShort ? 30 : Number(values.writes)
/** A cached response takes at most a tenth of the time of an uncached one. More than half can't be noise. */
const WARM_OF_COLD_MAX = 0.5
/** Minimum share of a write's time that the driver needs for the same statements. It is usually about a third. */
const DRIVER_OF_WRITE_MIN = 0.02

console.log(`${cpus().length} × ${cpus()[0]?.model ?? '?'}`)
if (command === 'compare') {
  const products = values.products === DEFAULT_SIZES ? 1000 : Number(values.products)
  await compareCommits(refs, { products, rounds, writes })
} else if (command === 'cached') {
  await benchCached(rounds)
} else if (command === 'small') {
  await benchSmallMachine(seconds)
} else if (command === 'pages') {
  await measurePages({ against: values.against, rounds })
} else {
  await compareWithLimit()
}

async function compareWithLimit() {
  const postgres = await startPostgres({ durable: true })
  try {
    const postmaster = await postmasterOf(postgres.url)
    for (const products of sizes) await measureSize(postgres, postmaster, products)
  } finally {
    await postgres.stop()
  }
}

async function measureSize(postgres: TestPostgres, postmaster: number, products: number) {
  const template = `shop_${products}`
  const databaseUrl = await postgres.createDatabase(template)
  await seed(shopSettings(databaseUrl), products)
  await runQuery(databaseUrl, `update stock set quantity = 1000000 where variant_id = ${PRODUCT}`)
  console.log(`\n## ${products} products\n`)

  printReads(await measureReads(postmaster, databaseUrl))
  const done: Record<string, Write> = {}
  for (const [name, write] of Object.entries(WRITES)) {
    const all: Write[] = []
    for (let round = 0; round < rounds; round++)
      all.push(await measureWrite(postgres.url, template, postmaster, write, writes))
    done[name] = mediansOf(all)
  }
  printWrites(done)
  if (!isShort) await measureStarts(databaseUrl, products)
}

async function seed(settings: Record<string, string>, products: number) {
  const { shop, close } = await openShop(readConfig(settings), undefined, openLog('silent'))
  await seedCatalog(shop.db, products)
  await close()
}

async function measureReads(postmaster: number, databaseUrl: string): Promise<Record<string, Read>> {
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
  }
  console.log(`Memory after load: ${memoryOf(shop.pid).toFixed(0)} MB\n`)
  await shop.stop()
  await bare.stop()
  return Object.fromEntries([...all].map(([name, some]) => [name, mediansOf(some)]))
}

function printReads(reads: Record<string, Read>) {
  printTable(
    [
      ...['read', 'limit /s', 'warm /s', 'of the limit', 'CPU ms, limit / warm'],
      ...['cold /s', 'driver is × faster', 'cold CPU ms, shop + database'],
    ],
    Object.entries(reads).map(([name, read]) => [
      name,
      read.limit.toFixed(0),
      read.warm.toFixed(0),
      (read.warm / read.limit).toFixed(2),
      `${read.limitCpu.toFixed(3)} / ${read.warmCpu.toFixed(3)}`,
      read.cold.toFixed(0),
      (read.driver / read.cold).toFixed(1),
      `${read.coldCpu.toFixed(2)} + ${read.coldDatabaseCpu.toFixed(2)}`,
    ]),
  )
  for (const [name, { warmCpu, coldCpu }] of Object.entries(reads)) {
    const ratio = warmCpu / coldCpu
    if (ratio > WARM_OF_COLD_MAX)
      complain(`${name}: a cached response costs ${ratio.toFixed(2)} of an uncached one`)
  }
}

function printWrites(writes: Record<string, Write>) {
  printTable(
    ['write, one at a time', 'ms', 'of the driver', 'CPU ms, shop + database', 'statements'],
    Object.entries(writes).map(([name, write]) => [
      name,
      write.took.toFixed(2),
      (write.driverTook / write.took).toFixed(2),
      `${write.cpu.toFixed(2)} + ${write.databaseCpu.toFixed(2)}`,
      String(write.statements),
    ]),
  )
  for (const [name, { took, driverTook }] of Object.entries(writes)) {
    const ratio = driverTook / took
    if (ratio < DRIVER_OF_WRITE_MIN)
      complain(`${name}: the driver takes ${ratio.toFixed(3)} of its time for the same statements`)
  }
}

function complain(problem: string) {
  console.error(problem)
  if (isShort) process.exitCode = 1
}

/** Measures starts on existing data. The embedded database is created first, but only for the smaller sizes. */
async function measureStarts(databaseUrl: string, products: number) {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-bench-'))
  const settings = { DATA_DIR: folder, SANDBOX_PORT: '9', LOG_LEVEL: 'warn' }
  const printStart = async (name: string, settings: Record<string, string>) => {
    const { ms, memory } = await measureStart(settings)
    console.log(`Start on ${name}: ${ms.toFixed(0)} ms, at rest ${memory.toFixed(0)} MB`)
  }
  await printStart('PostgreSQL', { ...settings, DATABASE_URL: databaseUrl })
  if (products <= 10_000) {
    await seed(settings, products)
    await printStart('embedded', settings)
  }
  rmSync(folder, { recursive: true })
}
