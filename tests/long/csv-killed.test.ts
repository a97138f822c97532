import { test } from 'vitest'
import { killAnImport } from '../support/killed-import.ts'

const LINES = 10_000

test(`an import of ${LINES} lines that is killed half-way leaves nothing; asked for again, it does all of it`, async () => {
  await killAnImport(LINES)
})
