import { z } from 'zod'
import { formatCents, type MoneyFormat } from '#contract/money.ts'
import { checkLog } from '../audit/chain.ts'
import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { job } from '../platform/jobs/queue.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { deleteCalculationsBefore } from '../pricing/queries.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { listStockProblems } from '../stock/queries.ts'
import { applyIntentStatus, UnknownIntent } from './apply-intent.ts'
import { expireUnpaidOrder } from './payments.ts'
import type { Intent, PaymentGateway, ProviderRefund } from './provider.ts'
import { findPayment, findPaymentByIntent } from './queries.ts'
import { compareDisputes } from './reconcile-disputes.ts'
import {
  type Discrepancy,
  deleteHandledEvents,
  insertReconciliation,
  listPaymentStates,
  listSucceededRefunds,
  type PaymentState,
  type SucceededRefund,
} from './reconcile-queries.ts'
import { applyRefundStatus, refundRest } from './refunds.ts'
import { compareTaxes } from './tax-transactions.ts'

const DAY_MS = 86_400_000
/** Disputes and late refunds arrive within this time. */
const DAYS = 120
const EVENT_DAYS = 90
/** Reporting a sale or a refund for taxes usually takes seconds. */
const TAX_PATIENCE_MS = 60 * 60_000

/** Nightly job that compares all payments, refunds, and disputes with the provider's. */
export const reconcileJob = job('reconcile', z.object({}), { retryLimit: 3, retryDelay: 60 })

/** `seal` is the newest hash of the audit log, or null if the log is empty. */
export type Reconciliation = { compared: number; discrepancies: Discrepancy[]; seal: string | null }

/**
 * Compares every intent, refund, dispute, and fraud warning of the provider with every order, the stock with its journal, and the audit log with
 * its hash chain. Applies the provider's status and refunds cancelled orders, which is safe. Lists all other
 * discrepancies for review.
 * @throws ProviderError
 */
export async function reconcile(db: Db, gateway: PaymentGateway, mail: MailConfig): Promise<Reconciliation> {
  const startedAt = now()
  const settings = await readSettings(db)
  const since = new Date(startedAt.getTime() - DAYS * DAY_MS)
  // The shop may record a refund days after the provider made it, so the provider's list must cover a longer period.
  const extendedSince = new Date(since.getTime() + 7 * DAY_MS)
  const discrepancies: Discrepancy[] = []
  let compared = 0
  for await (const intent of gateway.listIntents(since)) {
    compared += 1
    discrepancies.push(...(await compareIntent(db, gateway, mail, intent)))
  }
  const listed = new Map<string, ProviderRefund>()
  for await (const refund of gateway.listRefunds(since)) {
    compared += 1
    listed.set(refund.id, refund)
    discrepancies.push(...(await compareRefund(db, mail, refund)))
  }
  const disputes = await compareDisputes(db, gateway, mail, { since, format: settings })
  compared += disputes.compared
  discrepancies.push(...disputes.discrepancies)
  for (const refund of await listSucceededRefunds(db, gateway.isLive, {
    from: extendedSince,
    to: startedAt,
  })) {
    discrepancies.push(...compareSucceeded(refund, listed.get(refund.refundId), settings))
  }
  for (const state of await listPaymentStates(db, gateway.isLive, since)) {
    discrepancies.push(...(await compareOrder(db, gateway, mail, state, settings)))
  }
  discrepancies.push(
    ...(await compareTaxes(db, gateway, {
      from: since,
      to: new Date(startedAt.getTime() - TAX_PATIENCE_MS),
    })),
  )
  for (const { variantId, quantity, journal, held, onHold } of await listStockProblems(db)) {
    const text = `The stock is ${quantity} with ${held} reserved, but its movements add up to ${journal} and the reservations to ${onHold}.`
    discrepancies.push({ kind: 'stock-disagrees', subject: `product ${variantId}`, text, isRepaired: false })
  }
  const { finding, seal } = await checkLog(db)
  if (finding)
    discrepancies.push({
      kind: 'audit-log-broken',
      subject: 'audit log',
      text: finding.text,
      isRepaired: false,
    })
  await deleteCalculationsBefore(db, since)
  await deleteHandledEvents(db, new Date(startedAt.getTime() - EVENT_DAYS * DAY_MS))
  await insertReconciliation(db, { startedAt, finishedAt: now(), compared, discrepancies })
  return { compared, discrepancies, seal }
}

/** Reconciles and logs the result, as an error if an admin must act. The log keeps the hash outside the database. */
export async function reconcileAndLog({
  db,
  gateway,
  config,
  log,
}: Pick<Shop, 'db' | 'gateway' | 'config' | 'log'>): Promise<void> {
  const { compared, discrepancies, seal } = await reconcile(db, gateway, config)
  const open = discrepancies.filter(({ isRepaired }) => !isRepaired)
  log[open.length > 0 ? 'error' : 'info'](
    { compared, discrepancies, checkpoint: seal },
    'reconciliation finished',
  )
}

/** Applies a provider status that the shop missed. */
async function compareIntent(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  intent: Intent,
): Promise<Discrepancy[]> {
  if (intent.isLive !== gateway.isLive) return []
  const subject = (await findPaymentByIntent(db, intent.id))?.orderId ?? intent.orderId
  // A payment made by another app on the same Stripe account.
  if (subject === null) return []
  try {
    if (!(await applyIntentStatus(db, mail, intent))) return []
  } catch (error) {
    if (error instanceof UnknownIntent) return handleUnknownIntent(db, gateway, intent)
    throw error
  }
  const text = `The provider's status '${intent.status}' had not reached the shop.`
  return [{ kind: 'payment-behind', subject, text, isRepaired: true }]
}

/** An intent that the shop created but didn't save, because of a crash or because the order had ended. */
async function handleUnknownIntent(db: Db, gateway: PaymentGateway, intent: Intent): Promise<Discrepancy[]> {
  // No shopper has its secret, so it can be canceled. An intent for an unknown order may belong to another shop on the
  // same Stripe account, whose shopper is about to pay.
  const isOwn = intent.orderId !== null && (await findPayment(db, intent.orderId)) !== null
  if (isOwn && intent.status === 'open') await gateway.cancelIntent(intent.id)
  if (intent.status !== 'paid') return []
  const { locale } = await readSettings(db)
  const text = `${formatCents(intent.receivedCents, { currency: intent.currency, locale })} was paid for ${intent.orderId}, but the shop has no such payment. Refund it at the provider.`
  return [{ kind: 'paid-without-order', subject: intent.id, text, isRepaired: false }]
}

/** Applies the status of a refund. An impossible amount is reported, and the comparison continues. */
async function compareRefund(db: Db, mail: MailConfig, refund: ProviderRefund): Promise<Discrepancy[]> {
  try {
    await applyRefundStatus(db, mail, refund)
    return []
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const text = `The provider refunded ${formatCents(refund.amountCents, await readSettings(db))}. ${error.message}`
    return [{ kind: 'refund-too-large', subject: refund.id, text, isRepaired: false }]
  }
}

/** Checks that a refund marked as succeeded is the provider's refund of the same payment and amount. */
function compareSucceeded(
  recorded: SucceededRefund,
  actual: ProviderRefund | undefined,
  format: MoneyFormat,
): Discrepancy[] {
  const { id, orderId, amountCents, intentId, refundId } = recorded
  const isSame = actual?.intentId === intentId && actual.amountCents === amountCents
  if (isSame) return []
  const what = actual
    ? `belongs to another payment or amount: ${formatCents(actual.amountCents, format)} of ${actual.intentId}`
    : 'does not exist at the provider'
  const text = `Refund ${id} of ${formatCents(amountCents, format)} is marked as succeeded, but ${refundId} ${what}. Check whether the customer received the money.`
  return [{ kind: 'refund-not-made', subject: orderId, text, isRepaired: false }]
}

/** Compares an order with its payment, its refunds, and its reserved stock. */
async function compareOrder(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  state: PaymentState,
  format: MoneyFormat,
): Promise<Discrepancy[]> {
  const { orderId, orderStatus, paymentStatus, paidCents, refundedCents, totalCents } = state
  const { hasReservation, hasOwnAddresses } = state
  const isPaid = ['processing', 'shipped', 'delivered'].includes(orderStatus)
  const found = (kind: string, text: string, isRepaired = false): Discrepancy[] => [
    { kind, subject: orderId, text, isRepaired },
  ]
  if (isPaid && paymentStatus !== 'paid')
    return found('processed-unpaid', `The order is ${orderStatus}, but its payment is ${paymentStatus}.`)
  if (isPaid && paidCents !== totalCents)
    return found(
      'wrong-amount',
      `${formatCents(paidCents, format)} was paid, but the total is ${formatCents(totalCents, format)}.`,
    )
  if (isPaid && !hasOwnAddresses)
    return found('wrong-address', 'The addresses aren’t the ones that the paid total was calculated for.')
  if (orderStatus === 'cancelled' && paidCents > refundedCents) {
    await refundRest(db, orderId, 'The order was cancelled')
    const rest = formatCents(paidCents - refundedCents, format)
    return found('cancelled-not-refunded', `The order is cancelled; refunding ${rest} now.`, true)
  }
  if (orderStatus === 'pending' && !hasReservation) {
    await expireUnpaidOrder(db, gateway, mail, orderId)
    return found('pending-without-hold', 'The order had no stock reserved and was cancelled.', true)
  }
  return []
}
