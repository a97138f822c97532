import { type Currency, payableStep } from '../money.ts'
import type { Quote } from './quote.ts'
import { largestRemainder, roundedShare } from './shares.ts'
import { sumByRate, type TaxAmount } from './taxes.ts'

/**
 * Refunds of an order by its parts: its lines and its shipping. Each refund is taken from what earlier refunds left of
 * each part, so all refunds of an order add up to its total and its taxes, in any order.
 */

/** Quantities by variant ID. */
export type Units = ReadonlyMap<number, number>

/** @property cents what the customer paid, with taxes that were added @property taxes those in `cents`, by rate */
export type RefundPart = { cents: number; taxes: TaxAmount[] }

/**
 * A refund, or what earlier refunds left of an order.
 * @property lines a line can have an amount but no units if only part of the price was refunded
 */
export type RefundParts = {
  lines: (RefundPart & { variantId: number; quantity: number })[]
  shipping: RefundPart
}

/** The amounts to take from each part. */
type Wanted = { lines: ReadonlyMap<number, { quantity: number; cents: number }>; shippingCents: number }

/** Returns what earlier refunds left of an order. */
export function restOf(quote: Quote, earlier: RefundParts[]): RefundParts {
  const isAdded = quote.steps.some(({ kind, isIncluded }) => kind === 'tax' && !isIncluded)
  const paid = ({ cents, taxes }: RefundPart) => ({ cents: isAdded ? cents + sumOf(taxes) : cents, taxes })
  const all: RefundParts = {
    lines: quote.lines.map((line) => ({
      variantId: line.variantId,
      quantity: line.quantity,
      ...paid(line),
    })),
    shipping: paid(quote.shipping),
  }
  return earlier.reduce(subtract, all)
}

/**
 * Returns the refund of units and of some of the shipping. All units of a line that are left return the rest of its
 * price. Cards can't pay every amount in some currencies: what can't be paid stays with its line, and is refunded with
 * the next one.
 * @param shippingCents with its taxes
 * @throws RangeError for more than is left
 */
export function refundOfUnits(
  rest: RefundParts,
  units: Units,
  shippingCents: number,
  currency: Currency,
): RefundParts {
  const step = payableStep(currency)
  const unknown = [...units.keys()].find((id) => !rest.lines.some(({ variantId }) => variantId === id))
  if (unknown !== undefined) throw new RangeError(`Product ${unknown} is not in the order`)
  const lines = new Map(
    rest.lines.map(({ variantId, quantity: left, cents }) => {
      const quantity = units.get(variantId) ?? 0
      if (quantity > left) throw new RangeError(`Only ${left} of product ${variantId} can be refunded`)
      const share =
        quantity > 0
          ? Math.min(cents, roundedShare(cents, quantity, left * step) * step)
          : left === 0 && cents < step
            ? cents
            : 0
      return [variantId, { quantity, cents: quantity > 0 && quantity === left ? cents : share }]
    }),
  )
  const total = sumOf([...lines.values()]) + shippingCents
  let unpayable = total === amountOf(rest) ? 0 : total % step
  for (const line of [...lines.values()].reverse()) {
    const cut = Math.min(line.cents, unpayable)
    line.cents -= cut
    unpayable -= cut
  }
  return take(rest, { lines, shippingCents: shippingCents - unpayable })
}

/**
 * Returns the refund of an amount: first of the lines with these units, then of shipping, and then of the other lines.
 * @throws RangeError for more than is left
 */
export function refundOfReturn(rest: RefundParts, units: Units, cents: number): RefundParts {
  const isOwn = ({ variantId }: { variantId: number }) => (units.get(variantId) ?? 0) > 0
  const others = rest.lines.filter((line) => !isOwn(line))
  return spread(rest, units, cents, [rest.lines.filter(isOwn), [rest.shipping], others])
}

/** Returns the refund of an amount, spread in proportion over the rest of each part. @throws RangeError for more than is left */
export function refundOfAmount(rest: RefundParts, cents: number): RefundParts {
  return spread(rest, new Map(), cents, [[...rest.lines, rest.shipping]])
}

/**
 * Returns the refund of given amounts.
 * @throws RangeError for more than is left
 */
export function take(rest: RefundParts, { lines, shippingCents }: Wanted): RefundParts {
  const left = new Set(rest.lines.map(({ variantId }) => variantId))
  if ([...lines.keys()].some((id) => !left.has(id))) throw new RangeError('Not all products are in the order')
  return {
    lines: rest.lines.flatMap((line) => {
      const { quantity, cents } = lines.get(line.variantId) ?? { quantity: 0, cents: 0 }
      if (quantity > line.quantity)
        throw new RangeError(`Only ${line.quantity} of product ${line.variantId} can be refunded`)
      if (quantity === 0 && cents === 0) return []
      return [{ variantId: line.variantId, quantity, ...takePart(line, cents) }]
    }),
    shipping: takePart(rest.shipping, shippingCents),
  }
}

/** Returns the amount of a refund. */
export const amountOf = ({ lines, shipping }: RefundParts) => sumOf([...lines, shipping])

/** Returns the taxes in a refund, one amount per rate. */
export const taxesOfRefund = ({ lines, shipping }: RefundParts) =>
  sumByRate([...lines, shipping].flatMap(({ taxes }) => taxes))

function spread(rest: RefundParts, units: Units, cents: number, layers: RefundPart[][]): RefundParts {
  const shares = new Map<RefundPart, number>()
  let open = cents
  for (const layer of layers) {
    const amount = Math.min(open, sumOf(layer))
    const split = largestRemainder(
      amount,
      layer.map((part) => part.cents),
    )
    for (const [index, part] of layer.entries()) shares.set(part, split[index] ?? Number.NaN)
    open -= amount
  }
  if (open > 0) throw new RangeError('The amount is more than is left of the order')
  const shareOf = (part: RefundPart) => shares.get(part) ?? 0
  const lines = new Map(
    rest.lines.map((line) => [
      line.variantId,
      { quantity: units.get(line.variantId) ?? 0, cents: shareOf(line) },
    ]),
  )
  return take(rest, { lines, shippingCents: shareOf(rest.shipping) })
}

/**
 * Returns an amount of a part with its share of each tax. Net amount and taxes add up to the amount, so a report of taxes
 * agrees with the payments.
 */
function takePart({ cents: left, taxes }: RefundPart, cents: number): RefundPart {
  if (cents > left) throw new RangeError('The amount is more than is left of a part')
  if (cents === 0) return { cents, taxes: [] }
  if (cents === left) return { cents, taxes }
  const net = left - sumOf(taxes)
  const [netShare = Number.NaN, ...shares] = largestRemainder(cents, [net, ...taxes.map((tax) => tax.cents)])
  const bases = taxes.map(({ netCents }) => netCents)
  // Shipping of goods with different rates has a net amount for each; other taxes share their net amount.
  const isSplit = bases.reduce((sum, base) => sum + base, 0) === net
  const netShares = isSplit
    ? largestRemainder(netShare, bases)
    : bases.map((base) => (net === 0 ? 0 : roundedShare(base, netShare, net)))
  return {
    cents,
    taxes: taxes.map((tax, index) => ({
      ...tax,
      netCents: netShares[index] ?? Number.NaN,
      cents: shares[index] ?? Number.NaN,
    })),
  }
}

function subtract(rest: RefundParts, { lines, shipping }: RefundParts): RefundParts {
  return {
    lines: rest.lines.map((line) => {
      const refunded = lines.find(({ variantId }) => variantId === line.variantId)
      if (!refunded) return line
      return { ...line, quantity: line.quantity - refunded.quantity, ...subtractPart(line, refunded) }
    }),
    shipping: subtractPart(rest.shipping, shipping),
  }
}

function subtractPart(rest: RefundPart, { cents, taxes }: RefundPart): RefundPart {
  return {
    cents: rest.cents - cents,
    taxes: rest.taxes.map((tax, index) => {
      const refunded = taxes[index] ?? { netCents: 0, cents: 0 }
      return { ...tax, netCents: tax.netCents - refunded.netCents, cents: tax.cents - refunded.cents }
    }),
  }
}

const sumOf = (parts: { cents: number }[]) => parts.reduce((sum, { cents }) => sum + cents, 0)
