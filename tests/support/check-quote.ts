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
  type RefundPart,
  type RefundParts,
  refundOfAmount,
  refundOfReturn,
  refundOfUnits,
  restOf,
  taxesOfRefund,
} from '#contract/pricing/refund.ts'
import { isReverseCharge, reverseChargeRules } from '#contract/pricing/reverse-charge.ts'
import { sumByRate } from '#contract/pricing/taxes.ts'
import { taxRules } from '#contract/settings/tax-rules.ts'
import type { Sale } from './carts.ts'
import { slowQuote } from './slow-quote.ts'

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

/** Returns the rules that the shop prices a sale with. */
export function rulesOf({ taxes, day, zones, currency, numberOf }: Sale, to: Destination | null): QuoteRules {
  const rules = taxRules(taxes, day)
  const { home } = taxes
  const isReverse = to && home && isReverseCharge(home, numberOf ?? undefined, to)
  return { currency, zones, taxes: isReverse ? reverseChargeRules(rules, home, to) : rules }
}

/** Checks the invariants of a quote, and that it equals the slow computation. */
export function checkQuote(lines: QuoteLine[], to: Destination | null, sale: Sale): Quote {
  const quoted = quote(lines, to, rulesOf(sale, to))
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
  }).toEqual(slowQuote(lines, to, sale))
  expect(sum(steps.filter(({ isIncluded }) => !isIncluded).map(({ cents }) => cents))).toBe(totalCents)
  expect(sum(quoted.lines.map(({ cents }) => cents))).toBe(subtotalCents)
  const parts = [...quoted.lines, shipping].flatMap((part) => part.taxes)
  expect(sum(parts.map(({ cents }) => cents))).toBe(sum(taxes.map(({ cents }) => cents)))
  const amounts = [...steps, ...quoted.lines, shipping, ...parts, ...taxes].map(({ cents }) => cents)
  expect(amounts.every((cents) => Number.isSafeInteger(cents) && cents >= 0)).toBe(true)
  const step = payableStep(sale.currency)
  expect((totalCents - subtotalCents - shippingCents) % step).toBe(0)
  return quoted
}

/**
 * A step in the life of a paid order: a refund of some kind, which may fail later.
 * @property units how much of each line, in turn, a refund by line or a return contains
 * @property share how much of the shipping, or of the rest for an amount, in percent
 */
export type RefundStep = {
  kind: 'units' | 'amount' | 'return'
  units: number[]
  share: number
  fails: boolean
}

/** Refunds of any kind. Some fail later. */
export const refundSteps: fc.Arbitrary<RefundStep[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('units', 'amount', 'return'),
    units: fc.array(fc.constantFrom(0, 0, 1, 2, 1000), { minLength: 1, maxLength: 4 }),
    share: fc.oneof(fc.constantFrom(0, 100), fc.integer({ min: 1, max: 99 })),
    fails: fc.boolean(),
  }),
  { maxLength: 8 },
)

/**
 * Simulates refunds of units, of amounts, and of returns in the given order, and then of everything that is left. Checks
 * each refund against the rule of its kind, after each one that amounts and taxes are the sums of their parts and never
 * negative, and finally that all refunds add up to the order's total and its taxes.
 */
export function checkRefunds(quoted: Quote, steps: RefundStep[]): void {
  const made: RefundParts[] = []
  const { currency } = quoted
  const step = payableStep(currency)
  const sold = restOf(quoted, [])
  const isPayable = partsOf(sold).every(({ cents }) => cents % step === 0)
  const check = (refund: RefundParts, fails: boolean) => {
    expectWhole(refund)
    expectWhole(restOf(quoted, [...made, refund]))
    if (isPayable) expect(amountOf(refund) % step).toBe(0)
    if (!fails) made.push(refund)
    expectLedger(sold, restOf(quoted, made), made)
  }
  for (const { kind, units, share, fails } of steps) {
    const rest = restOf(quoted, made)
    const wanted = new Map(
      rest.lines.flatMap(({ variantId, quantity }, index) => {
        const number = Math.min(quantity, units[index % units.length] ?? 0)
        return number > 0 ? [[variantId, number] as const] : []
      }),
    )
    const part = (cents: number) => Math.floor((cents * share) / 100 / step) * step
    if (kind === 'units') {
      const shipping = share === 100 ? rest.shipping.cents : part(rest.shipping.cents)
      const refund = refundOfUnits(rest, wanted, shipping, currency)
      expectByLine(rest, refund, wanted, shipping, step)
      check(refund, fails)
    } else if (kind === 'amount') {
      const refund = refundOfAmount(rest, part(amountOf(rest)))
      expectInProportion(rest, refund, part(amountOf(rest)))
      check(refund, fails)
    } else {
      const refund = refundOfReturn(rest, wanted, part(amountOf(rest)))
      expectOwnFirst(rest, refund, wanted, part(amountOf(rest)))
      check(refund, fails)
    }
  }
  const rest = restOf(quoted, made)
  const units = new Map(rest.lines.map(({ variantId, quantity }) => [variantId, quantity]))
  // Units that were returned for less than their price leave an amount, which no unit can return.
  const isByUnits = steps.every(({ kind, fails }) => kind !== 'return' || fails)
  const last = refundOfUnits(rest, units, rest.shipping.cents, currency)
  if (isByUnits && isPayable) expect(amountOf(last)).toBe(amountOf(rest))
  check(rest, false)
  expect(sum(made.map(amountOf))).toBe(quoted.totalCents)
  const taxes = sumByRate(made.flatMap(taxesOfRefund))
  expect(taxes).toEqual(quoted.taxes)
}

const partsOf = ({ lines, shipping }: RefundParts): RefundPart[] => [...lines, shipping]
const lineOf = ({ lines }: RefundParts, variantId: number) =>
  lines.find((line) => line.variantId === variantId)

/** A refund by line takes its units' share of the rest of each line, with that line's taxes, and nothing else. */
function expectByLine(
  rest: RefundParts,
  refund: RefundParts,
  units: ReadonlyMap<number, number>,
  shippingCents: number,
  step: number,
) {
  for (const line of rest.lines) {
    const quantity = units.get(line.variantId) ?? 0
    const taken = lineOf(refund, line.variantId)
    expect(taken?.quantity ?? 0).toBe(quantity)
    // A line without units returns the part of earlier refunds that cards couldn't pay.
    if (quantity === 0 && line.quantity > 0) expect(taken?.cents ?? 0).toBe(0)
    const exact = line.quantity === 0 ? 0n : BigInt(line.cents) * BigInt(quantity)
    const difference = exact - BigInt(taken?.cents ?? 0) * BigInt(line.quantity)
    if (step === 1) expect(2n * abs(difference) <= BigInt(line.quantity)).toBe(true)
    else expect(abs(difference) < 2n * BigInt(step) * BigInt(Math.max(1, line.quantity))).toBe(true)
    if (quantity > 0 && quantity === line.quantity && step === 1) expect(taken?.cents).toBe(line.cents)
    if (taken) expectOwnTaxes(line, taken)
  }
  expect(shippingCents - refund.shipping.cents).toBeLessThan(step)
  expectOwnTaxes(rest.shipping, refund.shipping)
}

/** A bare amount takes the same share of every part, to the cent. */
function expectInProportion(rest: RefundParts, refund: RefundParts, cents: number) {
  expect(amountOf(refund)).toBe(cents)
  expectShares(rest, refund, rest.lines, true)
  expect(refund.lines.every(({ quantity }) => quantity === 0)).toBe(true)
}

/** A return takes its own lines first, then the shipping, and then other lines. */
function expectOwnFirst(
  rest: RefundParts,
  refund: RefundParts,
  units: ReadonlyMap<number, number>,
  cents: number,
) {
  expect(amountOf(refund)).toBe(cents)
  const own = rest.lines.filter(({ variantId }) => units.has(variantId))
  const others = rest.lines.filter(({ variantId }) => !units.has(variantId))
  const taken = (lines: RefundParts['lines']) =>
    sum(lines.map(({ variantId }) => lineOf(refund, variantId)?.cents ?? 0))
  expect(taken(own)).toBe(Math.min(cents, sum(own.map((line) => line.cents))))
  const open = cents - taken(own)
  expect(refund.shipping.cents).toBe(Math.min(open, rest.shipping.cents))
  expect(taken(others)).toBe(open - refund.shipping.cents)
  expectShares(rest, refund, own, false)
  expectShares(rest, refund, others, false)
  for (const { variantId } of rest.lines)
    expect(lineOf(refund, variantId)?.quantity ?? 0).toBe(units.get(variantId) ?? 0)
}

function expectShares(
  rest: RefundParts,
  refund: RefundParts,
  lines: RefundParts['lines'],
  hasShipping: boolean,
) {
  const pairs = [
    ...lines.map((line) => [line, lineOf(refund, line.variantId) ?? { cents: 0, taxes: [] }] as const),
    ...(hasShipping ? [[rest.shipping, refund.shipping] as const] : []),
  ]
  const left = sum(pairs.map(([part]) => part.cents))
  const taken = sum(pairs.map(([, share]) => share.cents))
  for (const [part, share] of pairs) {
    expect(isShare(share.cents, part.cents, taken, left)).toBe(true)
    expectOwnTaxes(part, share)
  }
}

/** A part of a line contains the same share of each tax as the line, to the cent. */
function expectOwnTaxes(part: RefundPart, taken: RefundPart) {
  for (const tax of part.taxes) {
    const share = taken.taxes.find((one) => keyOf(one) === keyOf(tax)) ?? { cents: 0 }
    expect(isShare(share.cents, tax.cents, taken.cents, part.cents)).toBe(true)
  }
}

/** Returns whether share is less than a cent from whole × taken ÷ left. */
function isShare(share: number, whole: number, taken: number, left: number): boolean {
  if (left === 0) return share === 0
  return abs(BigInt(share) * BigInt(left) - BigInt(whole) * BigInt(taken)) < BigInt(left)
}

const abs = (number: bigint) => (number < 0n ? -number : number)
const keyOf = ({ country, region, name, ppm }: RefundPart['taxes'][number]) =>
  JSON.stringify([country, region, name, ppm])

/** Checks that the units, the amount, and each tax of a part are the sum of those of its refunds and of its rest. */
function expectLedger(sold: RefundParts, rest: RefundParts, made: RefundParts[]) {
  const amounts = (all: RefundParts[], variantId: number | null) => {
    const parts = all.flatMap((one) =>
      variantId === null ? [one.shipping] : [lineOf(one, variantId)].filter((part) => part),
    )
    const taxes = new Map<string, number>()
    for (const tax of parts.flatMap((part) => part?.taxes ?? [])) {
      for (const [name, cents] of [['net', tax.netCents] as const, ['tax', tax.cents] as const]) {
        const key = `${keyOf(tax)} ${name}`
        taxes.set(key, (taxes.get(key) ?? 0) + cents)
      }
    }
    return {
      cents: sum(parts.map((part) => part?.cents ?? 0)),
      units: sum(parts.map((part) => (part && 'quantity' in part ? Number(part.quantity) : 0))),
      taxes: Object.fromEntries([...taxes].filter(([, cents]) => cents !== 0)),
    }
  }
  for (const variantId of [null, ...sold.lines.map((line) => line.variantId)])
    expect(amounts([rest, ...made], variantId)).toEqual(amounts([sold], variantId))
}

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
