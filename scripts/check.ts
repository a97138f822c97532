import { checks, runSteps } from './steps.ts'

/** `npm run check`: quick checks before every commit. */
process.exitCode = await runSteps([
  [
    ...checks,
    { name: 'architecture', command: 'vitest', args: ['run', '--project', 'architecture'] },
    // Informational, never fails.
    { name: 'measure', command: 'node', args: ['scripts/measure.ts'] },
  ],
])
