import type { CartItem } from '#contract/cart/api.ts'
import { cartTotals } from '#contract/cart/rules.ts'
import type { SeenItem } from '#contract/checkout/api.ts'
import type { Quote, QuoteLine } from '#contract/checkout/quote.ts'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { centsToWire, parseCents } from '#contract/money.ts'
import { ShopError } from '../errors.ts'

/** What the shopper saw: items, and the subtotal or the total, in cents. */
export type Seen = { items: SeenItem[]; amountCents: number }

/** What a cart costs today beside what the shopper saw of it. */
export function quoteOf(items: CartItem[], seen: Seen, shippingRateCents: number): Quote {
  const totals = cartTotals(items, centsToWire(shippingRateCents))
  const seenById = new Map(seen.items.map((item) => [item.productId, item]))
  const inCart = new Set(items.map(({ productId }) => productId))
  return {
    lines: [
      ...items.map((item) => lineOf(item, seenById.get(item.productId))),
      ...seen.items.filter(({ productId }) => !inCart.has(productId)).map(goneLine),
    ],
    subtotal: centsToWire(totals.subtotalCents),
    shipping: centsToWire(totals.shippingCents),
    total: centsToWire(totals.totalCents),
  }
}

/** @throws ShopError 409 with the quote, when it is not what the shopper saw or not what can be bought */
export function checkQuote(quote: Quote, items: CartItem[], seen: Seen): void {
  const short = quote.lines.find(({ left }) => left !== null)
  if (short) {
    const isGone = items.some(({ productId, isAvailable }) => productId === short.productId && !isAvailable)
    throw new ShopError(409, 'out_of_stock', shortMessage(short, isGone), { facts: { quote } })
  }
  const isSame = quote.lines.every(
    ({ price, quantity, seenPrice, seenQuantity }) => price === seenPrice && quantity === seenQuantity,
  )
  const isAmount = [quote.subtotal, quote.total].some((amount) => parseCents(amount) === seen.amountCents)
  if (!isSame || !isAmount) throw cartChanged(quote)
}

const cartChanged = (quote: Quote) =>
  new ShopError(409, 'cart_changed', CHECKOUT_MESSAGES.cartChanged, { facts: { quote } })

function lineOf(item: CartItem, seen: SeenItem | undefined): QuoteLine {
  const { productId, product, quantity } = item
  return {
    productId,
    name: product.name,
    price: product.price,
    quantity,
    seenPrice: seen ? centsToWire(seen.product.price) : null,
    seenQuantity: seen?.quantity ?? null,
    left: leftOf(item),
  }
}

/** It was in the cart that the shopper saw. */
function goneLine({ productId, quantity, product }: SeenItem): QuoteLine {
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

/** How many can be bought, when that is less than is wanted. */
function leftOf({ product, quantity, isAvailable }: CartItem): number | null {
  if (!isAvailable || !product.inStock) return 0
  const { stockQuantity } = product
  return stockQuantity !== null && stockQuantity < quantity ? stockQuantity : null
}

function shortMessage({ name, left }: QuoteLine, isGone: boolean): string {
  if (isGone) return `${name} is no longer available. Please remove it from your cart.`
  return left ? `Only ${left} of ${name} left.` : `${name} is out of stock.`
}
