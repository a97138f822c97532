import { chargeLimits } from '#contract/checkout/charge.ts'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import type { OrderAddresses } from '#contract/checkout/shipping.ts'
import { centsOf, formatCents, payableStep } from '#contract/money.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import { listCartItems } from '../cart/item-queries.ts'
import type { Owner } from '../cart/queries.ts'
import { invalidInput, ShopError } from '../errors.ts'
import { addressKeyOf, insertOrigin, type Origin } from '../orders/origin-queries.ts'
import { itemsOfBoth, type OpenOrder, placeOrder } from '../orders/place.ts'
import { lockOpenOrder } from '../orders/place-queries.ts'
import { addPayment } from '../payments/payments.ts'
import type { PaymentGateway } from '../payments/provider.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { countAttempt, type Limit } from '../platform/http/limits.ts'
import { destinationOf, type PricedCart, priceCart, priceLines } from '../pricing/pricing.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { findExpiry } from '../stock/reservation-queries.ts'
import { reserve } from '../stock/stock.ts'
import { type Hold, holdFor, limitHold } from './large-orders.ts'
import { assertMinimumOrder } from './minimum-order.ts'
import { findPaidOrderOf, lockCartWithSettings, lockCheckout } from './queries.ts'
import { assertAsSeen, checkedCart, readSeen, type SeenCart } from './quote.ts'
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

/** The requester's origin, and others that the order was placed or changed from. */
type Origins = [Origin, ...Origin[]]

/** @property isCurrent false if the cart's token was replaced */
export type Placed = { order: OpenOrder; hold: Hold; isCurrent: boolean }

const MINUTE_MS = 60_000

/**
 * Requests of a network for orders that exist. Each sends requests to the provider, which allows the whole shop about
 * 25 of each kind per second.
 */
const REPEATS: Limit = { name: 'repeated-checkouts', points: 240, seconds: 60 }

/** First transaction: price, order, stock. Reserves stock for both the version that the provider has and the new one. */
export async function placeAndReserve(
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

export const alreadyPaid = (orderId: string) =>
  new ShopError(409, 'already_paid', CHECKOUT_MESSAGES.alreadyPaid, { facts: { orderId } })
