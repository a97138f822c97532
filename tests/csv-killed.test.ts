import { test } from 'vitest'
import { killAnImport } from './support/killed-import.ts'

/** Two batches. tests/long/csv-killed.test.ts imports 10,000 lines. */
const LINES = 1000

test(`an import of ${LINES} lines that is killed halfway changes nothing, and succeeds when it is retried`, async () => {
  await killAnImport(LINES)
}, 180_000)
