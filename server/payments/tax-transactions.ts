import { z } from 'zod'
import type { Quote } from '#contract/pricing/quote.ts'
import type { RefundPart } from '#contract/pricing/refund.ts'
import { rateText } from '#contract/pricing/tax-text.ts'
import type { GivenTaxes, TaxAmount } from '#contract/pricing/taxes.ts'
import { findRefundParts } from '../orders/refund-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import { saveCalculation, type TaxRequest, taxedPlaces, taxPlace } from '../pricing/pricing.ts'
import { findCalculation } from '../pricing/queries.ts'
import { readSettings } from '../settings/settings.ts'
import { type PaymentGateway, ProviderError, type ReversedParts } from './provider.ts'
import { findPayment } from './queries.ts'
import type { Discrepancy } from './reconcile-queries.ts'
import * as queries from './tax-queries.ts'

/** Reports an order's sale and refunds for the provider's tax reports. Retries for about two days. */
export const recordTaxesJob = job('record-taxes', z.object({ orderId: z.string() }), {
  retryLimit: 60,
  retryDelay: 2,
})

/** Enqueues reporting a paid order for the provider's tax reports if the provider calculated its taxes. */
export async function requestSale(db: Db, orderId: string, version: number): Promise<void> {
  if (await queries.insertSale(db, orderId, version)) await enqueue(db, recordTaxesJob, { orderId })
}

/** Enqueues reporting a refund if its order was reported. */
export async function requestReversal(
  db: Db,
  { id, orderId }: { id: number; orderId: string },
): Promise<void> {
  if (await queries.insertReversal(db, orderId, id)) await enqueue(db, recordTaxesJob, { orderId })
}

/**
 * Reports an order's sale and refunds to the provider. Repeated calls are safe: they repeat the idempotency key, and the
 * provider keeps one transaction per reference.
 * @throws ProviderError if the job should retry
 */
export async function recordTaxes(db: Db, gateway: PaymentGateway, orderId: string): Promise<void> {
  const payment = await findPayment(db, orderId)
  if (!payment || payment.isLive !== gateway.isLive) return
  for (const open of await queries.listOpen(db, orderId)) {
    try {
      const transactionId = open.refund
        ? await reverse(db, gateway, orderId, open.refund, open.attempt)
        : await recordSale(db, gateway, orderId, open)
      await queries.updateRecorded(db, open.id, transactionId)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const isFinal = error.kind === 'refused'
      const isAnswered = isFinal || error.kind === 'broken'
      await queries.updateProblem(db, open.id, isFinal ? 'failed' : 'pending', error.message, isAnswered)
      if (!isFinal) throw error
    }
  }
}

/** @returns the transaction's ID, or null if the provider has the sale but its ID is lost */
async function recordSale(
  db: Db,
  gateway: PaymentGateway,
  orderId: string,
  open: queries.OpenTaxTransaction,
): Promise<string | null> {
  const sale = await queries.findSale(db, orderId)
  const { taxCalculation } = sale?.quote ?? {}
  if (!sale || !taxCalculation) throw new ProviderError('refused', 'The order has no tax calculation.')
  const record = (calculation: string, attempt: number) =>
    gateway.recordSale({ calculation, reference: orderId }, keyOf(orderId, attempt))
  try {
    return await record(open.calculation ?? taxCalculation, open.attempt)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
    const calculation = await calculateAgain(db, gateway, { ...sale, taxCalculation })
    if (!calculation) throw error
    return record(calculation, await queries.updateCalculation(db, open.id, calculation))
  }
}

const keyOf = (reference: string, attempt: number) => `tax-${reference}-${attempt}`

/**
 * Replaces a calculation that the provider rejects because it has expired or was made in test mode, by calculating the
 * same taxes again.
 * @returns the new calculation's ID, or null if its taxes differ from those that the customer paid
 */
async function calculateAgain(
  db: Db,
  gateway: PaymentGateway,
  {
    quote,
    place,
    vatNumber,
    taxCalculation,
  }: NonNullable<Awaited<ReturnType<typeof queries.findSale>>> & { taxCalculation: string },
): Promise<string | null> {
  const before = await findCalculation(db, taxCalculation)
  if (!before) return null
  const { business, taxes } = await readSettings(db)
  const included = quote.steps.find(({ kind }) => kind === 'tax')?.isIncluded
  const request: TaxRequest = {
    currency: quote.currency,
    pricesIncludeTax: included ?? taxes.pricesIncludeTax,
    lines: before.lines,
    shippingCents: quote.shippingCents,
    ...taxedPlaces(quote.shipping, business, taxPlace(place), vatNumber),
  }
  const calculation = await gateway.calculateTaxes(request)
  if ('problem' in calculation || !isPaid(quote, calculation.taxes)) return null
  await saveCalculation(db, request, calculation)
  return calculation.id
}

/** Returns whether the customer paid exactly these taxes. */
function isPaid({ lines, shipping }: Quote, given: GivenTaxes): boolean {
  const sum = ({ taxes }: { taxes: { cents: number }[] }) => taxes.reduce((all, { cents }) => all + cents, 0)
  return (
    sum(shipping) === sum(given.shipping) &&
    lines.every((line) => {
      const again = given.lines.find(({ unit }) => unit === line.variantId)
      return again !== undefined && sum(again) === sum(line)
    })
  )
}

async function reverse(
  db: Db,
  gateway: PaymentGateway,
  orderId: string,
  { id, amountCents }: { id: number; amountCents: number },
  attempt: number,
): Promise<string | null> {
  const sale = await queries.findRecordedSale(db, orderId)
  if (!sale) throw new ProviderError('refused', 'The sale is not recorded.')
  const { transactionId } = sale
  if (transactionId === null) throw new ProviderError('refused', LOST_ID)
  const { currency } = await readSettings(db)
  const reference = `${orderId}-refund-${id}`
  const parts = await partsOf(db, id)
  return gateway.reverseSale(
    { transactionId, reference, amountCents, currency, parts },
    keyOf(reference, attempt),
  )
}

/**
 * Returns a refund's amount and tax for each line, so the provider's reports agree with the shop's, or null if they
 * aren't known, or include a fee that belongs to none of the provider's lines.
 */
async function partsOf(db: Db, refundId: number): Promise<ReversedParts | null> {
  const refund = await findRefundParts(db, refundId)
  if (!refund) return null
  const reversed = ({ cents, taxes }: RefundPart) => ({
    cents,
    taxCents: taxes.reduce((sum, tax) => sum + tax.cents, 0),
  })
  const { shipping } = refund
  if (shipping.taxes.some(isFee)) return null
  const lines = refund.lines.map((line) => ({
    unit: line.variantId,
    quantity: line.quantity,
    ...reversed(line),
  }))
  return lines.length === 0 && shipping.cents === 0 ? null : { lines, shipping: reversed(shipping) }
}

const isFee = (tax: TaxAmount) => rateText(tax) === ''

const LOST_ID =
  'Stripe has the sale, but its response with the transaction’s ID was lost. Reverse it in Stripe’s dashboard.'

/** Retries everything that isn't recorded, and lists it together with reversals of refunds that failed later. */
export async function compareTaxes(
  db: Db,
  gateway: PaymentGateway,
  span: { from: Date; to: Date },
): Promise<Discrepancy[]> {
  const problems = await queries.listTaxProblems(db, gateway.isLive, span)
  for (const orderId of new Set(problems.map((one) => one.orderId)))
    await enqueue(db, recordTaxesJob, { orderId })
  return problems.map(({ orderId, refundId, state, problem }) => {
    const subject = refundId === null ? 'sale' : `refund ${refundId}`
    if (state === 'recorded') {
      const text = `The tax of refund ${refundId} was reversed at the provider, but the refund failed later. Correct it there.`
      return { kind: 'tax-reversed-wrongly', subject: orderId, text, isRepaired: false }
    }
    const reason = problem === null ? '' : ` ${problem}`
    const isPending = state === 'pending'
    const text = `The ${subject} is not in the provider's tax reports${isPending ? ' yet; reporting it again now' : ''}.${reason}`
    return { kind: 'tax-not-recorded', subject: orderId, text, isRepaired: isPending }
  })
}
