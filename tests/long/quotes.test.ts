import fc from 'fast-check'
import { test } from 'vitest'
import { carts, DESTINATIONS, rules } from '../support/carts.ts'
import { checkQuote, checkRefunds, refundSteps } from '../support/check-quote.ts'

const CARTS = 10_000

test(`${CARTS} carts to each of ${DESTINATIONS.length} destinations cost the same as with exact fractions, and are refunded exactly`, () => {
  fc.assert(
    fc.property(carts, rules, refundSteps, (lines, rules, steps) => {
      for (const to of DESTINATIONS) checkRefunds(checkQuote(lines, to, rules), steps)
    }),
    { numRuns: CARTS },
  )
})
