import { test } from 'vitest'
import { preparedDatabase } from './support/fresh-database.ts'
import { killAnImport } from './support/killed-import.ts'

/** Two batches. tests/long/csv-killed.test.ts imports 10,000 lines. */
const LINES = 1000

test(`an import of ${LINES} lines that is killed halfway changes nothing, and succeeds when it is retried`, async () => {
  await killAnImport(LINES, (await preparedDatabase()).settings)
}, 180_000)
