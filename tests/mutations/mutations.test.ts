import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { access } from './faults/access.ts'
import { checkout } from './faults/checkout.ts'
import { money } from './faults/money.ts'
import { pages } from './faults/pages.ts'
import { records } from './faults/records.ts'
import { rules } from './faults/rules.ts'
import { stock } from './faults/stock.ts'
import { sync } from './faults/sync.ts'
import { variants } from './faults/variants.ts'
import { openSeededCopy, type SeededCopy } from './seeded-copy.ts'

/**
 * Proves that the tests detect mistakes: each fault is seeded into a copy of the shop, and a test there must
 * fail.
 */
const areas = {
  money,
  stock,
  'checkout and payments': checkout,
  permissions: access,
  sync,
  'variants, zones, and taxes': variants,
  rules,
  'limits, audit, and jobs': records,
  pages,
}

let copy: SeededCopy
beforeAll(async () => {
  copy = await openSeededCopy()
})
afterAll(() => copy.close())

test('the tests pass without a seeded fault', async () => {
  const tests = new Set(Object.values(areas).flatMap((faults) => faults.flatMap((fault) => fault.tests)))
  expect(await copy.run([...tests])).toEqual({ tests: [], errors: [] })
})

for (const [area, faults] of Object.entries(areas)) {
  describe(`tests catch a fault in ${area}`, () => {
    for (const fault of faults) {
      test(fault.title, async ({ annotate }) => {
        const verdict = await copy.judge(fault)
        if (verdict.kind === 'caught') await annotate(`caught by: ${verdict.by}`)
        expect(verdict).toMatchObject({ kind: 'caught' })
      })
    }
  })
}
