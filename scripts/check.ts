import { lint, runSteps, types } from './steps.ts'

/** The quick look before a change is handed over. */
process.exitCode = await runSteps([
  types,
  lint,
  { name: 'architecture', command: 'vitest', args: ['run', 'tests/architecture.test.ts'] },
])
