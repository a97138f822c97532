import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lint, runSteps, type Step, specTrace, types, unused } from './steps.ts'
import { playwrightTotals, vitestTotals } from './totals.ts'

const folder = mkdtempSync(join(tmpdir(), 'plinth-results-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

process.exitCode = await runSteps([
  types,
  lint,
  unused,
  specTrace,
  vitest('tests'),
  journeys(),
  { name: 'speed', command: 'node', args: ['scripts/bench/main.ts', '--short'] },
  ...(process.argv.includes('--long') ? [vitest('long tests', ['--config', 'vitest.long.config.ts'])] : []),
])

function vitest(name: string, options: string[] = []): Step {
  const file = join(folder, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return {
    name,
    command: 'vitest',
    args: ['run', ...reporters, ...options],
    totals: () => vitestTotals(file),
  }
}

function journeys(): Step {
  const file = join(folder, 'journeys.json')
  return {
    name: 'journeys',
    command: 'playwright',
    args: ['test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    totals: () => playwrightTotals(file),
  }
}
