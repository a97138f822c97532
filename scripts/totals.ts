import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'

export type Totals = { passed: number; failed: number; skipped: number }

export type TimedTest = { title: string; file: string; ms: number }

/** Results of a test runner. */
export type Results = Totals & { tests: TimedTest[] }

export const noTotals: Totals = { passed: 0, failed: 0, skipped: 0 }

export function addTotals(a: Totals, b: Totals): Totals {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

export function sentence({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The slowest tests, one line each, slowest first. */
export function slowest(tests: TimedTest[], count: number): string[] {
  return tests
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ ms, file, title }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}  ${title}`)
}

export async function vitestResults(file: string): Promise<Results> {
  const report = JSON.parse(await readFile(file, 'utf8')) as VitestReport
  // A file that failed to load has no failed test.
  const broken = report.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
  })
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    tests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName = '', duration }) => ({
        title: fullName,
        file: relative(process.cwd(), name ?? ''),
        ms: duration ?? 0,
      })),
    ),
  }
}

export async function playwrightResults(file: string): Promise<Results> {
  const { stats, suites = [] } = JSON.parse(await readFile(file, 'utf8')) as PlaywrightReport
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    tests: suites.flatMap((suite) => timesIn(suite, [])),
  }
}

function timesIn({ title, file, specs = [], suites = [] }: PlaywrightSuite, titles: string[]): TimedTest[] {
  // The outermost suite is the file itself.
  const here = title === file ? titles : [...titles, title]
  return [
    ...specs.map((spec) => ({
      title: [...here, spec.title].join(' '),
      file: `tests/e2e/${spec.file}`,
      ms: Math.max(0, ...spec.tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
    })),
    ...suites.flatMap((suite) => timesIn(suite, here)),
  ]
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name?: string
    status: string
    assertionResults: { status: string; fullName?: string; duration?: number | null }[]
  }[]
}

type PlaywrightReport = {
  stats: { expected: number; flaky: number; unexpected: number; skipped: number }
  suites?: PlaywrightSuite[]
}

type PlaywrightSuite = {
  title: string
  file: string
  specs?: { title: string; file: string; tests: { results: { duration: number }[] }[] }[]
  suites?: PlaywrightSuite[]
}
