import { expect } from 'vitest'
import { payableStep } from '#contract/money.ts'
import {
  type Destination,
  type Quote,
  type QuoteLine,
  type QuoteRules,
  quote,
} from '#contract/pricing/quote.ts'
import { allocateRefund } from '#contract/pricing/refund.ts'
import { variantOf } from './carts.ts'
import { slowQuote } from './slow-quote.ts'

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

/** Checks the invariants of a quote, and that it equals the slow computation. */
export function checkQuote(lines: QuoteLine[], to: Destination | null, rules: QuoteRules): Quote {
  const quoted = quote(lines, to, rules)
  const { subtotalCents, shippingCents, totalCents, shipping, taxes, steps } = quoted
  expect({
    subtotal: subtotalCents,
    shipping: shippingCents,
    total: totalCents,
    taxes: Object.fromEntries(
      taxes.map(({ country, region, name, ppm, netCents, cents }) => [
        JSON.stringify([country, region, name, ppm]),
        [netCents, cents],
      ]),
    ),
  }).toEqual(slowQuote(lines, to, rules))
  expect(sum(steps.filter(({ isIncluded }) => !isIncluded).map(({ cents }) => cents))).toBe(totalCents)
  expect(sum(quoted.lines.map(({ cents }) => cents))).toBe(subtotalCents)
  const parts = [...quoted.lines, shipping].flatMap((part) => part.taxes)
  expect(sum(parts.map(({ cents }) => cents))).toBe(sum(taxes.map(({ cents }) => cents)))
  const amounts = [...steps, ...quoted.lines, shipping, ...parts, ...taxes].map(({ cents }) => cents)
  expect(amounts.every((cents) => Number.isSafeInteger(cents) && cents >= 0)).toBe(true)
  const step = payableStep(rules.currency)
  expect((totalCents - subtotalCents - shippingCents) % step).toBe(0)
  return quoted
}

/** Simulates returning the units in the given order, and checks that the refunds add up to exactly the total. */
export function checkRefunds(quoted: Quote, order: number[]): void {
  const left = new Map(quoted.lines.map((line) => [variantOf(line), line.quantity]))
  const returned = new Map<number, number>()
  const step = payableStep(quoted.currency)
  const isPayable = quoted.lines.every(({ priceCents }) => priceCents % step === 0)
  let refunded = 0
  for (let turn = 0; left.size > 0; turn++) {
    const number = order[turn % order.length] ?? 0
    const [variantId = 0, quantity = 0] = [...left][number % left.size] ?? []
    const units = turn < order.length ? 1 + (number % quantity) : quantity
    const part = allocateRefund(quoted, returned, new Map([[variantId, units]]))
    expect(part.itemsCents).toBeGreaterThanOrEqual(0)
    if (isPayable) expect(part.itemsCents % step).toBe(0)
    refunded += part.itemsCents + part.shippingCents
    returned.set(variantId, (returned.get(variantId) ?? 0) + units)
    if (units === quantity) left.delete(variantId)
    else left.set(variantId, quantity - units)
  }
  if (quoted.lines.length > 0) expect(refunded).toBe(quoted.totalCents)
}
