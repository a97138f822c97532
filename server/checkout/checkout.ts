import { chargeLimits } from '#contract/checkout/charge.ts'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import type { OrderAddresses } from '#contract/checkout/shipping.ts'
import { centsOf, formatCents, payableStep } from '#contract/money.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import { listCartItems } from '../cart/item-queries.ts'
import type { Owner } from '../cart/queries.ts'
import { invalidInput, ShopError } from '../errors.ts'
import { addressKeyOf, insertOrigin, type Origin } from '../orders/origin-queries.ts'
import { acceptVersion, itemsOfBoth, type OpenOrder, placeOrder, withFreeId } from '../orders/place.ts'
import { type Acceptance, lockOpenOrder } from '../orders/place-queries.ts'
import { listVersionItems, stockOf } from '../orders/write-queries.ts'
import { applyIntentStatus } from '../payments/apply-intent.ts'
import { endIfDeclined } from '../payments/declines.ts'
import {
  addPayment,
  createIntent,
  hasVersion,
  type OpenedIntent,
  restoreIntent,
  unavailable,
} from '../payments/payments.ts'
import type { Intent, PaymentGateway } from '../payments/provider.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { countAttempt, type Limit } from '../platform/http/limits.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { destinationOf, type PricedCart, priceCart, priceLines } from '../pricing/pricing.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { findExpiry } from '../stock/reservation-queries.ts'
import { reserve } from '../stock/stock.ts'
import { type Hold, holdFor, limitHold } from './large-orders.ts'
import { assertMinimumOrder } from './minimum-order.ts'
import { findPaidOrderOf, lockCartWithSettings, lockCheckout } from './queries.ts'
import { assertAsSeen, checkedCart, readSeen, type SeenCart } from './quote.ts'
import { withTaxes } from './taxes.ts'
import { checkUnpaid } from './unpaid-limits.ts'

/**
 * @property addressHash the SHA-256 hash of the IP address or, for IPv6, of its /48 network
 * @property inTurn runs work that locks the cart and the address when it is the network's turn
 */
export type Buyer = {
  owner: Owner
  userId: number | null
  addressHash: string
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
}
export type Ready = { clientSecret: string; orderId: string }

/** The requester's origin, and others that the order was placed or changed from. */
type Origins = [Origin, ...Origin[]]

/** @property isCurrent false if the cart's token was replaced */
type Placed = { order: OpenOrder; hold: Hold; isCurrent: boolean }

const MINUTE_MS = 60_000
/** Maximum number of attempts, because an order can end while it is being continued. */
const TRIES = 3
/**
 * Requests of a network for orders that exist. Each sends requests to the provider, which allows the whole shop about
 * 25 of each kind per second.
 */
const REPEATS: Limit = { name: 'repeated-checkouts', points: 240, seconds: 60 }

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

/** First transaction: price, order, stock. Reserves stock for both the version that the provider has and the new one. */
async function placeAndReserve(
  db: Db,
  gateway: PaymentGateway,
  buyer: Buyer,
  seenCart: SeenCart,
  sent: OrderAddresses,
): Promise<Placed> {
  const { owner, userId, addressHash } = buyer
  try {
    return await inTransaction(db, async (db) => {
      const origin = { addressHash, userId }
      const [keys, cart] = await Promise.all([
        lockCheckout(db, origin, owner),
        lockCartWithSettings(db, owner),
      ])
      if (!cart) throw invalidInput(CHECKOUT_MESSAGES.emptyCart)
      const { settings } = cart
      const seen = readSeen(seenCart, settings.currency)
      const [items, open] = await Promise.all([
        listCartItems(db, owner, settings),
        lockOpenOrder(db, cart.id),
      ])
      if (open?.addressHashes.some((one) => !keys.includes(addressKeyOf(one)))) throw new OriginAdded()
      // A replaced token can't change the stored address, and neither who owes its VAT.
      const addresses = open && !cart.isCurrent ? open.agreedAddresses : sent
      const destination = destinationOf(settings, addresses.shippingInfo, seen.methodId)
      const priced = await priceLines(db, items, settings, destination, addresses.vatNumber ?? null)
      if (priced.lines.length === 0) throw await nothingToBuy(db, cart.id)
      assertAsSeen(priced, seen)
      const draft = { cartId: cart.id, userId, addressHash, addresses, ...purchase(priced, settings) }
      const order = await placeOrder(db, draft, open, settings)
      // Counted in this transaction, so a crash can't separate the count from the change.
      if (!order.isNew) await countAttempt(db, REPEATS, addressHash)
      const others = (open?.addressHashes ?? []).filter((one) => one !== addressHash)
      if (open && !open.addressHashes.includes(addressHash)) await insertOrigin(db, order.id, addressHash)
      const origins: Origins = [origin, ...others.map((one) => ({ addressHash: one, userId }))]
      const expiresAt = new Date(now().getTime() + settings.holdMinutes * MINUTE_MS)
      // Extended only once the payment can be made. Otherwise, repeated failing requests could reserve stock forever.
      const until = (order.isNew ? null : await findExpiry(db, order.id)) ?? expiresAt
      const units = await itemsOfBoth(db, order, draft.lines)
      const hold = await holdFor(db, order.id, origins, units, expiresAt)
      const isLimited = order.isNew || order.version !== order.agreed
      await Promise.all([
        // An existing payment is locked before its order while it is being recorded, so waiting for it here could deadlock.
        order.isNew && addPayment(db, gateway, order),
        ...origins.map((one) => isLimited && checkUnpaid(db, order, one, units, hold.isReserving)),
      ])
      await reserve(db, order.id, units, until)
      await limitHold(db, order.id, hold)
      return { order, hold, isCurrent: cart.isCurrent }
    })
  } catch (error) {
    if (error instanceof OriginAdded) return placeAndReserve(db, gateway, buyer, seenCart, sent)
    // Another shopper was faster: the error lists the remaining units of each item.
    if (!(error instanceof ShopError) || error.code !== 'out_of_stock' || error.facts.quote) throw error
    const settings = await readSettings(db)
    const seen = readSeen(seenCart, settings.currency)
    const destination = destinationOf(settings, sent.shippingInfo, seen.methodId)
    const quote = checkedCart(await priceCart(db, owner, settings, destination, sent.vatNumber), seen)
    throw new ShopError(409, 'out_of_stock', error.message, { facts: { quote } })
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

/** @throws ShopError 400 for a cart below the shop's minimum order, or a total that the provider can't charge */
function purchase({ lines, quote }: PricedCart, settings: Settings) {
  assertMinimumOrder({ lines, quote }, settings)
  const { minCents, maxCents } = chargeLimits(quote.currency)
  if (quote.totalCents < minCents)
    throw invalidInput(CHECKOUT_MESSAGES.tooSmall(formatCents(minCents, settings)))
  if (quote.totalCents > maxCents) throw invalidInput(CHECKOUT_MESSAGES.tooLarge)
  const step = payableStep(quote.currency)
  if (quote.totalCents % step !== 0) throw invalidInput(CHECKOUT_MESSAGES.notPayable)
  const items = lines.map(({ productId, variantId, sku, quantity, product, variant }) => ({
    productId,
    variantId,
    sku,
    quantity,
    name: product.name,
    image: product.image,
    variant,
    unitPrice: product.unitPrice && {
      cents: centsOf(product.unitPrice.price),
      per: product.unitPrice.per,
    },
    priceCents: quotedPrice(quote, variantId),
  }))
  return { lines: items, quote }
}

function quotedPrice({ lines }: Quote, variantId: number): number {
  const line = lines.find((one) => one.variantId === variantId)
  if (!line) throw new Error(`The quote has no price of variant ${variantId}`)
  return line.priceCents
}

/** Another request changed the order from another address before its cart was locked, so that address isn't locked. */
class OriginAdded extends Error {}

/** Returns the error for an empty cart: its order was just paid, for example in another tab, or it never had items. */
async function nothingToBuy(db: Db, cartId: number): Promise<ShopError> {
  const orderId = await findPaidOrderOf(db, cartId, new Date(now().getTime() - 60 * MINUTE_MS))
  return orderId === null ? invalidInput(CHECKOUT_MESSAGES.emptyCart) : alreadyPaid(orderId)
}

/** The codes of errors about a payment that can't be changed anymore. */
const PAYING = ['payment_in_progress', 'already_paid']

const paymentInProgress = () => new ShopError(409, 'payment_in_progress', CHECKOUT_MESSAGES.paymentInProgress)

const alreadyPaid = (orderId: string) =>
  new ShopError(409, 'already_paid', CHECKOUT_MESSAGES.alreadyPaid, { facts: { orderId } })
