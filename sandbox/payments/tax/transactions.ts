import { z } from 'zod'
import { invalidRequest } from '../api/api-error.ts'
import { type Call, get, paging, post, retrieve } from '../api/call.ts'
import { integer, text } from '../api/parameters.ts'
import {
  getObject,
  type StoredCalculation,
  saveObject,
  selectObjects,
  type StoredTransaction as Transaction,
} from '../objects.ts'
import { newId, nowInSeconds, type Provider } from '../provider.ts'

const path = '/tax/transactions'

const Creation = z.strictObject({ calculation: text(), reference: text(500) })
const negative = integer.refine((cents) => cents <= 0, 'This must not be positive')
const Reversal = z.strictObject({
  mode: z.literal('partial', 'Only partial reversals are emulated'),
  original_transaction: text(),
  reference: text(500),
  flat_amount: integer.optional(),
  line_items: z
    .array(
      z.strictObject({
        amount: negative,
        amount_tax: negative,
        original_line_item: text(),
        quantity: integer.refine((units) => units > 0, 'This must be positive'),
        reference: text(500),
      }),
    )
    .optional(),
  shipping_cost: z.strictObject({ amount: negative, amount_tax: negative }).optional(),
})
type Reversal = z.infer<typeof Reversal>
type Amounts = { amount: number; amount_tax: number }

export const transactionCalls: readonly Call[] = [
  post(`${path}/create_from_calculation`, Creation, createTransaction),
  post(`${path}/create_reversal`, Reversal, createReversal),
  retrieve(path, 'tax.transaction'),
  get(`${path}/:id/line_items`, z.strictObject(paging), ({ store }, { limit, starting_after }, { id }) => {
    const { data, ...list } = getObject(store, 'tax.transaction', id).line_items
    const from = starting_after ? data.findIndex((item) => item.id === starting_after) + 1 : 0
    return { ...list, data: data.slice(from, from + limit), has_more: from + limit < data.length }
  }),
]

function createTransaction(provider: Provider, { calculation: id, reference }: z.infer<typeof Creation>) {
  const calculation = getObject(provider.store, 'tax.calculation', id, 'calculation')
  rejectTaken(provider, reference)
  if (calculation.expires_at <= nowInSeconds())
    throw invalidRequest(`The calculation '${id}' has expired.`, { param: 'calculation' })
  const transaction = transactionOf(calculation, {
    calculation: id,
    reference,
    reversal: null,
    type: 'transaction',
  })
  saveObject(provider, transaction)
  return transaction
}

function createReversal(provider: Provider, input: Reversal) {
  const { store } = provider
  const { original_transaction: id, reference, flat_amount } = input
  const original = getObject(store, 'tax.transaction', id, 'original_transaction')
  rejectTaken(provider, reference)
  const { calculation } = original
  // Fees are in the total of a calculation, but in none of its lines.
  const total = calculation
    ? getObject(store, 'tax.calculation', calculation).amount_total
    : totalOf(original)
  const earlier = selectObjects(store, 'tax.transaction', { limit: 1000 }).filter(
    ({ reversal }) => reversal?.original_transaction === id,
  )
  const reversed = earlier.reduce((all, one) => all - totalOf(one), 0)
  if (reversed >= total)
    throw invalidRequest(`You can't reverse transaction '${id}' because it has been fully reversed.`)
  const own = {
    calculation: null,
    reference,
    reversal: { original_transaction: id },
    type: 'reversal' as const,
  }
  if (flat_amount === undefined) {
    const reversal = reversalOfLines(original, earlier, input, own)
    saveObject(provider, reversal)
    return reversal
  }
  const amount = -flat_amount
  if (amount <= 0 || reversed + amount > total)
    throw invalidRequest(`The amount must be from -${total - reversed} to -1.`, { param: 'flat_amount' })
  // The share of an amount in a running total, so the parts of a transaction add up to it.
  const running = (cents: number, part: number) => Math.round((cents * part) / total)
  const reversal = transactionOf(
    original,
    own,
    (cents) => running(cents, reversed) - running(cents, reversed + amount),
  )
  // The first line gets the remainder from rounding.
  const [first] = reversal.line_items.data
  if (first) first.amount -= amount + totalOf(reversal)
  saveObject(provider, reversal)
  return reversal
}

/** Reverses amounts of line items and of shipping, up to the rest of each. */
function reversalOfLines(
  original: Transaction,
  earlier: Transaction[],
  { line_items = [], shipping_cost }: Reversal,
  own: Own,
): Transaction {
  if (line_items.length === 0 && !shipping_cost)
    throw invalidRequest('Pass flat_amount, line_items, or shipping_cost.', { param: 'line_items' })
  const reversal = transactionOf(original, own, () => 0)
  for (const { original_line_item, quantity, ...amounts } of line_items) {
    const line = original.line_items.data.find(({ id }) => id === original_line_item)
    const reversed = reversal.line_items.data.find(
      (one) => one.reversal?.original_line_item === original_line_item,
    )
    if (!line || !reversed)
      throw invalidRequest(`No such line item: '${original_line_item}'`, { param: 'line_items' })
    const before = earlier.flatMap((one) =>
      one.line_items.data.filter((part) => part.reversal?.original_line_item === original_line_item),
    )
    rejectExcess(line, before, amounts, 'line_items')
    Object.assign(reversed, amounts, { quantity })
  }
  if (shipping_cost) {
    const before = earlier.flatMap((one) => one.shipping_cost ?? [])
    rejectExcess(
      original.shipping_cost ?? { amount: 0, amount_tax: 0 },
      before,
      shipping_cost,
      'shipping_cost',
    )
    Object.assign(reversal.shipping_cost ?? {}, shipping_cost)
  }
  reversal.line_items.data = reversal.line_items.data.filter(({ amount, amount_tax }) => amount || amount_tax)
  return reversal
}

function rejectExcess(sold: Amounts, before: Amounts[], asked: Amounts, param: string) {
  for (const name of ['amount', 'amount_tax'] as const) {
    const left = before.reduce((all, one) => all + one[name], sold[name])
    if (-asked[name] > left)
      throw invalidRequest(`The ${name} must be from -${left} to 0.`, { param: `${param}[${name}]` })
  }
}

/** Returns a transaction as the API shows it: line items only if they are expanded. */
export function transactionView(
  { line_items, calculation: _, ...transaction }: Transaction,
  expand: readonly string[],
): object {
  return expand.includes('line_items') ? { ...transaction, line_items } : transaction
}

/** Returns an amount with the taxes that are added to prices. */
function totalOf({ line_items, shipping_cost }: Transaction): number {
  return [...line_items.data, ...(shipping_cost ? [shipping_cost] : [])].reduce(
    (all, { amount, amount_tax, tax_behavior }) =>
      all + amount + (tax_behavior === 'exclusive' ? amount_tax : 0),
    0,
  )
}

/** Returns a transaction of the same lines and shipping. `part` is the part of an amount that it contains. */
function transactionOf(
  { currency, customer_details, line_items, livemode, ship_from_details, shipping_cost, tax_date }: Source,
  own: Own,
  part = (cents: number) => cents,
): Transaction {
  const id = newId('tax_1')
  const { reversal, type } = own
  const data = line_items.data.map(
    ({ id, amount, amount_tax, quantity, reference, tax_behavior, tax_code }) => ({
      id: newId('tax_li_', 14),
      object: 'tax.transaction_line_item' as const,
      livemode,
      amount: part(amount),
      amount_tax: part(amount_tax),
      metadata: null,
      product: null,
      quantity,
      reference,
      reversal: reversal && { original_line_item: id },
      tax_behavior,
      tax_code,
      type,
    }),
  )
  return {
    id,
    object: 'tax.transaction',
    created: nowInSeconds(),
    currency,
    customer: null,
    customer_details,
    livemode,
    metadata: null,
    posted_at: nowInSeconds(),
    ship_from_details,
    tax_date,
    ...own,
    line_items: { object: 'list', data, has_more: false, url: `/v1${path}/${id}/line_items` },
    shipping_cost: shipping_cost && {
      amount: part(shipping_cost.amount),
      amount_tax: part(shipping_cost.amount_tax),
      tax_behavior: shipping_cost.tax_behavior,
      tax_code: shipping_cost.tax_code,
    },
  }
}

type Own = Pick<Transaction, 'calculation' | 'reference' | 'reversal' | 'type'>

type Source = Pick<
  Transaction,
  'currency' | 'customer_details' | 'livemode' | 'ship_from_details' | 'tax_date'
> & {
  line_items: StoredCalculation['line_items'] | Transaction['line_items']
  shipping_cost: StoredCalculation['shipping_cost']
}

/** In each mode, references are unique across sales and reversals. Only an idempotency key repeats a response. */
function rejectTaken({ store, isLive }: Provider, reference: string) {
  const taken = selectObjects(store, 'tax.transaction', { where: { reference }, isLive, limit: 1 })
  if (taken.length === 0) return
  throw invalidRequest(`A tax transaction with the reference '${reference}' already exists.`, {
    param: 'reference',
  })
}
