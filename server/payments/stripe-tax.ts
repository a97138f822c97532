import Stripe from 'stripe'
import { centsOfCharge, chargeOf, chargeStep } from '#contract/checkout/charge.ts'
import type { Currency } from '#contract/money.ts'
import { largestRemainder } from '#contract/pricing/shares.ts'
import { REVERSE_CHARGE } from '#contract/pricing/tax-text.ts'
import type { TaxAmount } from '#contract/pricing/taxes.ts'
import type { TaxPlace, TaxRequest } from '../pricing/pricing.ts'
import type { TaxCalculation } from '../pricing/queries.ts'
import { ProviderError, type TaxProblem } from './provider.ts'

type Line = Stripe.Tax.CalculationLineItem
type Part = NonNullable<Line['tax_breakdown']>[number]

const EXPAND = ['line_items.data.tax_breakdown', 'shipping_cost.tax_breakdown']
/** Stripe's code for products that are never taxed. */
const NONTAXABLE = 'txcd_00000000'

/** @throws StripeError, and ProviderError for a response that contradicts itself */
export async function calculateTaxes(
  { tax }: Stripe,
  request: TaxRequest,
): Promise<TaxCalculation | TaxProblem> {
  try {
    const calculation = await tax.calculations.create(paramsOf(request))
    const { id, expires_at, line_items, shipping_cost } = calculation
    if (!id || !expires_at || !line_items) throw contradiction('it has no ID')
    const rest = line_items.has_more
      ? await tax.calculations
          .listLineItems(id, { limit: 100, expand: ['data.tax_breakdown'] })
          .autoPagingToArray({ limit: 10_000 })
      : line_items.data
    const lines = request.lines.map(({ unit, cents }) => {
      const line = rest.find(({ reference }) => reference === String(unit))
      return { unit, ...taxed(line, cents, request) }
    })
    const shipping =
      request.shippingCents === 0
        ? { cents: 0, taxes: [] }
        : taxed(shipping_cost ?? undefined, request.shippingCents, request)
    const fees = feesOf(calculation, request)
    const parts = [...rest, ...(shipping_cost ? [shipping_cost] : [])]
    const total = parts.reduce((sum, part) => sum + part.amount + addedTax(part), fees.charged)
    if (calculation.amount_total !== total) throw contradiction('its parts are not its total')
    return {
      id,
      taxes: { lines, shipping: { ...shipping, taxes: [...shipping.taxes, ...fees.taxes] } },
      expiresAt: new Date(expires_at * 1000),
    }
  } catch (error) {
    const problem = error instanceof Stripe.errors.StripeError ? PROBLEMS[error.code ?? ''] : undefined
    if (problem) return { problem }
    throw error
  }
}

/** Returns a transaction's ID, or null if Stripe already has one with its reference. Stripe can't find a transaction by its reference. */
export async function idOrTaken(made: Promise<{ id: string }>): Promise<string | null> {
  try {
    return (await made).id
  } catch (error) {
    const isTaken =
      error instanceof Stripe.errors.StripeInvalidRequestError && /already exists/i.test(error.message)
    if (isTaken) return null
    throw error
  }
}

const PROBLEMS: Record<string, TaxProblem['problem']> = {
  customer_tax_location_invalid: 'address',
  shipping_address_invalid: 'address',
  tax_id_invalid: 'vat-number',
}

function paramsOf({
  currency,
  pricesIncludeTax,
  lines,
  shippingCents,
  from,
  to,
  vatId,
}: TaxRequest): Stripe.Tax.CalculationCreateParams {
  const tax_behavior = pricesIncludeTax ? 'inclusive' : 'exclusive'
  return {
    currency: currency.code.toLowerCase(),
    line_items: lines.map(({ unit, quantity, cents, taxClass }) => ({
      amount: chargeOf(cents, currency),
      quantity,
      reference: String(unit),
      tax_behavior,
      ...taxCode(taxClass),
    })),
    ...(shippingCents > 0 && { shipping_cost: { amount: chargeOf(shippingCents, currency), tax_behavior } }),
    customer_details: {
      address: addressOf(to),
      address_source: 'shipping',
      ...(vatId && { tax_ids: [{ type: 'eu_vat' as const, value: vatId }] }),
    },
    ship_from_details: { address: addressOf(from) },
    expand: EXPAND,
  }
}

/** A class that isn't one of Stripe's codes is taxed like the account's default code. */
function taxCode(taxClass: string): { tax_code?: string } {
  if (taxClass === 'zero') return { tax_code: NONTAXABLE }
  return /^txcd_\d{8}$/.test(taxClass) ? { tax_code: taxClass } : {}
}

function addressOf({ address, address2, city, state, zipCode, country }: TaxPlace) {
  return { line1: address, ...(address2 && { line2: address2 }), city, state, postal_code: zipCode, country }
}

const addedTax = ({ tax_behavior, amount_tax }: Pick<Line, 'tax_behavior' | 'amount_tax'>) =>
  tax_behavior === 'exclusive' ? amount_tax : 0

/**
 * Returns the fees for the whole delivery, such as the retail delivery fee of Colorado. They are on top of the prices,
 * belong to no line, and are charged with shipping.
 */
function feesOf(
  { tax_breakdown }: Stripe.Tax.Calculation,
  { currency, pricesIncludeTax }: TaxRequest,
): { charged: number; taxes: TaxAmount[] } {
  const flat = tax_breakdown.filter(
    ({ amount, tax_rate_details }) => tax_rate_details.rate_type === 'flat_amount' && amount > 0,
  )
  if (flat.length > 0 && pricesIncludeTax) throw contradiction('it adds a fee to prices that include tax')
  return {
    charged: flat.reduce((sum, { amount }) => sum + amount, 0),
    taxes: flat.map(({ amount, tax_rate_details: { country, state, tax_type } }) => ({
      country: country ?? '',
      region: state,
      name: nameOf(tax_type ?? 'delivery fee'),
      ppm: 0,
      netCents: 0,
      cents: centsOfCharge(amount, currency),
    })),
  }
}

/**
 * Returns the taxes of a line or of shipping, which must add up to the tax that Stripe reports. Stripe can return
 * fractions that the currency doesn't have, or that cards can't pay. They are cut off once per line, so the shop never
 * charges more than Stripe calculated.
 */
function taxed(
  part: (Pick<Line, 'amount' | 'amount_tax'> & { tax_breakdown?: Part[] | null }) | undefined,
  cents: number,
  { currency, pricesIncludeTax }: TaxRequest,
): { cents: number; taxes: TaxAmount[] } {
  if (part?.amount !== chargeOf(cents, currency)) throw contradiction('it is for another amount')
  const breakdown = part.tax_breakdown ?? []
  const sum = breakdown.reduce((all, { amount }) => all + amount, 0)
  if (sum !== part.amount_tax) throw contradiction('its parts are not its tax')
  const step = chargeStep(currency, !pricesIncludeTax)
  const steps = largestRemainder(
    Math.floor(sum / step),
    breakdown.length > 0 ? breakdown.map(({ amount }) => amount) : [1],
  )
  const whole = breakdown.map((one, index) => ({ ...one, amount: (steps[index] ?? Number.NaN) * step }))
  return { cents, taxes: taxesOf(whole, currency) }
}

/**
 * Adds up the taxes of one kind, such as those of a state, a county, and a city, because shoppers see a single sales
 * tax. Stripe's reports list the parts.
 */
function taxesOf(breakdown: Part[], currency: Currency): TaxAmount[] {
  const sums = new Map<string, TaxAmount>()
  for (const { jurisdiction, tax_rate_details: rate, taxability_reason, ...part } of breakdown) {
    const isExempt = taxability_reason === 'reverse_charge'
    if (!rate || (part.amount === 0 && !isExempt && taxability_reason !== 'zero_rated')) continue
    const { country, state: region } = jurisdiction
    const name = isExempt ? REVERSE_CHARGE : nameOf(rate.tax_type)
    const key = JSON.stringify([country, region, name])
    const known = sums.get(key)
    const netCents = centsOfCharge(part.taxable_amount, currency)
    sums.set(key, {
      country,
      region,
      name,
      ppm: (known?.ppm ?? 0) + Math.round(Number(rate.percentage_decimal) * 10_000),
      netCents: Math.max(known?.netCents ?? 0, netCents),
      cents: (known?.cents ?? 0) + centsOfCharge(part.amount, currency),
    })
  }
  return [...sums.values()]
}

/** 'vat' -> 'VAT', 'sales_tax' -> 'Sales tax' */
function nameOf(type: string): string {
  if (type === 'jct') return 'Consumption tax'
  if (/^\w{3,4}$/.test(type)) return type.toUpperCase()
  return type.slice(0, 1).toUpperCase() + type.slice(1).replaceAll('_', ' ')
}

const contradiction = (what: string) =>
  new ProviderError('refused', `The provider's tax calculation can't be used: ${what}.`)
