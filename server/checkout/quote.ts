import type { SeenItem } from '#contract/checkout/api.ts'
import type { CheckedCart, CheckedItem } from '#contract/checkout/quote.ts'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { centsToWire } from '#contract/money.ts'
import type { CartItemRow } from '../cart/queries.ts'
import { ShopError } from '../errors.ts'
import type { PricedCart } from '../pricing/pricing.ts'

/** The items the shopper saw, their subtotal or total in cents, and the chosen shipping method, if any. */
export type Seen = { items: SeenItem[]; amountCents: number; methodId?: string | undefined }

/** Returns the current cost of a cart, next to what the shopper saw. */
export function checkedCart({ lines, quote }: PricedCart, seen: Seen): CheckedCart {
  const seenById = new Map(seen.items.map((item) => [item.productId, item]))
  const inCart = new Set(lines.map(({ productId }) => productId))
  return {
    lines: [
      ...lines.map((line) => checkedItem(line, seenById.get(line.productId))),
      ...seen.items.filter(({ productId }) => !inCart.has(productId)).map(unavailableItem),
    ],
    subtotal: centsToWire(quote.subtotalCents),
    shipping: centsToWire(quote.shippingCents),
    tax: centsToWire(quote.taxCents),
    total: centsToWire(quote.totalCents),
  }
}

/** @throws ShopError 409 with the quote: 'out_of_stock', or 'cart_changed' if the shopper saw another cart */
export function assertAsSeen(cart: PricedCart, seen: Seen): void {
  const quote = checkedCart(cart, seen)
  const short = quote.lines.find(({ left }) => left !== null)
  if (short) {
    const isGone = cart.lines.some((line) => line.productId === short.productId && !line.isAvailable)
    throw new ShopError(409, 'out_of_stock', shortMessage(short, isGone), { facts: { quote } })
  }
  const isSame = quote.lines.every(
    ({ price, quantity, seenPrice, seenQuantity }) => price === seenPrice && quantity === seenQuantity,
  )
  const isAmount = [cart.quote.subtotalCents, cart.quote.totalCents].includes(seen.amountCents)
  const isMethod = seen.methodId === undefined || seen.methodId === cart.quote.shipping.methodId
  if (!isSame || !isAmount || !isMethod)
    throw new ShopError(409, 'cart_changed', CHECKOUT_MESSAGES.cartChanged, { facts: { quote } })
}

function checkedItem(line: CartItemRow, seen: SeenItem | undefined): CheckedItem {
  return {
    productId: line.productId,
    name: line.product.name,
    price: centsToWire(line.priceCents),
    quantity: line.quantity,
    seenPrice: seen ? centsToWire(seen.product.price) : null,
    seenQuantity: seen?.quantity ?? null,
    left: leftOf(line),
  }
}

/** Returns a line for an item that the shopper saw but the cart no longer has. */
function unavailableItem({ productId, quantity, product }: SeenItem): CheckedItem {
  return {
    productId,
    name: '',
    price: null,
    quantity: 0,
    seenPrice: centsToWire(product.price),
    seenQuantity: quantity,
    left: null,
  }
}

/** Returns how many units are available if fewer than wanted, otherwise null. */
function leftOf({ product, quantity, isAvailable }: CartItemRow): number | null {
  if (!isAvailable || !product.inStock) return 0
  const { stockQuantity } = product
  return stockQuantity !== null && stockQuantity < quantity ? stockQuantity : null
}

function shortMessage({ name, left }: CheckedItem, isGone: boolean): string {
  if (isGone) return `${name} is no longer available. Please remove it from your cart.`
  return left ? `Only ${left} of ${name} left.` : `${name} is out of stock.`
}
