import fc from 'fast-check'
import { test } from 'vitest'
import { carts, DESTINATIONS, rules } from '../support/carts.ts'
import { checkQuote, checkRefunds } from '../support/check-quote.ts'

const CARTS = 10_000

test(`${CARTS} carts to each of ${DESTINATIONS.length} destinations cost the same as with exact fractions, and are refunded exactly`, () => {
  fc.assert(
    fc.property(carts, rules, fc.array(fc.nat(), { minLength: 1 }), (lines, rules, order) => {
      for (const to of DESTINATIONS) checkRefunds(checkQuote(lines, to, rules), order)
    }),
    { numRuns: CARTS },
  )
})
