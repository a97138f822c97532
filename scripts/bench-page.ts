import { availableParallelism, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startShopProcess } from '../tests/support/shop-process.ts'
import { measureInteractions } from './bench-interactions.ts'
import { loadPage, openMeasuringBrowser, PAGES, type PageMetrics } from './bench-lighthouse.ts'

/**
 * `npm run bench:page` measures the shop's pages on an emulated phone. Prints a sentence and three tables for
 * docs/performance.md. Needs a build.
 */
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
})
const runs = Number(values.runs)
const names = Object.keys(PAGES).filter((name) => !values.only || values.only.split(',').includes(name))

const ADMIN = { ADMIN_USERNAME: 'bench-admin', ADMIN_PASSWORD: 'measured on a quiet machine' }
const shop = await startShopProcess({ ...ADMIN, LOG_LEVEL: 'warn' })
const browser = await openMeasuringBrowser(shop.url, ADMIN)
try {
  const loads: number[] = []
  const rows: [string, PageMetrics][] = []
  for (const name of names) {
    const metrics: PageMetrics[] = []
    for (let run = 0; run < runs; run++) metrics.push(await loadPage(browser, name))
    loads.push(loadavg()[0] ?? 0)
    rows.push([name, medians(metrics)])
  }
  const load = `${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}`
  const of = runs === 1 ? 'One run' : `Medians of ${runs} runs`
  console.log(`${of} on ${availableParallelism()} cores, load ${load}:\n`)
  printTable(
    ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'FCP s', 'LCP s', 'TBT ms', 'CLS'],
    rows.map(([name, f]) => [
      name,
      ...[f.performance, f.accessibility, f.bestPractices, f.seo].map((score) => score.toFixed(0)),
      (f.fcp / 1000).toFixed(2),
      (f.lcp / 1000).toFixed(2),
      f.tbt.toFixed(0),
      f.cls.toFixed(3),
    ]),
  )
  printTable(
    ['kB over the network', 'scripts', 'styles', 'HTML', 'images', 'fonts', 'other', 'all'],
    rows.map(([name, f]) => [
      name,
      ...[f.script, f.stylesheet, f.document, f.image, f.font, f.other, f.all].map((n) =>
        (n / 1000).toFixed(1),
      ),
    ]),
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

function medians(metrics: PageMetrics[]): PageMetrics {
  const names = Object.keys(metrics[0] ?? {}) as (keyof PageMetrics)[]
  return Object.fromEntries(
    names.map((name) => [name, median(metrics.map((one) => one[name]))]),
  ) as PageMetrics
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

function printTable(head: string[], rows: string[][]) {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  console.log(
    [line(head), line(head.map((_, at) => (at ? '---:' : '---'))), ...rows.map(line), ''].join('\n'),
  )
}
