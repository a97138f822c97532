import fc from 'fast-check'
import { test } from 'vitest'
import { carts, saleOf, sales } from '../support/carts.ts'
import { checkQuote, checkRefunds, refundSteps } from '../support/check-quote.ts'
import { DESTINATIONS } from '../support/taxed-places.ts'

const CARTS = 10_000
const PLACES = 20

const places = fc.shuffledSubarray(DESTINATIONS, { minLength: PLACES, maxLength: PLACES })

test(`${CARTS} carts to ${PLACES} of ${DESTINATIONS.length} destinations cost the same as with exact fractions`, () => {
  fc.assert(
    fc.property(carts, sales, places, (lines, facts, places) => {
      const sale = saleOf(facts)
      for (const to of places) checkQuote(lines, to, sale)
    }),
    { numRuns: CARTS },
  )
})

test(`${CARTS} carts are refunded exactly, in any order`, () => {
  fc.assert(
    fc.property(carts, fc.constantFrom(...DESTINATIONS), sales, refundSteps, (lines, to, facts, steps) => {
      checkRefunds(checkQuote(lines, to, saleOf(facts)), steps)
    }),
    { numRuns: CARTS },
  )
})
