import { formatCents } from '#contract/money.ts'
import { checkLog } from '../audit/chain.ts'
import { ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import type { Shop } from '../shop.ts'
import { stockProblems } from '../stock/queries.ts'
import { applyIntentStatus, UnknownIntent } from './apply-intent.ts'
import { deleteHandledEvents } from './event-queries.ts'
import { expireUnpaidOrder } from './payments.ts'
import type { Intent, PaymentGateway, ProviderRefund } from './provider.ts'
import { findPayment, findPaymentByIntent } from './queries.ts'
import {
  type Finding,
  insertReconciliation,
  listMadeRefunds,
  listPaymentStates,
  type MadeRefund,
  type PaymentState,
} from './reconcile-queries.ts'
import { applyRefundStatus, refundRest } from './refunds.ts'

const DAY_MS = 86_400_000
/** Disputes and late refunds arrive within this time. */
const DAYS = 120
const EVENT_DAYS = 90

/** `seal`: the newest hash of the audit log, or null if the log is empty. */
export type Reconciliation = { compared: number; findings: Finding[]; seal: string | null }

/**
 * Compares every intent and refund of the provider with every order, the stock with its journal, and the audit log with its
 * hash chain. Resolves what is safe: applies the provider's status, refunds cancelled orders. Lists the rest for review.
 * @throws ProviderError
 */
export async function reconcile(db: Db, cards: PaymentGateway, mail: MailConfig): Promise<Reconciliation> {
  const startedAt = now()
  const since = new Date(startedAt.getTime() - DAYS * DAY_MS)
  // The shop may record a refund days after the provider made it, so the provider's list needs a longer range.
  const wellSince = new Date(since.getTime() + 7 * DAY_MS)
  const findings: Finding[] = []
  let compared = 0
  for await (const intent of cards.listIntents(since)) {
    compared += 1
    findings.push(...(await compareIntent(db, cards, mail, intent)))
  }
  const listed = new Map<string, ProviderRefund>()
  for await (const refund of cards.listRefunds(since)) {
    compared += 1
    listed.set(refund.id, refund)
    findings.push(...(await compareRefund(db, mail, refund)))
  }
  for (const refund of await listMadeRefunds(db, cards.isLive, { from: wellSince, to: startedAt })) {
    findings.push(...compareMade(refund, listed.get(refund.refundId)))
  }
  for (const state of await listPaymentStates(db, cards.isLive, since)) {
    findings.push(...(await compareOrder(db, cards, mail, state)))
  }
  for (const { productId, quantity, journal, held, onHold } of await stockProblems(db)) {
    const text = `The stock is ${quantity} with ${held} reserved, but its movements add up to ${journal} and the reservations to ${onHold}.`
    findings.push({ kind: 'stock-disagrees', subject: `product ${productId}`, text, isRepaired: false })
  }
  const { finding, seal } = await checkLog(db)
  if (finding)
    findings.push({
      kind: 'audit-log-broken',
      subject: 'audit log',
      text: finding.text,
      isRepaired: false,
    })
  await deleteHandledEvents(db, new Date(startedAt.getTime() - EVENT_DAYS * DAY_MS))
  await insertReconciliation(db, { startedAt, finishedAt: now(), compared, findings })
  return { compared, findings, seal }
}

/** Reconciles and logs the result, as an error if an admin must act. The log keeps the hash outside the database. */
export async function reconcileAndLog({
  db,
  cards,
  config,
  log,
}: Pick<Shop, 'db' | 'cards' | 'config' | 'log'>): Promise<void> {
  const { compared, findings, seal } = await reconcile(db, cards, config)
  const open = findings.filter(({ isRepaired }) => !isRepaired)
  log[open.length > 0 ? 'error' : 'info'](
    { compared, discrepancies: findings, checkpoint: seal },
    'reconciliation finished',
  )
}

/** Applies what the provider knows about an intent and the shop doesn't. */
async function compareIntent(
  db: Db,
  cards: PaymentGateway,
  mail: MailConfig,
  intent: Intent,
): Promise<Finding[]> {
  if (intent.isLive !== cards.isLive) return []
  const subject = (await findPaymentByIntent(db, intent.id))?.orderId ?? intent.orderId
  // Another program's payment in the same account.
  if (subject === null) return []
  try {
    if (!(await applyIntentStatus(db, mail, intent))) return []
  } catch (error) {
    if (error instanceof UnknownIntent) return strangeIntent(db, cards, intent)
    throw error
  }
  const text = `The provider's status '${intent.status}' had not reached the shop.`
  return [{ kind: 'payment-behind', subject, text, isRepaired: true }]
}

/** An intent that the shop created but didn't save, because of a crash or because its order had ended. */
async function strangeIntent(db: Db, cards: PaymentGateway, intent: Intent): Promise<Finding[]> {
  // No shopper has its secret, so it can be canceled. One for an unknown order may belong to another shop with the same
  // account, whose shopper is about to pay.
  const isOurs = intent.orderId !== null && (await findPayment(db, intent.orderId)) !== null
  if (isOurs && intent.status === 'open') await cards.cancelIntent(intent.id)
  if (intent.status !== 'paid') return []
  const text = `${formatCents(intent.receivedCents)} was paid for ${intent.orderId}, but the shop has no such payment. Refund it at the provider.`
  return [{ kind: 'paid-without-order', subject: intent.id, text, isRepaired: false }]
}

/** Applies the status of a refund. An impossible amount is reported and doesn't stop the comparison. */
async function compareRefund(db: Db, mail: MailConfig, refund: ProviderRefund): Promise<Finding[]> {
  try {
    await applyRefundStatus(db, mail, refund)
    return []
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    const text = `The provider refunded ${formatCents(refund.amountCents)}. ${error.message}`
    return [{ kind: 'refund-too-large', subject: refund.id, text, isRepaired: false }]
  }
}

/** Checks that a refund the shop counts as succeeded is the provider's refund of the same payment and amount. */
function compareMade(made: MadeRefund, told: ProviderRefund | undefined): Finding[] {
  const { id, orderId, amountCents, intentId, refundId } = made
  const isSame = told?.intentId === intentId && told.amountCents === amountCents
  if (isSame) return []
  const what = told
    ? `belongs to another payment or amount: ${formatCents(told.amountCents)} of ${told.intentId}`
    : 'does not exist at the provider'
  const text = `Refund ${id} of ${formatCents(amountCents)} is marked as succeeded, but ${refundId} ${what}. Check whether the customer received the money.`
  return [{ kind: 'refund-not-made', subject: orderId, text, isRepaired: false }]
}

/** Compares an order with its payment, its refunds, and its reserved stock. */
async function compareOrder(
  db: Db,
  cards: PaymentGateway,
  mail: MailConfig,
  state: PaymentState,
): Promise<Finding[]> {
  const { orderId, orderStatus, paymentStatus, paidCents, refundedCents, totalCents, hasHold } = state
  const isPaid = ['processing', 'shipped', 'delivered'].includes(orderStatus)
  const found = (kind: string, text: string, isRepaired = false): Finding[] => [
    { kind, subject: orderId, text, isRepaired },
  ]
  if (isPaid && paymentStatus !== 'paid')
    return found('processed-unpaid', `The order is ${orderStatus}, but its payment is ${paymentStatus}.`)
  if (isPaid && paidCents !== totalCents)
    return found(
      'wrong-amount',
      `${formatCents(paidCents)} was paid, but the total is ${formatCents(totalCents)}.`,
    )
  if (orderStatus === 'cancelled' && paidCents > refundedCents) {
    await refundRest(db, orderId, 'The order was cancelled')
    const rest = formatCents(paidCents - refundedCents)
    return found('cancelled-not-refunded', `The order is cancelled; refunding ${rest} now.`, true)
  }
  if (orderStatus === 'pending' && !hasHold) {
    await expireUnpaidOrder(db, cards, mail, orderId)
    return found('pending-without-hold', 'The order had no stock reserved and was cancelled.', true)
  }
  return []
}
