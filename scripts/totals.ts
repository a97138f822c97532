import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite, JSONReportTestResult } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'

export type Totals = { passed: number; failed: number; skipped: number }

export type TimedTest = { title: string; file: string; ms: number }

/** A failed test, or a file that failed to load, with its message. */
export type Failure = { title: string; file: string; message: string }

/** Results of a test runner. */
export type Results = Totals & { tests: TimedTest[]; failures: Failure[] }

export const noTotals: Totals = { passed: 0, failed: 0, skipped: 0 }

export function addTotals(a: Totals, b: Totals): Totals {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

export function sentence({ passed, failed, skipped }: Totals): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** Returns the slowest tests, one line each, slowest first. */
export function slowest(tests: TimedTest[], count: number): string[] {
  return tests
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count)
    .map(({ ms, file, title }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${file}  ${title}`)
}

const MESSAGE_LINES = 12

/** Lists the failures with the first lines of their messages, to end a long output. */
export function failureLines(failures: Failure[]): string[] {
  return failures.map(({ file, title, message }) => {
    const lines = stripVTControlCharacters(message).split('\n').slice(0, MESSAGE_LINES)
    return [`  ${file}  ${title}`, ...lines.map((line) => `    ${line}`)].join('\n')
  })
}

export async function vitestResults(file: string): Promise<Results> {
  const report = JSON.parse(await readFile(file, 'utf8')) as JsonTestResults
  // A file that failed to load has no failed tests.
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
        file: fileOf(name),
        ms: duration ?? 0,
      })),
    ),
    failures: [
      ...broken.map(({ name, message = '' }) => ({ title: 'failed to load', file: fileOf(name), message })),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName = '', failureMessages }) => ({
            title: fullName,
            file: fileOf(name),
            message: failureMessages?.join('\n') ?? '',
          })),
      ),
    ],
  }
}

export async function playwrightResults(file: string): Promise<Results> {
  const { stats, suites = [] } = JSON.parse(await readFile(file, 'utf8')) as JSONReport
  const journeys = suites.flatMap((suite) => journeysIn(suite, []))
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    tests: journeys.map(({ title, file, results }) => ({
      title,
      file,
      ms: Math.max(0, ...results.map(({ duration }) => duration)),
    })),
    failures: journeys
      .filter(({ isUnexpected }) => isUnexpected)
      .map(({ title, file, results }) => ({ title, file, message: results.at(-1)?.error?.message ?? '' })),
  }
}

function fileOf(path = ''): string {
  return relative(process.cwd(), path)
}

type Journey = { title: string; file: string; isUnexpected: boolean; results: JSONReportTestResult[] }

function journeysIn({ title, file, specs = [], suites = [] }: JSONReportSuite, titles: string[]): Journey[] {
  // The outermost suite is the file itself.
  const path = title === file ? titles : [...titles, title]
  return [
    ...specs.map((spec) => ({
      title: [...path, spec.title].join(' '),
      file: spec.file,
      isUnexpected: spec.tests.some(({ status }) => status === 'unexpected'),
      results: spec.tests.flatMap(({ results }) => results),
    })),
    ...suites.flatMap((suite) => journeysIn(suite, path)),
  ]
}
