import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CardWorld, openCardWorld, rejectionOf } from '../fixtures.ts'

let world: CardWorld
beforeEach(async () => {
  world = await openCardWorld()
})
afterEach(() => world.stop())

const EXPAND = ['line_items.data.tax_breakdown', 'shipping_cost.tax_breakdown']
const AUSTIN = {
  line1: '12 Analytical Row',
  city: 'Austin',
  state: 'TX',
  postal_code: '78701',
  country: 'US',
}

function calculate(
  address: Stripe.Tax.CalculationCreateParams.CustomerDetails.Address = AUSTIN,
  changes: Partial<Stripe.Tax.CalculationCreateParams> = {},
) {
  return world.stripe.tax.calculations.create({
    currency: 'usd',
    line_items: [{ amount: 3333, reference: '7' }],
    shipping_cost: { amount: 499 },
    customer_details: { address, address_source: 'shipping' },
    expand: EXPAND,
    ...changes,
  })
}

const inclusive = {
  line_items: [{ amount: 11_900, reference: '7', tax_behavior: 'inclusive' as const }],
  shipping_cost: { amount: 595, tax_behavior: 'inclusive' as const },
}

describe('tax.calculations', () => {
  it('adds the tax of each jurisdiction to line items and shipping', async () => {
    const { line_items, shipping_cost, ...calculation } = await calculate()
    // 6.25%, 1%, and 1% of 33.33 are 2.08, 0.33, and 0.33; of 4.99 they are 0.31, 0.05, and 0.05.
    expect(calculation).toMatchObject({
      object: 'tax.calculation',
      amount_total: 3333 + 274 + 499 + 41,
      tax_amount_exclusive: 315,
      tax_amount_inclusive: 0,
    })
    expect(line_items?.data).toMatchObject([
      {
        reference: '7',
        amount_tax: 274,
        tax_breakdown: [
          {
            amount: 208,
            jurisdiction: { level: 'state', state: 'TX', country: 'US' },
            tax_rate_details: { percentage_decimal: '6.25', tax_type: 'sales_tax' },
            taxability_reason: 'standard_rated',
            taxable_amount: 3333,
          },
          { amount: 33 },
          { amount: 33 },
        ],
      },
    ])
    expect(shipping_cost).toMatchObject({ amount: 499, amount_tax: 41 })
    expect(shipping_cost?.tax_breakdown).toHaveLength(3)
  })

  it('computes the tax that prices include, unless the customer owes it', async () => {
    const vienna = { country: 'AT', postal_code: '1010' }
    expect(await calculate(vienna, inclusive)).toMatchObject({
      amount_total: 12_495,
      tax_amount_inclusive: 1983 + 99,
      tax_amount_exclusive: 0,
    })
    const business = await calculate(vienna, {
      ...inclusive,
      customer_details: {
        address: vienna,
        address_source: 'shipping',
        tax_ids: [{ type: 'eu_vat', value: 'FR40303265045' }],
      },
      ship_from_details: { address: { country: 'DE' } },
    })
    expect(business.line_items?.data[0]?.tax_breakdown).toMatchObject([
      { amount: 0, taxability_reason: 'reverse_charge' },
    ])
  })

  it('computes the tax for a business in the country that the goods are sent from', async () => {
    const vienna = { country: 'AT', postal_code: '1010' }
    const business = await calculate(vienna, {
      ...inclusive,
      customer_details: {
        address: vienna,
        address_source: 'shipping',
        tax_ids: [{ type: 'eu_vat', value: 'ATU12345675' }],
      },
      ship_from_details: { address: { country: 'AT' } },
    })
    expect(business.tax_amount_inclusive).toBe(1983 + 99)
    expect(business.line_items?.data[0]?.tax_breakdown).toMatchObject([
      { taxability_reason: 'standard_rated' },
    ])
  })

  it.each([
    [{ ...AUSTIN, state: 'OR', postal_code: '97201' }, 'not_subject_to_tax'],
    [{ ...AUSTIN, state: 'FL', postal_code: '33101' }, 'not_collecting'],
  ])('charges nothing in %o: %s', async (address, reason) => {
    const { line_items, tax_amount_exclusive } = await calculate(address)
    expect(tax_amount_exclusive).toBe(0)
    expect(line_items?.data[0]?.tax_breakdown).toMatchObject([{ taxability_reason: reason }])
  })

  it('is rejected for an unknown place, tax ID, or tax code, and if taxes aren’t set up', async () => {
    const codeOf = async (call: Promise<unknown>) => (await rejectionOf(call)).code
    expect(await codeOf(calculate({ ...AUSTIN, postal_code: '00000' }))).toBe('customer_tax_location_invalid')
    expect(await codeOf(calculate({ country: 'CA' }))).toBe('customer_tax_location_invalid')
    const wrongId = {
      customer_details: {
        address: { country: 'AT' },
        address_source: 'shipping' as const,
        tax_ids: [{ type: 'eu_vat' as const, value: '?' }],
      },
    }
    expect(await codeOf(calculate(AUSTIN, wrongId))).toBe('tax_id_invalid')
    const wrongCode = { line_items: [{ amount: 1, reference: '7', tax_code: 'books' }] }
    expect((await rejectionOf(calculate(AUSTIN, wrongCode))).param).toBe('line_items[0][tax_code]')
    await world.switchOn('tax-inactive', { count: 2 })
    expect(await codeOf(calculate())).toBe('stripe_tax_inactive')
    expect((await world.stripe.tax.settings.retrieve()).status).toBe('pending')
  })

  it('includes ten line items, and lists all of them', async () => {
    const line_items = Array.from({ length: 12 }, (_, index) => ({ amount: 100, reference: String(index) }))
    const { id, line_items: first } = await calculate(AUSTIN, { line_items })
    expect([first?.data.length, first?.has_more]).toEqual([10, true])
    const all = world.stripe.tax.calculations.listLineItems(id ?? '', {
      limit: 5,
      expand: ['data.tax_breakdown'],
    })
    expect(await all.autoPagingToArray({ limit: 100 })).toHaveLength(12)
  })
})

describe('tax.transactions', () => {
  const record = (calculation: string | null, reference: string, options?: Stripe.RequestOptions) =>
    world.stripe.tax.transactions.createFromCalculation(
      { calculation: calculation ?? '', reference, expand: ['line_items'] },
      options,
    )
  const reverse = (original_transaction: string, reference: string, flat_amount: number) =>
    world.stripe.tax.transactions.createReversal({
      original_transaction,
      reference,
      mode: 'partial',
      flat_amount,
      expand: ['line_items'],
    })

  it('are created once per reference, which only an idempotency key repeats', async () => {
    const { id } = await calculate()
    const options = { idempotencyKey: 'sale-1' }
    const made = await record(id, 'PL-1', options)
    expect(made).toMatchObject({
      type: 'transaction',
      reference: 'PL-1',
      metadata: null,
      shipping_cost: { amount_tax: 41 },
    })
    expect((await record(id, 'PL-1', options)).id).toBe(made.id)
    for (const calculation of [id, (await calculate()).id])
      expect(await rejectionOf(record(calculation, 'PL-1'))).toMatchObject({
        statusCode: 400,
        param: 'reference',
        message: expect.stringContaining('already exists'),
      })
  })

  it('are rejected once the calculation has expired', async () => {
    const { id } = await calculate()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 91 * 86_400_000 })
    const error = await rejectionOf(record(id, 'PL-1')).finally(() => vi.useRealTimers())
    expect(error).toMatchObject({ param: 'calculation' })
  })

  it('are reversed in parts that add up to exactly the transaction', async () => {
    const { id } = await record((await calculate()).id, 'PL-1')
    const parts = [
      await reverse(id, 'PL-1-refund-1', -1000),
      await reverse(id, 'PL-1-refund-2', -1),
      await reverse(id, 'PL-1-refund-3', -3146),
    ]
    for (const reference of ['PL-1', 'PL-1-refund-2'])
      expect((await rejectionOf(reverse(id, reference, -1))).message).toContain('already exists')
    const totalOf = ({ line_items, shipping_cost }: Stripe.Tax.Transaction) =>
      [...(line_items?.data ?? []), ...(shipping_cost ? [shipping_cost] : [])].map(
        ({ amount, amount_tax }) => amount + amount_tax,
      )
    const totals = parts.map((part) => totalOf(part).reduce((all, one) => all + one, 0))
    expect(totals).toEqual([-1000, -1, -3146])
    const taxes = parts.map(({ shipping_cost }) => shipping_cost?.amount_tax ?? 0)
    expect(taxes.reduce((all, one) => all + one, 0)).toBe(-41)
    const error = await rejectionOf(reverse(id, 'PL-1-refund-4', -1))
    expect(error.message).toContain('has been fully reversed')
  })

  it('are reversed by line items and shipping, up to the rest of each', async () => {
    const { id } = await record((await calculate()).id, 'PL-1')
    const [line] = (await world.stripe.tax.transactions.listLineItems(id)).data
    const reverseLine = (reference: string, amount: number, amount_tax: number) =>
      world.stripe.tax.transactions.createReversal({
        original_transaction: id,
        reference,
        mode: 'partial',
        expand: ['line_items'],
        line_items: [{ amount, amount_tax, original_line_item: line?.id ?? '', quantity: 1, reference: '7' }],
        shipping_cost: { amount: -100, amount_tax: -8 },
      })
    const reversal = await reverseLine('PL-1-refund-1', -3000, -247)
    expect(reversal).toMatchObject({
      line_items: { data: [{ amount: -3000, amount_tax: -247, reversal: { original_line_item: line?.id } }] },
      shipping_cost: { amount: -100, amount_tax: -8 },
    })
    const error = await rejectionOf(reverseLine('PL-1-refund-2', -333, -28))
    expect(error).toMatchObject({ param: 'line_items[amount_tax]' })
    await reverseLine('PL-1-refund-3', -333, -27)
  })

  it('are never reversed beyond their amount', async () => {
    const { id } = await record((await calculate()).id, 'PL-1')
    expect((await rejectionOf(reverse(id, 'PL-1-refund-1', -4148))).param).toBe('flat_amount')
  })
})
