import { beforeAll } from 'vitest'
import { endFile } from './after-file.ts'

// An `afterAll` that is asked for inside another hook is never run, so that a shop opened there could not end by one. What
// the first `beforeAll` returns is the very last to run.
beforeAll(() => endFile)
