import { test } from 'vitest'
import { killAnImport } from '../support/killed-import.ts'

const LINES = 10_000

test(`an import of ${LINES} lines that is killed halfway leaves nothing, and imports everything when retried`, async () => {
  await killAnImport(LINES)
})
