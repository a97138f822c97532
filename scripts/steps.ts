import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { addTotals, noTotals, sentence, type Totals } from './totals.ts'

export type Step = {
  name: string
  command: string
  args: string[]
  env?: Record<string, string>
  /** Reads what the step wrote about its tests; without it the step itself counts as one. */
  totals?: () => Promise<Totals>
}

const root = join(import.meta.dirname, '..')

export const types: Step = { name: 'types', command: 'tsc', args: ['--noEmit'] }

export const lint: Step = {
  name: 'lint',
  command: 'biome',
  args: ['ci', '.', ...(process.stdout.isTTY ? [] : ['--colors=off'])],
}

/** What nobody uses: files, exports, dependencies. */
export const unused: Step = { name: 'unused', command: 'knip', args: ['--no-progress'] }

/** Every sentence of the specification has its tests. */
export const specTrace: Step = {
  name: 'specification',
  command: 'node',
  args: ['scripts/spec-trace.ts', '--check'],
}

/** Runs all steps, also after one that failed. Promises the exit code, having said the totals in the last line. */
export async function runSteps(steps: Step[]): Promise<number> {
  let all = noTotals
  for (const step of steps) {
    const began = Date.now()
    console.log(`\n── ${step.name}`)
    const totals = await totalsOf(step, await exitCodeOf(step))
    console.log(`── ${step.name}: ${sentence(totals)} (${((Date.now() - began) / 1000).toFixed(1)} s)`)
    all = addTotals(all, totals)
  }
  console.log(`\n${sentence(all)}`)
  return all.failed > 0 || all.passed === 0 ? 1 : 0
}

async function exitCodeOf({ command, args, env }: Step): Promise<number> {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // `node` is the pinned one for every program that a step starts.
    env: {
      ...process.env,
      ...env,
      PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
    },
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const stop = (signal: NodeJS.Signals) => {
    child.kill(signal)
    child.once('exit', () => process.exit(130))
  }
  for (const signal of signals) process.once(signal, stop)
  const [code] = await once(child, 'exit')
  for (const signal of signals) process.off(signal, stop)
  return code ?? 1
}

async function totalsOf({ name, totals }: Step, exitCode: number): Promise<Totals> {
  const ownCount = exitCode === 0 ? { ...noTotals, passed: 1 } : { ...noTotals, failed: 1 }
  if (!totals) return ownCount
  try {
    const counted = await totals()
    return exitCode !== 0 && counted.failed === 0 ? addTotals(counted, ownCount) : counted
  } catch (error) {
    console.error(`${name} left no results: ${error instanceof Error ? error.message : error}`)
    return { ...noTotals, failed: 1 }
  }
}
