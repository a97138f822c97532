import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { formatCents } from '#contract/money.ts'
import { recordChange } from '../audit/audit.ts'
import { invalidInput, ShopError } from '../errors.ts'
import { adminOrder } from '../orders/admin-queries.ts'
import { cancelUnpaid, recordUnpaidWeight } from '../orders/orders.ts'
import type { OpenOrder } from '../orders/place.ts'
import { findOpenOrder } from '../orders/place-queries.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { sha256 } from '../platform/ids.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { readSettings } from '../settings/settings.ts'
import { isReservationExpired } from '../stock/stock.ts'
import { applyIntentStatus } from './apply-intent.ts'
import * as intents from './intent-queries.ts'
import { type Intent, type IntentFacts, type PaymentGateway, ProviderError } from './provider.ts'
import * as queries from './queries.ts'

const FIRST_ATTEMPT = 1

/** Adds the only payment that an order ever has. Called in the transaction that places the order. */
export async function addPayment(db: Db, gateway: PaymentGateway, order: OpenOrder): Promise<void> {
  await intents.insertPayment(db, {
    orderId: order.id,
    openedVersion: order.version,
    attempt: FIRST_ATTEMPT,
    isLive: gateway.isLive,
  })
}

export type OpenedIntent = Intent & { orderVersion?: number | null }

/** @property isNew true if its payment was added in the same request */
type OrderToPay = Omit<OpenOrder, 'agreed' | 'isNew'> & { isNew?: boolean }

/**
 * Returns the payment intent of an order. Creates it, or updates it if it is open and the order has changed. Runs
 * outside any transaction. After a crash at any point, the next call continues.
 * @returns the intent; if it was created, with the version of its order, or null if that isn't pending anymore
 * @throws ShopError 503 if the provider is unavailable
 */
export async function createIntent(
  db: Db,
  gateway: PaymentGateway,
  order: OrderToPay,
): Promise<OpenedIntent> {
  try {
    const intent = await intentOf(db, gateway, order)
    const isWanted = intent.version === order.version && intent.amountCents === order.totalCents
    if (intent.status !== 'open' || isWanted) return intent
    const { id: orderId, version, currency, totalCents: amountCents } = order
    const facts = { orderId, version, amountCents, currency }
    const changed = await changeOpen(gateway, intent, facts)
    await queries.insertPaymentTransition(db, {
      orderId: order.id,
      kind: 'changed',
      amountCents: changed.amountCents,
    })
    return changed
  } catch (error) {
    throw (await tooSmall(db, order, error)) ?? unavailable(error)
  }
}

/**
 * Returns whether an intent still has a version after the order has switched to it. A concurrent request may have
 * replaced it in between.
 * @throws ShopError 503
 */
export async function hasVersion(
  gateway: PaymentGateway,
  intentId: string,
  version: number,
): Promise<boolean> {
  try {
    return (await gateway.findIntent(intentId)).version === version
  } catch (error) {
    throw unavailable(error)
  }
}

/**
 * Updates the intent to the order's current version, after the provider got one that the order didn't switch to. Call it
 * before the request is rejected, so no shopper pays a rejected amount. Repeated if the order switches in the meantime.
 * @throws ShopError 503
 */
export async function restoreIntent(db: Db, gateway: PaymentGateway, orderId: string): Promise<void> {
  let restored: number | null = null
  let order = await findOpenOrder(db, orderId)
  while (order && order.version !== restored) {
    await createIntent(db, gateway, order)
    restored = order.version
    order = await findOpenOrder(db, orderId)
  }
}

/** Returns the shopper's error if the provider's minimum is above the total, or null for any other error. */
async function tooSmall(
  db: Db,
  { totalCents, currency }: Pick<OpenOrder, 'totalCents' | 'currency'>,
  error: unknown,
): Promise<ShopError | null> {
  if (!(error instanceof ProviderError && error.kind === 'too-small')) return null
  const { locale } = await readSettings(db)
  return invalidInput(CHECKOUT_MESSAGES.belowMinimum(formatCents(totalCents, { currency, locale })))
}

/** Returns the shopper's error if the provider doesn't respond. @throws any other error */
export function unavailable(error: unknown): ShopError {
  if (!(error instanceof ProviderError)) throw error
  return new ShopError(503, 'unavailable', CHECKOUT_MESSAGES.unavailable, { retryAfter: 5, cause: error })
}

/**
 * Ends an unpaid order: cancels its intent at the provider, then applies the status that the provider returns, because
 * the shopper may have paid in the meantime.
 * @param isForced ends it even if its payment window hasn't expired
 * @throws ProviderError
 */
export async function expireUnpaidOrder(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  orderId: string,
  isForced = false,
): Promise<void> {
  // The shopper may have returned and extended the window while other orders were being ended.
  const isDue = async (db: Db) => isForced || (await isReservationExpired(db, orderId))
  if (!(await isDue(db))) return
  const payment = await queries.findPayment(db, orderId)
  if (payment?.isLive && !gateway.isLive) return
  if (payment && canBePaid(payment, gateway)) {
    const intent = await gateway.findIntent(payment.intentId)
    // The provider can cancel a bank debit that is processing, although the shopper has already paid.
    const isCancelable = intent.status === 'open' || intent.status === 'action'
    await applyIntentStatus(db, mail, isCancelable ? await gateway.cancelIntent(intent.id) : intent)
    return
  }
  // No intent was created, or only a test intent in a shop that has gone live since.
  await inTransaction(db, async (db) => {
    const locked = await queries.lockPayment(db, orderId)
    if ((locked && canBePaid(locked, gateway)) || !(await isDue(db))) return
    if (locked) await queries.updatePaymentStatus(db, orderId, 'canceled')
    await cancelUnpaid(db, orderId)
  })
}

/**
 * Ends an unpaid order for an admin and releases its reserved stock. The provider decides, because the shopper may be
 * paying at the same time.
 * @throws ShopError 404; 409 if it isn't unpaid, or was paid in the meantime; 503 if the provider is unavailable
 */
export async function releaseHold(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  orderId: string,
  admin: { id: number },
): Promise<void> {
  const before = await adminOrder(db, orderId)
  if (before.status !== 'pending')
    throw illegal(`This order is ${before.status} and has no reserved stock to release.`)
  await expireAtProvider(db, gateway, mail, orderId)
  const { status } = await adminOrder(db, orderId)
  if (status === 'pending')
    throw illegal('A payment for this order is in progress. Check again in a few minutes.')
  if (status !== 'cancelled') throw illegal("This order has just been paid, so its hold can't be released.")
  await inTransaction(db, async (db) => {
    await recordUnpaidWeight(db, orderId, 'released')
    await recordChange(db, {
      actorId: admin.id,
      action: 'order.released',
      subjectId: orderId,
      before: { status: before.status },
      after: { status },
    })
  })
}

function canBePaid(
  payment: queries.Payment,
  { isLive }: PaymentGateway,
): payment is queries.Payment & { intentId: string } {
  return payment.intentId !== null && payment.isLive === isLive
}

async function intentOf(db: Db, gateway: PaymentGateway, order: OrderToPay): Promise<OpenedIntent> {
  const { id: orderId } = order
  const payment = order.isNew ? newPayment(order) : await intents.findPaymentToOpen(db, orderId)
  if (!payment) throw new Error(`Order ${orderId} has no payment`)
  if (payment.intentId) return gateway.findIntent(payment.intentId)
  const { openedVersion: version, openedCents: amountCents, currency } = payment
  if (amountCents === null || currency === null) throw new Error(`Order ${orderId} has no version ${version}`)
  const facts = { orderId, version, amountCents, currency }
  const intent = await openAt(db, gateway, payment, facts).catch(async (error: unknown) => {
    const isOutdated = version !== order.version
    if (!(isOutdated && error instanceof ProviderError && error.kind === 'too-small')) throw error
    // The total was too small, but the shopper has added something since. There is no intent to update.
    await intents.updateOpenedVersion(db, payment, order.version)
    return null
  })
  if (!intent) return intentOf(db, gateway, order)
  const opened = await intents.updateOpened(db, orderId, intent, sha256(intent.clientSecret))
  if (opened) return { ...intent, ...opened }
  // The order ended in the meantime and must not be paid.
  return gateway.cancelIntent(intent.id)
}

/** Returns what a concurrent request can only change once it has created the intent, with the same idempotency key. */
function newPayment({ id, version, totalCents, currency }: OrderToPay): intents.PaymentToOpen {
  const at = { openedVersion: version, openedCents: totalCents, currency }
  return { orderId: id, attempt: FIRST_ATTEMPT, intentId: null, ...at }
}

async function openAt(
  db: Db,
  gateway: PaymentGateway,
  { orderId, attempt }: intents.PaymentToOpen,
  facts: IntentFacts,
): Promise<Intent> {
  try {
    return await gateway.createIntent(facts, `${orderId}-${attempt}`)
  } catch (error) {
    // The provider repeats a failure for the same key, so the next attempt needs a new key.
    if (error instanceof ProviderError && error.kind === 'broken')
      await intents.updateAttempt(db, orderId, attempt)
    throw error
  }
}

/** Updates an open intent, or returns it unchanged if the shopper has started paying in the meantime. */
async function changeOpen(gateway: PaymentGateway, intent: Intent, facts: IntentFacts): Promise<Intent> {
  try {
    return await gateway.updateIntent(intent.id, facts)
  } catch (error) {
    if (!(error instanceof ProviderError && error.kind === 'refused')) throw error
    const asItIs = await gateway.findIntent(intent.id)
    if (asItIs.status === 'open') throw error
    return asItIs
  }
}

async function expireAtProvider(db: Db, gateway: PaymentGateway, mail: MailConfig, orderId: string) {
  try {
    await expireUnpaidOrder(db, gateway, mail, orderId, true)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const text = "We can't reach the payment provider, so nothing was released. Please try again."
    throw new ShopError(503, 'unavailable', text, { retryAfter: 5, cause: error })
  }
}

const illegal = (message: string) => new ShopError(409, 'illegal_move', message)
