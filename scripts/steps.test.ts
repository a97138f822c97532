import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runSteps, type Step } from './steps.ts'
import { failureLines, playwrightResults, slowest, type Totals, vitestResults } from './totals.ts'

describe('a run of several steps', () => {
  const output: string[] = []

  beforeEach(() => {
    output.length = 0
    for (const method of ['log', 'error'] as const) {
      vi.spyOn(console, method).mockImplementation((line: string) => output.push(line))
    }
  })

  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('continues after a failed step, and prints the totals in its last line', async () => {
    expect(
      await runSteps([step('exit 1'), step('exit 0'), tests('exit 0', { passed: 7, failed: 0, skipped: 2 })]),
    ).toBe(1)

    expect(output.at(-1)).toBe('\n8 passed, 1 failed, 2 skipped')
  })

  test('succeeds when every step succeeds', async () => {
    expect(await runSteps([step('exit 0'), tests('exit 0', { passed: 7, failed: 0, skipped: 0 })])).toBe(0)

    expect(output.at(-1)).toBe('\n8 passed, 0 failed')
  })

  test('counts tests that crashed without a result as one failed test', async () => {
    const crashed = { ...step('kill -9 $$'), results: () => vitestResults('/nowhere.json') }

    expect(await runSteps([step('exit 0'), crashed])).toBe(1)

    expect(output.at(-1)).toBe('\n1 passed, 1 failed')
  })

  test('counts an error outside any test as one failed test, and names the step', async () => {
    await runSteps([tests('exit 1', { passed: 7, failed: 0, skipped: 0 })])

    expect(output.at(-2)).toContain('Failed\n  the whole step  exit 1\n    exit code 1')
    expect(output.at(-1)).toBe('\n7 passed, 1 failed')
  })

  test('fails when nothing passed', async () => {
    expect(await runSteps([tests('exit 0', { passed: 0, failed: 0, skipped: 3 })])).toBe(1)
  })

  test('runs everything on the pinned Node', async () => {
    expect(await runSteps([step(`test "$(node -p process.execPath)" -ef "${process.execPath}"`)])).toBe(0)
  })

  function step(script: string): Step {
    return { name: script, command: 'sh', args: ['-c', script] }
  }

  test('prints which step a line is from when steps run concurrently', async () => {
    const first = { ...step('echo one; echo two >&2'), name: 'first' }
    expect(await runSteps([[first, { ...step('printf last'), name: 'second' }]])).toBe(0)

    expect(output).toEqual(expect.arrayContaining(['first    │ one', 'first    │ two', 'second   │ last']))
    expect(output.at(-1)).toBe('\n2 passed, 0 failed')
  })

  function tests(script: string, totals: Totals): Step {
    return { ...step(script), results: async () => ({ ...totals, tests: [], failures: [] }) }
  }
})

describe('the totals', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-totals-'))
  })

  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  test('of Vitest count a file that failed to load as one failed test', async () => {
    const failed = { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] }
    const unloaded = { status: 'failed', assertionResults: [] }
    const file = report({
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [failed, unloaded],
    })

    expect(await vitestResults(file)).toMatchObject({ passed: 5, failed: 2, skipped: 3 })
  })

  test('of Playwright count a flaky test as passed', async () => {
    const file = report({ stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 3 } })

    expect(await playwrightResults(file)).toMatchObject({ passed: 5, failed: 2, skipped: 3 })
  })

  test('list the slowest tests of both, with their files', async () => {
    const vitestFile = report({
      testResults: [
        {
          name: join(process.cwd(), 'server/cart/cart.test.ts'),
          status: 'passed',
          assertionResults: [{ status: 'passed', fullName: 'the cart keeps its items', duration: 1200 }],
        },
      ],
    })
    const { tests: timed } = await vitestResults(vitestFile)
    const tests = [{ status: 'expected', results: [{ duration: 3400 }] }]
    const journey = { title: 'buys a lamp', file: 'tests/e2e/buy.spec.ts', tests }
    const journeys = {
      title: 'tests/e2e/buy.spec.ts',
      file: 'tests/e2e/buy.spec.ts',
      suites: [{ title: 'a guest', file: '', specs: [journey] }],
    }
    const playwrightFile = report({
      stats: { expected: 1, flaky: 0, unexpected: 0, skipped: 0 },
      suites: [journeys],
    })
    timed.push(...(await playwrightResults(playwrightFile)).tests)

    expect(slowest(timed, 2)).toEqual([
      '   3.4 s  tests/e2e/buy.spec.ts  a guest buys a lamp',
      '   1.2 s  server/cart/cart.test.ts  the cart keeps its items',
    ])
  })

  test('list the failures of both, with the first lines of their messages', async () => {
    const vitestFile = report({
      testResults: [
        {
          name: join(process.cwd(), 'server/cart/cart.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'the cart opens' },
            {
              status: 'failed',
              fullName: 'the cart keeps its items',
              failureMessages: ['expected 1 to be 2'],
            },
          ],
        },
        {
          name: join(process.cwd(), 'server/tax.test.ts'),
          status: 'failed',
          message: 'no such module',
          assertionResults: [],
        },
      ],
    })
    const fromVitest = (await vitestResults(vitestFile)).failures
    const error = { message: `\u001b[31mtimed out\u001b[39m${'\nlog'.repeat(40)}` }
    const playwrightFile = report({
      stats: { expected: 1, flaky: 0, unexpected: 1, skipped: 0 },
      suites: [
        {
          title: 'tests/e2e/buy.spec.ts',
          file: 'tests/e2e/buy.spec.ts',
          specs: [
            {
              title: 'buys',
              file: 'tests/e2e/buy.spec.ts',
              tests: [{ status: 'expected', results: [{ duration: 1 }] }],
            },
            {
              title: 'pays',
              file: 'tests/e2e/buy.spec.ts',
              tests: [{ status: 'unexpected', results: [{ duration: 1, error }] }],
            },
          ],
        },
      ],
    })
    const fromPlaywright = (await playwrightResults(playwrightFile)).failures

    expect(failureLines(fromVitest)).toEqual([
      '  server/tax.test.ts  failed to load\n    no such module',
      '  server/cart/cart.test.ts  the cart keeps its items\n    expected 1 to be 2',
    ])
    expect(failureLines(fromPlaywright)).toEqual([
      `  tests/e2e/buy.spec.ts  pays\n    timed out${'\n    log'.repeat(11)}`,
    ])
  })

  function report(content: object) {
    const file = join(folder, 'report.json')
    writeFileSync(file, JSON.stringify(content))
    return file
  }
})
