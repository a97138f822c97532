import { lineName, variantIdOf } from '#contract/catalog/variants.ts'
import type { CheckedCart, CheckedItem, SeenItem } from '#contract/checkout/api.ts'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { type Currency, centsToWire, parseCents } from '#contract/money.ts'
import type { Decimal } from '#contract/text.ts'
import type { CartItemRow } from '../cart/item-queries.ts'
import { ShopError } from '../errors.ts'
import type { PricedCart } from '../pricing/pricing.ts'

/** The items that the shopper saw, their subtotal or total in the API's format, and the chosen shipping method, if any. */
export type SeenCart = {
  items: SeenItem[]
  amount: Decimal
  /** If omitted, it is the shop's currency as far as the digits show. */
  currency?: string | undefined
  methodId?: string | undefined
}
/** The items and amount of a SeenCart, in cents. Null if they were in another currency. */
export type Seen = {
  items: (Pick<SeenItem, 'productId' | 'variant' | 'quantity'> & {
    variantId: number
    priceCents: number | null
  })[]
  amountCents: number | null
  methodId: string | undefined
}

export function readSeen({ items, amount, currency: code, methodId }: SeenCart, currency: Currency): Seen {
  const isCurrent = code === undefined || code === currency.code
  const cents = (text: Decimal) => (isCurrent ? parseCents(text, currency) : null)
  return {
    amountCents: cents(amount),
    methodId,
    items: items.map((item) => ({
      ...item,
      variantId: variantIdOf(item),
      priceCents: cents(item.product.price),
    })),
  }
}

/** Returns the current price of a cart together with the price that the shopper saw. */
export function checkedCart({ lines, quote }: PricedCart, seen: Seen): CheckedCart {
  const wire = (cents: number) => centsToWire(cents, quote.currency)
  const seenById = new Map(seen.items.map((item) => [item.variantId, item]))
  const inCart = new Set(lines.map(({ variantId }) => variantId))
  return {
    lines: [
      ...lines.map((line) => checkedItem(line, seenById.get(line.variantId), wire)),
      ...seen.items.filter((item) => !inCart.has(item.variantId)).map((item) => unavailableItem(item, wire)),
    ],
    subtotal: wire(quote.subtotalCents),
    shipping: wire(quote.shippingCents),
    tax: wire(quote.taxCents),
    total: wire(quote.totalCents),
  }
}

/** @throws ShopError 409 with the quote: 'out_of_stock', or 'cart_changed' if the shopper saw another cart */
export function assertAsSeen(cart: PricedCart, seen: Seen): void {
  const quote = checkedCart(cart, seen)
  const short = cart.lines.find((line) => leftOf(line) !== null)
  if (short) throw new ShopError(409, 'out_of_stock', shortMessage(short), { facts: { quote } })
  const isSame = quote.lines.every(
    ({ price, quantity, seenPrice, seenQuantity }) => price === seenPrice && quantity === seenQuantity,
  )
  const { subtotalCents, taxCents, totalCents, shipping } = cart.quote
  // The subtotal doesn't include an added tax, or the rate of a shipping method that the owner defined.
  const isFlatRate = taxCents === 0 && shipping.delivery === undefined
  const isAmount = seen.amountCents === totalCents || (isFlatRate && seen.amountCents === subtotalCents)
  const isMethod = seen.methodId === undefined || seen.methodId === cart.quote.shipping.methodId
  if (!isSame || !isAmount || !isMethod)
    throw new ShopError(409, 'cart_changed', CHECKOUT_MESSAGES.cartChanged, { facts: { quote } })
}

type Wire = (cents: number) => string
const seenPriceOf = ({ priceCents }: Item, wire: Wire) => (priceCents === null ? null : wire(priceCents))
type Item = Seen['items'][number]

function checkedItem(line: CartItemRow, seen: Item | undefined, wire: Wire): CheckedItem {
  return {
    productId: line.productId,
    variantId: line.variant?.id,
    name: lineName(line.product.name, line.variant),
    price: wire(line.priceCents),
    quantity: line.quantity,
    seenPrice: seen ? seenPriceOf(seen, wire) : null,
    seenQuantity: seen?.quantity ?? null,
    left: leftOf(line),
  }
}

/** Returns a line for an item that the shopper saw but the cart no longer has. */
function unavailableItem(seen: Item, wire: Wire): CheckedItem {
  return {
    productId: seen.productId,
    variantId: seen.variant?.id,
    name: '',
    price: null,
    quantity: 0,
    seenPrice: seenPriceOf(seen, wire),
    seenQuantity: seen.quantity,
    left: null,
  }
}

/** Returns the number of available units if it is lower than wanted, otherwise null. */
function leftOf({ product, quantity, isAvailable }: CartItemRow): number | null {
  if (!isAvailable || !product.inStock) return 0
  const { stockQuantity } = product
  return stockQuantity !== null && stockQuantity < quantity ? stockQuantity : null
}

function shortMessage(line: CartItemRow): string {
  const [name, left] = [lineName(line.product.name, line.variant), leftOf(line)]
  if (!line.isAvailable) return `${name} is no longer available. Please remove it from your cart.`
  return left ? `Only ${left} of ${name} left.` : `${name} is out of stock.`
}
