import fc from 'fast-check'
import { expect } from 'vitest'
import { payableStep } from '#contract/money.ts'
import {
  type Destination,
  type Quote,
  type QuoteLine,
  type QuoteRules,
  quote,
} from '#contract/pricing/quote.ts'
import {
  amountOf,
  type RefundParts,
  refundOfAmount,
  refundOfReturn,
  refundOfUnits,
  restOf,
  taxesOfRefund,
} from '#contract/pricing/refund.ts'
import { sumByRate } from '#contract/pricing/taxes.ts'
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

/** A step in the life of a paid order: a refund of some kind, which may fail later. */
export type RefundStep = { kind: 'units' | 'amount' | 'return'; number: number; fails: boolean }

/**
 * Simulates refunds of units, of amounts, and of returns in the given order, and then of everything that is left. Checks
 * after each one that amounts and taxes are the sums of their parts and never negative, and finally that all refunds add
 * up to the order's total and its taxes.
 */
export function checkRefunds(quoted: Quote, steps: RefundStep[]): void {
  const made: RefundParts[] = []
  const { currency } = quoted
  const step = payableStep(currency)
  const isPayable = [...restOf(quoted, []).lines, restOf(quoted, []).shipping].every(
    ({ cents }) => cents % step === 0,
  )
  const check = (refund: RefundParts, fails: boolean) => {
    const rest = restOf(quoted, [...made, refund])
    expectWhole(refund)
    expectWhole(rest)
    if (isPayable) expect(amountOf(refund) % step).toBe(0)
    if (!fails) made.push(refund)
  }
  for (const { kind, number, fails } of steps) {
    const rest = restOf(quoted, made)
    const line = rest.lines[number % Math.max(1, rest.lines.length)]
    const units = new Map(line && line.quantity > 0 ? [[line.unit, 1 + (number % line.quantity)]] : [])
    const amount = Math.floor((amountOf(rest) * (number % 97)) / 96 / step) * step
    const shipping = number % 3 === 0 ? rest.shipping.cents : 0
    if (kind === 'units') check(refundOfUnits(rest, units, shipping, currency), fails)
    if (kind === 'amount') check(refundOfAmount(rest, amount), fails)
    if (kind === 'return') check(refundOfReturn(rest, units, amount), fails)
  }
  const rest = restOf(quoted, made)
  const units = new Map(rest.lines.map(({ unit, quantity }) => [unit, quantity]))
  // Units that were returned for less than their price leave an amount, which no unit can return.
  const isByUnits = steps.every(({ kind, fails }) => kind !== 'return' || fails)
  const last = refundOfUnits(rest, units, rest.shipping.cents, currency)
  if (isByUnits && isPayable) expect(amountOf(last)).toBe(amountOf(rest))
  check(rest, false)
  expect(sum(made.map(amountOf))).toBe(quoted.totalCents)
  const taxes = sumByRate(made.flatMap(taxesOfRefund))
  expect(taxes).toEqual(quoted.taxes)
}

/** Refunds of any kind. Some fail later. */
export const refundSteps: fc.Arbitrary<RefundStep[]> = fc.array(
  fc.record({ kind: fc.constantFrom('units', 'amount', 'return'), number: fc.nat(), fails: fc.boolean() }),
)

/** Checks that no amount is negative or a fraction, and that the net amounts and taxes of each line add up to it. */
function expectWhole({ lines, shipping }: RefundParts) {
  for (const { cents, taxes } of [...lines, shipping]) {
    const amounts = [cents, ...taxes.flatMap((tax) => [tax.netCents, tax.cents])]
    expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount >= 0)).toBe(true)
  }
  for (const { cents, taxes, quantity } of lines) {
    expect(quantity).toBeGreaterThanOrEqual(0)
    for (const { netCents } of taxes) expect(netCents + sum(taxes.map((tax) => tax.cents))).toBe(cents)
  }
}
