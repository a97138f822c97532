import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checks, runSteps, type Step } from './steps.ts'
import { playwrightResults, vitestResults } from './totals.ts'

/**
 * `npm test` runs everything except the long tests. `npm test -- cart orders` runs the tests of these modules on every
 * layer. `npm run test:changed` runs the tests that a change since `main` can affect, by the import graph. `npm run
 * test:long` runs everything.
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
      [
        vitest('tests', [...filesOf(slices), '--passWithNoTests']),
        playwright('journeys', [...slices, '--pass-with-no-tests']),
      ],
    ]
  }
  if (values.changed) {
    return [
      [
        ...checks,
        vitest('tests', ['--changed', 'main', '--passWithNoTests']),
        playwright('journeys', ['--only-changed=main', '--pass-with-no-tests']),
      ],
    ]
  }
  // Concurrently, because each of them waits a third of its time.
  if (!values.long) {
    return [[...checks, vitest('tests'), playwright('journeys', ['--grep-invert=@long', '--workers=1'])]]
  }
  // Pages are checked at every width in both themes.
  process.env.ALL_VIEWS = 'yes'
  // The conformance check reads the sandbox traffic of the end-to-end tests.
  process.env.SANDBOX_TRAFFIC_FILE ??= join(folder, 'traffic.jsonl')
  const speed = { name: 'speed', command: 'node', args: ['scripts/bench/main.ts', '--short'] }
  return [
    [...checks, vitest('tests'), playwright('journeys', [])],
    speed,
    playwright('pages', []),
    vitest('long tests', ['--config', 'vitest.long.config.ts']),
  ]
}

/** A module has the same name on every layer, and in the file names under tests/races and tests/faults. */
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

function playwright(project: 'journeys' | 'pages', options: string[]): Step {
  const file = join(folder, `${project}.json`)
  return {
    name: project,
    command: 'playwright',
    args: ['test', `--project=${project}`, '--reporter=list,json', ...options],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    results: () => playwrightResults(file),
  }
}
