import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import type { OrderAddresses } from '#contract/checkout/shipping.ts'
import { ShopError } from '../errors.ts'
import { acceptVersion, type OpenOrder, withFreeId } from '../orders/place.ts'
import type { Acceptance } from '../orders/place-queries.ts'
import { listVersionItems, stockOf } from '../orders/write-queries.ts'
import { applyIntentStatus } from '../payments/apply-intent.ts'
import { endIfDeclined } from '../payments/declines.ts'
import {
  createIntent,
  hasVersion,
  type OpenedIntent,
  restoreIntent,
  unavailable,
} from '../payments/payments.ts'
import type { Intent, PaymentGateway } from '../payments/provider.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { reserve } from '../stock/stock.ts'
import { type Hold, limitHold } from './large-orders.ts'
import { alreadyPaid, type Buyer, type Placed, placeAndReserve } from './place-and-reserve.ts'
import type { SeenCart } from './quote.ts'
import { withTaxes } from './taxes.ts'

export type Ready = { clientSecret: string; orderId: string }

/** Maximum number of attempts, because an order can end while it is being continued. */
const TRIES = 3

/**
 * Turns the cart into a payable order. Creates the pending order and reserves its stock in one transaction, creates the
 * payment intent outside of it, then records that the provider has the order's amount. Calling it again after a crash
 * continues the same order and the same intent.
 * @throws ShopError 400 for an empty cart; 409 'cart_changed', 'out_of_stock' with a quote, 'payment_in_progress',
 * 'already_paid'; 429 for too many unpaid orders or requests; 503
 */
export async function startCheckout(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  buyer: Buyer,
  seen: SeenCart,
  addresses: OrderAddresses,
): Promise<Ready> {
  const payer = { owner: buyer.owner, addressKey: buyer.addressHash }
  for (let tried = 0; tried < TRIES; tried++) {
    const { order, ...placed } = await withTaxes(db, gateway, mail, payer, () =>
      buyer.inTurn(() => withFreeId(() => placeAndReserve(db, gateway, buyer, seen, addresses))),
    )
    const intent = await orRestored(db, gateway, order, () =>
      openIntent(db, gateway, mail, buyer, order, placed),
    )
    if (intent) return { clientSecret: intent.clientSecret, orderId: order.id }
  }
  throw paymentInProgress()
}

/** @returns the intent with the order's version, or null if the order has ended or changed in the meantime */
async function openIntent(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  { userId }: Buyer,
  order: OpenOrder,
  { hold, isCurrent }: Omit<Placed, 'order'>,
): Promise<Intent | null> {
  const intent = await createIntent(db, gateway, order)
  if (!order.isNew && (await isDeclined(db, gateway, mail, order.id, intent))) return null
  if (!(await isPayable(db, mail, order, intent))) return null
  if (await agree(db, order, intent, hold, { userId, isCurrent })) {
    const isKept = order.version === order.agreed || (await hasVersion(gateway, intent.id, order.version))
    return isKept ? intent : null
  }
  await restoreIntent(db, gateway, order.id)
  return null
}

/** Restores the intent if a request fails after the provider got its version, because the page shows another one. */
async function orRestored<T>(
  db: Db,
  gateway: PaymentGateway,
  order: OpenOrder,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const isBeingPaid = error instanceof ShopError && PAYING.includes(error.code)
    if (order.version === order.agreed || isBeingPaid) throw error
    await restoreIntent(db, gateway, order.id).catch((failure: unknown) => {
      // A shopper who pays the version that the provider still has gets its items at its address.
      if (!(failure instanceof ShopError)) throw failure
    })
    throw error
  }
}

/**
 * Records that the provider has the new version, and reserves stock only for that one. A new order reserved nothing
 * else, and has only this version unless another request has changed it.
 */
async function agree(
  db: Db,
  order: OpenOrder,
  { orderVersion }: OpenedIntent,
  hold: Hold,
  by: Acceptance,
): Promise<boolean> {
  if (order.isNew && orderVersion !== undefined) return orderVersion === order.version
  if (order.isNew) return acceptVersion(db, order, by)
  return inTransaction(db, async (db) => {
    if (!(await acceptVersion(db, order, by))) return false
    const items = stockOf(await listVersionItems(db, order.id, order.version))
    await reserve(db, order.id, hold.isReserving ? items : [], hold.expiresAt)
    await limitHold(db, order.id, hold)
    return true
  })
}

/** @returns true if the order has ended because too many cards were declined @throws ShopError 503 */
async function isDeclined(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  orderId: string,
  { id: intentId, status }: Intent,
): Promise<boolean> {
  if (status !== 'open') return false
  try {
    return await endIfDeclined(db, gateway, mail, { orderId, intentId })
  } catch (error) {
    throw unavailable(error)
  }
}

/** @returns false if the order ended in the meantime @throws ShopError 409 if it is paid or being paid */
async function isPayable(db: Db, mail: MailConfig, order: OpenOrder, intent: Intent): Promise<boolean> {
  const { status, version, amountCents } = intent
  if (status === 'open') return true
  // The shopper may repeat the bank's authentication, but only for the version and amount it was requested for.
  const isSame = version === order.version && amountCents === order.totalCents
  if (status === 'action' && isSame) return true
  await applyIntentStatus(db, mail, intent)
  if (status === 'canceled') return false
  throw status === 'paid' ? alreadyPaid(order.id) : paymentInProgress()
}

/** The codes of errors about a payment that can't be changed anymore. */
const PAYING = ['payment_in_progress', 'already_paid']

const paymentInProgress = () => new ShopError(409, 'payment_in_progress', CHECKOUT_MESSAGES.paymentInProgress)
