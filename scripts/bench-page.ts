import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startShopProcess } from '../tests/support/shop-process.ts'
import { median, mediansOf, printTable } from './bench/report.ts'
import { measureInteractions } from './bench-interactions.ts'
import { openMeasuringBrowser, PAGES, SCORES, TIMINGS } from './bench-lighthouse.ts'

/**
 * `npm run bench:page` measures the shop's pages on an emulated phone. Prints a sentence and three tables for
 * docs/performance.md. Needs a build.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
})
const runs = Number(values.runs)
const names = Object.keys(PAGES).filter((name) => !values.only || values.only.split(',').includes(name))
const TYPES = ['script', 'stylesheet', 'document', 'image', 'font', 'other', 'total']

const admin = { username: 'bench-admin', password: 'measured on a quiet machine' }
const shop = await startShopProcess({
  ADMIN_USERNAME: admin.username,
  ADMIN_PASSWORD: admin.password,
  LOG_LEVEL: 'warn',
})
const browser = await openMeasuringBrowser(shop.url, admin)
try {
  const loads: number[] = []
  const pages: [string, Record<string, number>][] = []
  for (const name of names) {
    const metrics: Record<string, number>[] = []
    for (let run = 0; run < runs; run++) metrics.push(await browser.load(name))
    loads.push(loadavg()[0] ?? 0)
    pages.push([name, mediansOf(metrics)])
  }
  const load = `${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`
  const of = runs === 1 ? 'One run' : `Medians of ${runs} runs`
  console.log(`${of} on ${availableParallelism()} cores, load ${load}:\n`)
  const rowsOf = (columns: string[], toText: (value: number, column: string) => string) =>
    pages.map(([name, metrics]) => [
      name,
      ...columns.map((column) => toText(metrics[column] ?? Number.NaN, column)),
    ])
  printTable(
    ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'FCP s', 'LCP s', 'TBT ms', 'CLS'],
    rowsOf([...SCORES, ...TIMINGS], (value, column) => {
      if (column.endsWith('paint')) return (value / 1000).toFixed(2)
      return value.toFixed(column.endsWith('shift') ? 3 : 0)
    }),
  )
  printTable(
    ['kB over the network', 'scripts', 'styles', 'HTML', 'images', 'fonts', 'other', 'all'],
    rowsOf(TYPES, (bytes) => (bytes / 1000).toFixed(1)),
  )
  if (!values.only) {
    const interactions = await measureInteractions(browser.context, shop.url, runs)
    printTable(
      ['interaction, CPU slowed 4 times', 'time to next paint, ms (median)', 'worst, ms'],
      interactions.map(({ name, durations }) => [
        name,
        String(median(durations)),
        String(Math.max(...durations)),
      ]),
    )
  }
} finally {
  await browser.context.close()
  await shop.stop()
}
