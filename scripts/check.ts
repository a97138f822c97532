import { checks, runSteps } from './steps.ts'

/** The quick look before a change is handed over. */
process.exitCode = await runSteps([
  [
    ...checks,
    { name: 'architecture', command: 'vitest', args: ['run', '--project', 'walls'] },
    // For people to read; nothing fails by it.
    { name: 'measure', command: 'node', args: ['scripts/measure.ts'] },
  ],
])
