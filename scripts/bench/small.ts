import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../tests/support/postgres.ts'
import { runQuery } from '../../tests/support/postgres-process.ts'
import { postmasterOf, withCpu } from './cpu.ts'
import { type Program, runScript, startProgram } from './processes.ts'
import { COLD } from './reads.ts'
import { printTable } from './report.ts'
import { PRODUCT, repeat, shopSettings, wholeCheckout } from './writes.ts'

/** The load of the goal (docs/performance.md), and multiples of it. */
const VIEWS_PER_SECOND = 200
const PURCHASES_PER_SECOND = 5
const TIMES = [1, 2, 3]
/** A page of these is viewed in turn. Every tenth view bypasses the response cache. */
const VIEWS = ['/', '/?page=2', '/?categoryId=6&maxPrice=80&sort=price_asc', '/product/walnut-monitor-stand']
const COLD_EVERY = 10
const MEMORY_BYTES = 2 ** 30
const GROUPS = '/sys/fs/cgroup'
const PRODUCTS = 1000

const QUANTILES = [0.5, 0.95, 0.99]
const ROOT = join(import.meta.dirname, '../..')

type Outcome = { ms: number[]; failed: number }

/**
 * Measures the whole shop with its database on one CPU and 1 GB of memory, as Linux control groups (version 1) limit them.
 * Page views and purchases begin on time, whether or not earlier ones have ended. This process, which sends them, isn't limited.
 */
export async function benchSmallMachine(seconds: number) {
  const group = createGroup()
  try {
    group.enter()
    const postgres = await startPostgres({ durable: true })
    try {
      const databaseUrl = await postgres.createDatabase('small')
      const catalog = ['--products', String(PRODUCTS)]
      await runScript(ROOT, 'scripts/seed.ts', catalog, { DATABASE_URL: databaseUrl })
      await runQuery(databaseUrl, `update stock set quantity = 1000000 where variant_id = ${PRODUCT}`)
      const shop = await startProgram('scripts/bench/shop-process.ts', shopSettings(databaseUrl))
      group.leave()
      await printHeld(shop, await postmasterOf(postgres.url), group, seconds)
      await shop.stop()
    } finally {
      await postgres.stop()
    }
  } finally {
    group.remove()
  }
}

async function printHeld(shop: Program, postmaster: number, group: Group, seconds: number) {
  // The first purchases include compilation and planning.
  await repeat(50, () => wholeCheckout(shop.origin))
  const rows: string[][] = []
  for (const times of TIMES) {
    const [views, purchases]: [Outcome, Outcome] = [
      { ms: [], failed: 0 },
      { ms: [], failed: 0 },
    ]
    const { cpu, databaseCpu } = await withCpu(shop.pid, postmaster, () =>
      Promise.all([
        startOnTime(VIEWS_PER_SECOND * times, seconds, views, (index) => viewPage(shop.origin, index)),
        startOnTime(PURCHASES_PER_SECOND * times, seconds, purchases, () => wholeCheckout(shop.origin)),
      ]),
    )
    const share = (ms: number) => `${(ms / seconds / 10).toFixed(0)} %`
    rows.push([
      `${VIEWS_PER_SECOND * times} views, ${PURCHASES_PER_SECOND * times} purchases`,
      ...[views, purchases].map(({ ms }) =>
        QUANTILES.map((part) => quantile(ms, part).toFixed(0)).join(' / '),
      ),
      String(views.failed + purchases.failed),
      `${share(cpu)} + ${share(databaseCpu)}`,
      `${group.megabytes().toFixed(0)} MB`,
    ])
  }
  const columns = ['view, ms: p50 / p95 / p99', 'purchase, ms: the same', 'failed']
  printTable(['per second', ...columns, 'CPU of shop + database', 'memory without cached files'], rows)
}

/** Starts work at a constant rate, so that slow work doesn't delay what follows. */
async function startOnTime(
  perSecond: number,
  seconds: number,
  outcome: Outcome,
  work: (index: number) => Promise<unknown>,
) {
  const began = performance.now()
  const all: Promise<void>[] = []
  for (let index = 0; index < perSecond * seconds; index++) {
    const due = began + (index * 1000) / perSecond
    const early = due - performance.now()
    if (early > 1) await sleep(early)
    const ended = work(index).then(
      () => void outcome.ms.push(performance.now() - due),
      () => void outcome.failed++,
    )
    all.push(ended)
  }
  await Promise.all(all)
}

async function viewPage(origin: string, index: number) {
  const headers = index % COLD_EVERY === 0 ? COLD : { 'accept-encoding': 'br' }
  const response = await fetch(origin + VIEWS[index % VIEWS.length], { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`A page responded with ${response.status}`)
}

function quantile(numbers: number[], part: number): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * part)] ?? Number.NaN
}

type Group = ReturnType<typeof createGroup>

/** Creates a control group for processes that start while this one is in it. Needs root. */
function createGroup() {
  const name = `plinth-bench-${process.pid}`
  const folders = ['memory', 'cpu'].map((kind) => join(GROUPS, kind, name))
  const [memory = '', cpu = ''] = folders
  const before = readFileSync('/proc/self/cgroup', 'utf8')
  for (const folder of folders) mkdirSync(folder)
  writeFileSync(join(memory, 'memory.limit_in_bytes'), String(MEMORY_BYTES))
  writeFileSync(join(cpu, 'cpu.cfs_period_us'), '100000')
  writeFileSync(join(cpu, 'cpu.cfs_quota_us'), '100000')
  const moveTo = (folder: string) => writeFileSync(join(folder, 'cgroup.procs'), String(process.pid))
  return {
    enter: () => folders.forEach(moveTo),
    leave() {
      for (const kind of ['memory', 'cpu']) {
        const own = new RegExp(`:${kind}:(.*)`).exec(before)?.[1] ?? '/'
        moveTo(join(GROUPS, kind, own))
      }
    },
    /** Memory that can't be freed by writing files back. */
    megabytes() {
      const stat = readFileSync(join(memory, 'memory.stat'), 'utf8')
      const of = (field: string) => Number(new RegExp(`^${field} (\\d+)`, 'm').exec(stat)?.[1])
      return (of('total_rss') + of('total_shmem')) / 1e6
    },
    remove() {
      for (const folder of folders) rmdirSync(folder)
    },
  }
}
