import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checks, runSteps, type Step } from './steps.ts'
import { playwrightResults, vitestResults } from './totals.ts'

/**
 * `npm test`: everything. `npm test -- cart orders`: the tests of these slices, on every layer. `npm run test:changed`: the tests
 * that a change since `main` can have affected, by the import graph, and the end-to-end tests. `npm run test:long`: everything and the
 * long proofs.
 */
const { values, positionals: slices } = parseArgs({
  allowPositionals: true,
  options: { long: { type: 'boolean', default: false }, changed: { type: 'boolean', default: false } },
})
const folder = mkdtempSync(join(tmpdir(), 'plinth-results-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

process.exitCode = await runSteps(chosenSteps())

function chosenSteps(): (Step | Step[])[] {
  if (slices.length > 0) {
    return [
      vitest('tests', [...filesOf(slices), '--passWithNoTests']),
      journeys([...slices, '--pass-with-no-tests']),
    ]
  }
  if (values.changed) {
    return [
      checks,
      vitest('tests', ['--changed', 'main', '--passWithNoTests']),
      journeys(['--only-changed=main', '--pass-with-no-tests']),
    ]
  }
  const speed = { name: 'speed', command: 'node', args: ['scripts/bench/main.ts', '--short'] }
  const long = values.long ? [vitest('long tests', ['--config', 'vitest.long.config.ts'])] : []
  // The conformance check reads the traffic between the end-to-end tests and the sandbox.
  if (values.long) process.env.SANDBOX_TRAFFIC_FILE ??= join(folder, 'traffic.jsonl')
  return [checks, vitest('tests'), journeys(), speed, ...long]
}

/** A module has the same name on every layer, and in the names of races and faults. */
function filesOf(names: string[]): string[] {
  return names.flatMap((name) =>
    ['contract', 'server', 'web', 'sandbox', 'scripts', 'tests', 'tests/races', 'tests/faults'].map(
      (layer) => `${layer}/${name}`,
    ),
  )
}

function vitest(name: string, options: string[] = []): Step {
  const file = join(folder, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  return {
    name,
    command: 'vitest',
    args: ['run', ...reporters, ...options],
    results: () => vitestResults(file),
  }
}

function journeys(options: string[] = []): Step {
  const file = join(folder, 'journeys.json')
  return {
    name: 'journeys',
    command: 'playwright',
    args: ['test', '--project=journeys', '--reporter=list,json', ...options],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    results: () => playwrightResults(file),
  }
}
