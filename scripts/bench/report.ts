import type { PoolRound } from './pools.ts'
import type { Read } from './reads.ts'
import type { Start } from './starts.ts'
import type { Write } from './writes.ts'

export type Report = {
  machine: string
  sizes: {
    products: number
    /** Medians of the rounds. */
    reads: Record<string, Read>
    writes: Record<string, Write>
    /** Memory of the shop's process in MB, after all reads. */
    memoryAfterLoad: number
    starts: Record<string, Start> | null
    /** Rounds by pool size. */
    pools: Record<string, PoolRound>
  }[]
}

/** A cached response takes at most a tenth of the time of an uncached one. More than half can't be noise. */
const WARM_OF_COLD_MAX = 0.5
/** Minimum share of a write's time that the driver needs for the same statements. It is usually about a third. */
const DRIVER_OF_WRITE_MIN = 0.02

/** Returns the median of each metric. */
export function medianOf<T extends Record<string, number>>(rounds: T[]): T {
  const names = Object.keys(rounds[0] ?? {})
  const middle = (name: string) => {
    const sorted = rounds.map((round) => round[name] ?? Number.NaN).sort((one, other) => one - other)
    return sorted[Math.floor(sorted.length / 2)]
  }
  return Object.fromEntries(names.map((name) => [name, middle(name)])) as T
}

export function tableOf({ machine, sizes }: Report): string {
  return [machine, ...sizes.flatMap(sizeTables)].join('\n')
}

function sizeTables({
  products,
  reads,
  writes,
  memoryAfterLoad,
  starts,
  pools,
}: Report['sizes'][number]): string[] {
  return [
    '',
    `## ${products} products`,
    '',
    '| read | limit /s | warm /s | of the limit | p50 / p99 ms | CPU ms, limit / warm | cold /s | driver /s | driver is × faster | cold p50 / p99 ms | cold CPU ms, shop + database | driver CPU ms |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...Object.entries(reads).map(([name, read]) => row(name, readCells(read))),
    '',
    '| write, one at a time | ms | p50 / p99 | driver ms | of the driver | CPU ms, shop + database | statements |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...Object.entries(writes).map(([name, write]) => row(name, writeCells(write))),
    '',
    `Memory after load: ${memoryAfterLoad.toFixed(0)} MB`,
    ...Object.entries(starts ?? {}).map(
      ([name, { ms, memory }]) => `Start on ${name}: ${ms.toFixed(0)} ms, at rest ${memory.toFixed(0)} MB`,
    ),
    ...(Object.keys(pools).length > 0 ? POOL_HEAD : []),
    ...Object.entries(pools).map(([pool, round]) => row(pool, poolCells(round))),
  ]
}

const POOL_HEAD = [
  '',
  '| connections | lists /s, cold | new carts /s | whole checkouts /s | CPU ms of a checkout, shop + database |',
  '| --- | ---: | ---: | ---: | ---: |',
]

function poolCells({ lists, carts, checkouts, checkoutCpu, checkoutDatabaseCpu }: PoolRound): string[] {
  return [
    lists.toFixed(0),
    carts.toFixed(0),
    checkouts.toFixed(1),
    `${checkoutCpu.toFixed(1)} + ${checkoutDatabaseCpu.toFixed(1)}`,
  ]
}

function readCells(read: Read): string[] {
  return [
    read.limit.toFixed(0),
    read.warm.toFixed(0),
    (read.warm / read.limit).toFixed(2),
    `${read.warmP50} / ${read.warmP99}`,
    `${read.limitCpu.toFixed(3)} / ${read.warmCpu.toFixed(3)}`,
    read.cold.toFixed(0),
    read.driver.toFixed(0),
    (read.driver / read.cold).toFixed(1),
    `${read.coldP50} / ${read.coldP99}`,
    `${read.coldCpu.toFixed(2)} + ${read.coldDatabaseCpu.toFixed(2)}`,
    read.driverDatabaseCpu.toFixed(2),
  ]
}

function writeCells(write: Write): string[] {
  return [
    write.took.toFixed(2),
    `${write.p50.toFixed(2)} / ${write.p99.toFixed(2)}`,
    write.driverTook.toFixed(2),
    (write.driverTook / write.took).toFixed(2),
    `${write.cpu.toFixed(2)} + ${write.databaseCpu.toFixed(2)}`,
    String(write.statements),
  ]
}

const row = (name: string, cells: string[]) => `| ${[name, ...cells].join(' | ')} |`

/** Describes ratios that noise can't explain. */
export function problemsIn({ sizes }: Report): string[] {
  return sizes.flatMap(({ reads, writes }) => [
    ...Object.entries(reads)
      .map(([name, { warmCpu, coldCpu }]) => [name, warmCpu / coldCpu] as const)
      .filter(([, ratio]) => ratio > WARM_OF_COLD_MAX)
      .map(([name, ratio]) => `${name}: a cached response costs ${ratio.toFixed(2)} of an uncached one`),
    ...Object.entries(writes)
      .map(([name, { took, driverTook }]) => [name, driverTook / took] as const)
      .filter(([, ratio]) => ratio < DRIVER_OF_WRITE_MIN)
      .map(
        ([name, ratio]) =>
          `${name}: the driver takes ${ratio.toFixed(3)} of its time for the same statements`,
      ),
  ])
}
