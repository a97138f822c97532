import type Stripe from 'stripe'
import { z } from 'zod'
import { takeFault } from '../../faults.ts'
import { invalidRequest } from '../api/api-error.ts'
import { type Call, get, paging, post } from '../api/call.ts'
import { address, integer, text } from '../api/parameters.ts'
import { getObject, nulls, type StoredCalculation, saveObject } from '../objects.ts'
import { newId, nowInSeconds, type Provider, service } from '../provider.ts'
import { DELIVERY_FEES, EU, isUntaxed, ppmOf, type Rate, ratesOf } from './rates.ts'

type Breakdown = Stripe.Tax.CalculationLineItem.TaxBreakdown

const path = '/tax/calculations'
const DAYS_90 = 90 * 24 * 60 * 60
const NONTAXABLE = 'txcd_00000000'
const WHOLE = 1_000_000n

const Address = address.extend({ country: z.string().regex(/^[A-Z]{2}$/, 'This is not a country code') })
const behavior = z
  .enum(['inclusive', 'exclusive'], 'This must be inclusive or exclusive')
  .default('exclusive')
const taxCode = z.string().regex(/^txcd_\d{8}$/, 'Invalid tax code')
const amount = integer.refine((cents) => cents >= 0, 'This must not be negative')

const Calculation = z.strictObject({
  currency: z.string().regex(/^[a-z]{3}$/, 'This is not a currency'),
  line_items: z
    .array(
      z.strictObject({
        amount,
        quantity: integer.default(1),
        reference: text(500),
        tax_behavior: behavior,
        tax_code: taxCode.default('txcd_99999999'),
      }),
    )
    .min(1, 'At least one line item is required'),
  shipping_cost: z
    .strictObject({ amount, tax_behavior: behavior, tax_code: taxCode.default('txcd_92010001') })
    .optional(),
  customer_details: z.strictObject({
    address: Address,
    address_source: z.enum(['shipping', 'billing']),
    tax_ids: z.array(z.strictObject({ type: z.literal('eu_vat'), value: text() })).default([]),
  }),
  ship_from_details: z.strictObject({ address: Address }).optional(),
})
type Input = z.infer<typeof Calculation>
type Part = { amount: number; tax_behavior: 'inclusive' | 'exclusive'; tax_code: string }

export const calculationCalls: readonly Call[] = [
  post(path, Calculation, createCalculation),
  get(`${path}/:id/line_items`, z.strictObject(paging), ({ store }, { limit, starting_after }, { id }) => {
    const { data, ...list } = getObject(store, 'tax.calculation', id).line_items
    const from = starting_after ? data.findIndex((item) => item.id === starting_after) + 1 : 0
    return { ...list, data: data.slice(from, from + limit), has_more: from + limit < data.length }
  }),
  get('/tax/settings', z.strictObject({}), ({ faults, isLive }): Stripe.Tax.Settings => {
    const isPending = takeFault(faults, service, 'tax-inactive') !== null
    return {
      object: 'tax.settings',
      defaults: { provider: 'stripe', tax_behavior: null, tax_code: null },
      head_office: null,
      livemode: isLive,
      status: isPending ? 'pending' : 'active',
      status_details: isPending ? { pending: { missing_fields: ['head_office'] } } : { active: {} },
    }
  }),
]

function createCalculation({ store, faults, isLive }: Provider, input: Input): StoredCalculation {
  rejectPlace(input)
  if (takeFault(faults, service, 'tax-inactive'))
    throw invalidRequest('Stripe Tax has not been activated on your account.', {
      code: 'stripe_tax_inactive',
    })
  const id = newId('taxcalc_1')
  const surplus = takeFault(faults, service, 'tax-mismatch') ? 1 : 0
  const taxed = <P extends Part>(part: P) => {
    const tax_breakdown = breakdownOf(input, part)
    return { ...part, amount_tax: sum(tax_breakdown), tax_breakdown }
  }
  const lines = input.line_items.map(taxed).map(
    (line): Stripe.Tax.CalculationLineItem => ({
      ...line,
      id: newId('tax_li_', 14),
      object: 'tax.calculation_line_item',
      ...nulls('metadata performance_location product'),
      amount_tax: line.amount_tax + surplus,
      livemode: isLive,
    }),
  )
  const shipping = input.shipping_cost ? taxed(input.shipping_cost) : null
  const parts = [...lines, ...(shipping ? [shipping] : [])]
  const taxOf = (wanted: string) =>
    parts.reduce((all, one) => all + (one.tax_behavior === wanted ? one.amount_tax : 0), 0)
  const { address, address_source, tax_ids } = input.customer_details
  const fee = (input.currency === 'usd' && DELIVERY_FEES[`${address.country} ${address.state}`]) || 0
  const unknown = takeFault(faults, service, 'tax-total') ? 1 : 0
  const now = nowInSeconds()
  const calculation: StoredCalculation = {
    id,
    object: 'tax.calculation',
    amount_total: parts.reduce((all, one) => all + one.amount, taxOf('exclusive') + fee + unknown),
    currency: input.currency,
    customer: null,
    customer_details: {
      address,
      address_source,
      ip_address: null,
      tax_ids,
      taxability_override: 'none',
    },
    expires_at: now + DAYS_90,
    line_items: { object: 'list', data: lines, has_more: false, url: `/v1${path}/${id}/line_items` },
    livemode: isLive,
    ship_from_details: input.ship_from_details ?? null,
    shipping_cost: shipping,
    tax_amount_exclusive: taxOf('exclusive') + fee,
    tax_amount_inclusive: taxOf('inclusive'),
    // Shops use the taxes of each line, which contain no fees.
    tax_breakdown: fee > 0 ? [feeOf(fee, address.state ?? '')] : [],
    tax_date: now,
  }
  saveObject({ store, isLive }, calculation)
  return calculation
}

function feeOf(amount: number, state: string): Stripe.Tax.Calculation.TaxBreakdown {
  return {
    amount,
    inclusive: false,
    taxability_reason: 'standard_rated',
    taxable_amount: 0,
    tax_rate_details: {
      country: 'US',
      state,
      percentage_decimal: '0.0',
      rate_type: 'flat_amount',
      flat_amount: { amount, currency: 'usd' },
      tax_type: 'retail_delivery_fee',
    },
  }
}

/** The United States requires a postal code; Canada requires a postal code or a province. */
function rejectPlace({ customer_details: { address, tax_ids } }: Input) {
  const { country, state, postal_code: code } = address
  const isKnown =
    (country === 'US' && /^\d{5}(-\d{4})?$/.test(code ?? '') && code !== '00000') ||
    (country === 'CA' && Boolean(code || state)) ||
    !['US', 'CA'].includes(country)
  if (!isKnown)
    throw invalidRequest("We could not determine the customer's tax location from the address.", {
      code: 'customer_tax_location_invalid',
      param: 'customer_details[address]',
    })
  if (tax_ids.some(({ value }) => !/^[A-Z]{2}\w{2,13}$/.test(value)))
    throw invalidRequest('Invalid value for eu_vat.', {
      code: 'tax_id_invalid',
      param: 'customer_details[tax_ids][0][value]',
    })
}

function breakdownOf(
  { customer_details: { address, tax_ids }, ship_from_details: from }: Input,
  part: Part,
): Breakdown[] {
  const { country } = address
  const state = address.state ?? ''
  // A business in an EU country other than the seller's owes the VAT itself.
  const isReverseCharge = EU.includes(country) && country !== from?.address.country && tax_ids.length > 0
  const untaxed = (reason: Breakdown['taxability_reason']): Breakdown[] => [
    {
      amount: 0,
      jurisdiction: { country, display_name: country, level: 'country', state: state || null },
      sourcing: 'destination',
      tax_rate_details: null,
      taxability_reason: reason,
      taxable_amount: 0,
    },
  ]
  const rates = ratesOf(country, state)
  if (isUntaxed(country, state)) return untaxed('not_subject_to_tax')
  if (rates.length === 0) return untaxed('not_collecting')
  if (part.tax_code === NONTAXABLE) return untaxed('product_exempt')
  const charged = isReverseCharge ? rates.map((rate) => ({ ...rate, percent: '0.0' })) : rates
  const net = part.tax_behavior === 'exclusive' ? part.amount : netOf(part.amount, charged)
  const amounts = charged.map((rate) => share(net, ppmOf(rate), WHOLE))
  // The last tax included in a price gets the remainder from rounding.
  if (part.tax_behavior === 'inclusive') {
    const others = amounts.slice(0, -1).reduce((all, one) => all + one, 0)
    amounts[amounts.length - 1] = part.amount - net - others
  }
  return charged.map(({ level, place, state, percent, type, name }, index) => ({
    amount: amounts[index] ?? 0,
    jurisdiction: { country, display_name: place, level, state },
    sourcing: 'destination',
    tax_rate_details: { display_name: name, percentage_decimal: percent, tax_type: type },
    taxability_reason: isReverseCharge ? 'reverse_charge' : 'standard_rated',
    taxable_amount: net,
  }))
}

function netOf(amount: number, rates: Rate[]): number {
  return share(amount, 1_000_000, WHOLE + BigInt(rates.reduce((all, rate) => all + ppmOf(rate), 0)))
}

/** Rounds half up. */
function share(amount: number, part: number, whole: bigint): number {
  return Number((2n * BigInt(amount) * BigInt(part) + whole) / (2n * whole))
}

const sum = (taxes: Breakdown[]) => taxes.reduce((all, { amount }) => all + amount, 0)

/** Returns a calculation as the API shows it: line items and breakdowns only if they are expanded. */
export function calculationView(calculation: StoredCalculation, expand: readonly string[]): object {
  const { line_items, shipping_cost, ...rest } = calculation
  const shown = (part: object, field: string) =>
    expand.includes(`${field}.tax_breakdown`) ? part : { ...part, tax_breakdown: undefined }
  const data = line_items.data.slice(0, 10).map((line) => shown(line, 'line_items.data'))
  return {
    ...rest,
    ...(expand.some((field) => field.startsWith('line_items')) && {
      line_items: { ...line_items, data, has_more: line_items.data.length > data.length },
    }),
    shipping_cost: shipping_cost && shown(shipping_cost, 'shipping_cost'),
  }
}
