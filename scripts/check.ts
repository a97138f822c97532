import { lint, runSteps, specTrace, types, unused } from './steps.ts'

/** The quick look before a change is handed over. */
process.exitCode = await runSteps([
  types,
  lint,
  unused,
  specTrace,
  { name: 'architecture', command: 'vitest', args: ['run', 'tests/architecture.test.ts'] },
])
