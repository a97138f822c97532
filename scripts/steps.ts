import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  addTotals,
  type Failure,
  failureLines,
  noTotals,
  type Results,
  sentence,
  slowest,
  type TimedTest,
} from './totals.ts'

export type Step = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** Reads the step's test results. If omitted, the step itself counts as one test. */
  results?: () => Promise<Results>
}

const root = join(import.meta.dirname, '..')
const SLOWEST = 10

/** Steps without a test runner. They run concurrently, with everything else. */
export const checks: Step[] = [
  {
    name: 'types',
    command: 'tsc',
    // Several checkers would each check the types of the libraries, in twice the CPU time.
    args: [
      '--noEmit',
      '--singleThreaded',
      '--incremental',
      '--tsBuildInfoFile',
      'node_modules/.cache/plinth.tsbuildinfo',
    ],
  },
  { name: 'lint', command: 'biome', args: ['ci', '.', ...(process.stdout.isTTY ? [] : ['--colors=off'])] },
  // Row types that don't match the migrations.
  { name: 'tables', command: 'node', args: ['scripts/table-types.ts', '--verify'] },
  // The import rules for layers and modules are in .dependency-cruiser.cjs.
  { name: 'imports', command: 'depcruise', args: ['contract', 'server', 'web', 'sandbox'] },
  // Unidiomatic expressions in comments, texts, and documents.
  { name: 'english', command: 'node', args: ['scripts/english.ts'] },
  // Texts that can't be found or translated.
  { name: 'texts', command: 'node', args: ['scripts/texts.ts'] },
  // American spelling, with names and terms in cspell-words.txt.
  {
    name: 'spelling',
    command: 'cspell',
    args: ['--no-progress', '--no-summary', '--cache', '--cache-location', 'node_modules/.cache/cspell'],
  },
  // Unused files, exports and dependencies.
  { name: 'unused', command: 'knip', args: ['--no-progress', '--cache'] },
]

/**
 * Runs all steps, even after a failed one. The steps of a group run concurrently. Prints the slowest tests, the failures,
 * and the totals in the last line. Resolves to the exit code.
 */
export async function runSteps(groups: (Step | Step[])[]): Promise<number> {
  let all = noTotals
  const tests: TimedTest[] = []
  const failures: Failure[] = []
  for (const group of groups) {
    const steps = [group].flat()
    const outcomes = await Promise.all(steps.map((step) => runStep(step, steps.length > 1)))
    for (const outcome of outcomes) {
      all = addTotals(all, outcome)
      tests.push(...outcome.tests)
      failures.push(...outcome.failures)
    }
  }
  if (tests.length > SLOWEST) {
    console.log(`\nSlowest tests\n${slowest(tests, SLOWEST).join('\n')}`)
  }
  if (failures.length > 0) console.log(`\nFailed\n${failureLines(failures).join('\n')}`)
  console.log(`\n${sentence(all)}`)
  return all.failed > 0 || all.passed === 0 ? 1 : 0
}

async function runStep(step: Step, isOneOfSeveral: boolean): Promise<Results> {
  const began = Date.now()
  if (!isOneOfSeveral) console.log(`\n── ${step.name}`)
  const code = await exitOf(step, isOneOfSeveral)
  const results = await resultsOf(step, code)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  console.log(`── ${step.name}: ${sentence(results)} (${seconds} s)`)
  return results
}

async function exitOf({ name, command, args, env }: Step, isOneOfSeveral: boolean) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: isOneOfSeveral ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    // Every program that a step starts uses the pinned `node`.
    env: {
      ...process.env,
      ...env,
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    },
  })
  for (const stream of [child.stdout, child.stderr]) {
    // The lines of concurrent steps are mixed, so each names its step.
    if (stream) createInterface(stream).on('line', (line) => console.log(`${name.padEnd(8)} │ ${line}`))
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal)
    child.once('exit', () => process.exit(130))
  }
  for (const signal of signals) process.once(signal, stop)
  const [code] = await once(child, 'close')
  for (const signal of signals) process.off(signal, stop)
  return (code as number | null) ?? 1
}

async function resultsOf({ name, results }: Step, exitCode: number): Promise<Results> {
  const own = ownResult(name, exitCode)
  if (!results) return own
  try {
    const counted = await results()
    return exitCode !== 0 && counted.failed === 0
      ? { ...counted, ...addTotals(counted, own), failures: own.failures }
      : counted
  } catch (error) {
    console.error(`${name} left no results: ${error instanceof Error ? error.message : error}`)
    return ownResult(name, 1)
  }
}

function ownResult(name: string, exitCode: number): Results {
  if (exitCode === 0) return { ...noTotals, passed: 1, tests: [], failures: [] }
  const failure = {
    title: name,
    file: 'the whole step',
    message: `exit code ${exitCode}, see its output above`,
  }
  return { ...noTotals, failed: 1, tests: [], failures: [failure] }
}
