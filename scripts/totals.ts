import { readFile } from 'node:fs/promises'

export type Totals = { passed: number; failed: number; skipped: number }

export const noTotals: Totals = { passed: 0, failed: 0, skipped: 0 }

export function addTotals(a: Totals, b: Totals): Totals {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

export function sentence({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

export async function vitestTotals(file: string): Promise<Totals> {
  const report = JSON.parse(await readFile(file, 'utf8')) as VitestReport
  // A file that could not even be loaded has no test of its own that failed.
  const broken = report.testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
  })
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

export async function playwrightTotals(file: string): Promise<Totals> {
  const { stats } = JSON.parse(await readFile(file, 'utf8')) as PlaywrightReport
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number; skipped: number } }
