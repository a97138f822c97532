import { startPostgres } from '../../tests/support/postgres.ts'
import { runQuery } from '../../tests/support/postgres-process.ts'
import { checkOut, type Tree } from './checkouts.ts'
import { memoryOf, postmasterOf, withCpu } from './cpu.ts'
import { load } from './load.ts'
import { type Program, runScript, startProgram, startServe } from './processes.ts'
import { COLD, PAGES, statementsOf } from './reads.ts'
import { mediansOf, printTable } from './report.ts'
import { PRODUCT, repeat, shopSettings, WRITES } from './writes.ts'

type Options = { products: number; rounds: number; writes: number }
type Side = { tree: Tree; shop: Program; databaseUrl: string }
/** Milliseconds of CPU of shop and database for one operation, by its name. */
type Costs = Record<string, number>

const COLD_PAGES = {
  'product page, cold': PAGES['product page'],
  'home page, cold': PAGES['home page'],
  'list, cold': PAGES['list of 24, filtered and sorted'],
  'search, cold': PAGES.search,
}
const CONNECTIONS = 4

/**
 * Compares the CPU time of two commits in one session: both shops run on the same PostgreSQL server, each with its own
 * database, and take turns.
 * @param refs the earlier commit, and the later one; without it, the files here
 */
export async function compareCommits(refs: string[], options: Options): Promise<void> {
  const [first, second = null] = refs
  if (first === undefined) throw new Error('Usage: npm run bench -- compare <ref> [<ref>]')
  const trees = [checkOut(first), checkOut(second)]
  const postgres = await startPostgres({ durable: true })
  const sides: Side[] = []
  try {
    for (const tree of trees) sides.push(await openSide(tree, postgres.createDatabase, options.products))
    const postmaster = await postmasterOf(postgres.url)
    await printCosts(sides, postmaster, options)
    await printStatements(sides)
    for (const { shop } of sides) await shop.stop()
    await printMemory(sides)
  } finally {
    await postgres.stop()
  }
}

async function openSide(
  tree: Tree,
  createDatabase: (name: string) => Promise<string>,
  products: number,
): Promise<Side> {
  const databaseUrl = await createDatabase(`compare_${tree.name.replaceAll(/\W/g, '_')}`)
  await runScript(tree.root, 'scripts/seed.ts', ['--products', String(products)], {
    DATABASE_URL: databaseUrl,
  })
  const shop = await startProgram('scripts/bench/shop-process.ts', shopSettings(databaseUrl), tree.root)
  // Earlier commits count the stock of products.
  const [column] = await runQuery(
    databaseUrl,
    `select column_name as name from information_schema.columns
     where table_name = 'stock' and column_name in ('product_id', 'variant_id')`,
  )
  await runQuery(databaseUrl, `update stock set quantity = 1000000 where ${column?.name} = ${PRODUCT}`)
  return { tree, shop, databaseUrl }
}

async function printCosts(sides: Side[], postmaster: number, options: Options) {
  const rounds: Costs[][] = sides.map(() => [])
  // The first round includes compilation and planning.
  for (let round = 0; round <= options.rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const costs = await measureCosts(side, postmaster, options)
      if (round > 0) rounds[index]?.push(costs)
    }
  }
  const [before = {}, after = {}] = rounds.map((some) => mediansOf(some))
  printTable(
    ['CPU ms of shop and database', ...sides.map(({ tree }) => tree.name), 'ratio'],
    Object.keys(before).map((name) => {
      const [one = Number.NaN, other = Number.NaN] = [before[name], after[name]]
      return [name, one.toFixed(2), other.toFixed(2), (other / one).toFixed(2)]
    }),
  )
}

async function measureCosts({ shop }: Side, postmaster: number, options: Options): Promise<Costs> {
  const costs: Costs = {}
  for (const [name, write] of Object.entries(WRITES)) {
    const work = () => repeat(options.writes, () => write(shop.origin))
    const { cpu, databaseCpu } = await withCpu(shop.pid, postmaster, work)
    costs[name] = (cpu + databaseCpu) / options.writes
  }
  for (const [name, url] of Object.entries(COLD_PAGES)) {
    const requests = options.writes
    const work = () => load(shop.origin + url, { requests, connections: CONNECTIONS, headers: COLD })
    const { cpu, databaseCpu } = await withCpu(shop.pid, postmaster, work)
    costs[name] = (cpu + databaseCpu) / requests
  }
  return costs
}

async function printStatements(sides: Side[]) {
  const counts: string[][] = []
  for (const [name, write] of Object.entries(WRITES)) {
    const row = [name]
    for (const { shop } of sides) {
      const { statements } = await statementsOf(shop, async () => void (await write(shop.origin)))
      row.push(String(statements.length))
    }
    counts.push(row)
  }
  printTable(
    ['statements, with those of jobs at the same time', ...sides.map(({ tree }) => tree.name)],
    counts,
  )
}

async function printMemory(sides: Side[]) {
  const row = ['RSS of `npm run serve` at rest, MB']
  for (const { tree, databaseUrl } of sides) {
    const served = await startServe(tree.root, { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' })
    row.push(memoryOf(served.pid).toFixed(0))
    await served.stop()
  }
  printTable(['memory', ...sides.map(({ tree }) => tree.name)], [row])
}
