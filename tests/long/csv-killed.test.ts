import { test } from 'vitest'
import { aFolder } from '../support/fresh-database.ts'
import { killAnImport } from '../support/killed-import.ts'

const LINES = 10_000

test(`an import of ${LINES} lines that is killed halfway changes nothing, and succeeds when it is retried`, async () => {
  await killAnImport(LINES, { DATA_DIR: aFolder() })
})
