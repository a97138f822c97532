import type Stripe from 'stripe'
import { z } from 'zod'
import type { Store } from '../../store.ts'
import { invalidRequest } from '../api/api-error.ts'
import { type Call, post, retrieve } from '../api/call.ts'
import { integer, text } from '../api/parameters.ts'
import { getObject, saveObject, selectObjects, type StoredTransaction as Transaction } from '../objects.ts'
import { newId, nowInSeconds, type Provider } from '../provider.ts'

const path = '/tax/transactions'

const Creation = z.strictObject({ calculation: text(), reference: text(500) })
const Reversal = z.strictObject({
  mode: z.literal('partial', 'Only partial reversals are emulated'),
  original_transaction: text(),
  reference: text(500),
  flat_amount: integer,
})

export const transactionCalls: readonly Call[] = [
  post(`${path}/create_from_calculation`, Creation, createTransaction),
  post(`${path}/create_reversal`, Reversal, createReversal),
  retrieve(path, 'tax.transaction'),
]

function createTransaction({ store }: Provider, { calculation: id, reference }: z.infer<typeof Creation>) {
  const calculation = getObject(store, 'tax.calculation', id, 'calculation')
  const known = findByReference(store, reference)
  if (known) {
    if (known.calculation !== id) throw taken(reference)
    return known
  }
  if (calculation.expires_at <= nowInSeconds())
    throw invalidRequest(`The calculation '${id}' has expired.`, { param: 'calculation' })
  const transaction = newTransaction(reference, {
    ...{ currency: calculation.currency, customer: null, customer_details: calculation.customer_details },
    ...{ calculation: id, metadata: null, reversal: null, ship_from_details: calculation.ship_from_details },
    ...{ shipping_cost: shippingOf(calculation.shipping_cost), tax_date: calculation.tax_date },
    type: 'transaction' as const,
    lines: calculation.line_items.data.map((line) => ({
      ...{ amount: line.amount, amount_tax: line.amount_tax, metadata: null, product: null },
      ...{ quantity: line.quantity, reference: line.reference, reversal: null },
      ...{ tax_behavior: line.tax_behavior, tax_code: line.tax_code, type: 'transaction' as const },
    })),
  })
  saveObject(store, transaction)
  return transaction
}

function createReversal({ store }: Provider, input: z.infer<typeof Reversal>) {
  const { original_transaction: id, reference, flat_amount } = input
  const original = getObject(store, 'tax.transaction', id, 'original_transaction')
  const known = findByReference(store, reference)
  if (known) {
    if (known.reversal?.original_transaction !== id) throw taken(reference)
    return known
  }
  const total = totalOf(original)
  const reversed = selectObjects(store, 'tax.transaction', { limit: 1000 })
    .filter(({ reversal }) => reversal?.original_transaction === id)
    .reduce((all, one) => all - totalOf(one), 0)
  if (reversed >= total)
    throw invalidRequest(`You can't reverse transaction '${id}' because it has been fully reversed.`)
  const amount = -flat_amount
  if (amount <= 0 || reversed + amount > total)
    throw invalidRequest(`The amount must be from -${total - reversed} to -1.`, { param: 'flat_amount' })
  const part = (cents: number) =>
    -(running(cents, reversed + amount, total) - running(cents, reversed, total))
  const { shipping_cost: shipping } = original
  const parts = newTransaction(reference, {
    ...{ currency: original.currency, customer: null, customer_details: original.customer_details },
    ...{ calculation: null, metadata: null },
    ...{ reversal: { original_transaction: id }, tax_date: original.tax_date },
    ship_from_details: original.ship_from_details,
    shipping_cost: shipping && {
      ...shipping,
      ...{ amount: part(shipping.amount), amount_tax: part(shipping.amount_tax) },
    },
    type: 'reversal' as const,
    lines: original.line_items.data.map((line) => ({
      ...line,
      ...{ amount: part(line.amount), amount_tax: part(line.amount_tax), quantity: line.quantity },
      ...{ reversal: { original_line_item: line.id }, type: 'reversal' as const },
    })),
  })
  const reversal = settled(parts, amount)
  saveObject(store, reversal)
  return reversal
}

/** Returns a transaction as the API shows it: line items only if they are expanded. */
export function transactionView(
  { line_items, calculation: _, ...transaction }: Transaction,
  expand: readonly string[],
): object {
  return expand.includes('line_items') ? { ...transaction, line_items } : transaction
}

/** The share of an amount in a running total, so the parts of a transaction add up to it. */
const running = (cents: number, reversed: number, total: number) => Math.round((cents * reversed) / total)

/** Adds the rounding remainder to the first line, so the reversal has exactly the requested amount. */
function settled(reversal: Transaction, amount: number): Transaction {
  const { line_items: items } = reversal
  const lost = amount + totalOf(reversal)
  const data = items.data.map((line, index) => (index === 0 ? { ...line, amount: line.amount - lost } : line))
  return { ...reversal, line_items: { ...items, data } }
}

/** Returns an amount with the taxes that are added to prices. */
function totalOf({ line_items, shipping_cost }: Transaction): number {
  return [...line_items.data, ...(shipping_cost ? [shipping_cost] : [])].reduce(
    (all, { amount, amount_tax, tax_behavior }) =>
      all + amount + (tax_behavior === 'exclusive' ? amount_tax : 0),
    0,
  )
}

type Facts = Omit<
  Transaction,
  'id' | 'object' | 'created' | 'line_items' | 'livemode' | 'posted_at' | 'reference'
> & {
  lines: Omit<Stripe.Tax.TransactionLineItem, 'id' | 'object' | 'livemode'>[]
}

function newTransaction(reference: string, { lines, ...facts }: Facts): Transaction {
  const id = newId('tax_1')
  return {
    id,
    object: 'tax.transaction',
    created: nowInSeconds(),
    line_items: {
      object: 'list',
      data: lines.map((line) => ({
        ...line,
        ...{ id: newId('tax_li_', 14), object: 'tax.transaction_line_item', livemode: false },
      })),
      has_more: false,
      url: `/v1${path}/${id}/line_items`,
    },
    livemode: false,
    posted_at: nowInSeconds(),
    reference,
    ...facts,
  }
}

function shippingOf(shipping: Stripe.Tax.Calculation.ShippingCost | null) {
  if (!shipping) return null
  const { tax_breakdown: _, ...rest } = shipping
  return rest
}

function findByReference(store: Store, reference: string): Transaction | undefined {
  return selectObjects(store, 'tax.transaction', { where: { reference }, limit: 1 })[0]
}

const taken = (reference: string) =>
  invalidRequest(`A tax transaction with the reference '${reference}' already exists.`, {
    param: 'reference',
  })
