import { CART_DAYS, CART_ITEMS_MAX, CART_MESSAGES, QUANTITY_MAX } from '#contract/cart/rules.ts'
import { VARIANT_MESSAGES } from '#contract/catalog/variants.ts'
import type { OrderAddresses } from '#contract/checkout/shipping.ts'
import { invalidInput, notFound, ShopError } from '../errors.ts'
import { detachOrdersFromCart, moveOrdersToCart } from '../orders/orders.ts'
import { lockOrdersOfCarts } from '../orders/owner-queries.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { countAttempt, type Limit } from '../platform/http/limits.ts'
import { randomToken } from '../platform/ids.ts'
import * as claims from './claim-queries.ts'
import * as items from './item-queries.ts'
import type { Owner } from './queries.ts'
import * as queries from './queries.ts'

/** For a new cart: the prefix of its cookie's token (cookie.ts), and the IP address whose new carts are limited. */
export type NewCart = { prefix: string; address: string }

const DAY_MS = 86_400_000
/** How long a replaced token can still be used. */
const OLD_TOKEN_MS = 5 * 60_000

/** Maximum number of attempts, because a product can become available before the reason for a rejection is found. */
const TRIES = 3

/** New carts per IP address, which may be an office of 1,000 customers. */
const NEW_CARTS: Limit = { name: 'new-carts', points: 1500, seconds: 12 * 60 * 60 }

/**
 * Adds units of a product; adding it again increases the item's quantity.
 * @param owner null for a visitor without a cart
 * @returns the cart's owner: a visitor without a cart gets a new token
 * @throws ShopError 404, 409 if the product is out of stock or the cart full, 400 if the quantity becomes too large,
 * 429
 */
export async function addToCart(
  db: Db,
  owner: Owner | null,
  item: items.CartAddition,
  newCart: NewCart,
): Promise<Owner> {
  const holder = await holderOf(db, owner, newCart)
  for (let tried = 0; tried < TRIES; tried++) {
    if (await items.addToItem(db, holder, item)) return holder
    const reason = await rejection(db, holder, item)
    if (reason) throw reason
  }
  throw outOfStock()
}

/** @throws ShopError 404 if the owner's cart has no such item */
export async function changeQuantity(db: Db, owner: Owner | null, itemId: number, quantity: number) {
  if (!owner || !(await items.updateQuantity(db, owner, itemId, quantity))) throw itemNotFound()
}

/** @throws ShopError 404 if the owner's cart has no such item */
export async function removeFromCart(db: Db, owner: Owner | null, itemId: number) {
  if (!owner || !(await items.deleteItem(db, owner, itemId))) throw itemNotFound()
}

/** Removes all items; does nothing for a visitor without a cart. */
export async function clearCart(db: Db, owner: Owner | null) {
  if (owner) await items.deleteItems(db, owner)
}

/**
 * Makes a visitor's cart the cart of the user who signs in, and merges the user's earlier cart into it, including an
 * order that awaits payment. Invalidates the token.
 * @param withOrders if false, detaches the orders of the visitor's cart, which a stranger could have planted
 */
export async function claimCart(
  db: Db,
  cartToken: string,
  userId: number,
  { withOrders }: { withOrders: boolean },
): Promise<void> {
  await inTransaction(db, async (db) => {
    if (!(await queries.hasCart(db, { token: cartToken }))) return
    // Items that the user adds on another device wait for this lock, so they aren't lost.
    const users = await claims.lockUsersCart(db, userId)
    const visitors = await claims.lockVisitorsCart(db, cartToken)
    if (visitors === null) return
    await lockOrdersOfCarts(db, [users, visitors])
    if (!withOrders) await detachOrdersFromCart(db, visitors)
    await claims.mergeItems(db, users, visitors)
    await moveOrdersToCart(db, users, visitors)
    await claims.deleteCart(db, users)
    await claims.updateOwner(db, visitors, userId)
  })
}

/** Removes the purchased items of an order from its cart. Items added since then stay. */
export async function removePurchasedItems(db: Db, orderId: string): Promise<void> {
  await items.subtractOrder(db, orderId)
}

/** @returns true on the first use of the day, when the cookie should be renewed, too */
export async function noteUse(db: Db, owner: Owner | null): Promise<boolean> {
  return owner !== null && queries.updateLastUse(db, owner, daysAgo(1))
}

/** Deletes carts that weren't used for CART_DAYS, and empty carts after a day. */
export async function deleteUnusedCarts(db: Db): Promise<void> {
  await queries.deleteCartsUsedBefore(db, daysAgo(CART_DAYS))
  await queries.deleteEmptyCartsUsedBefore(db, daysAgo(1))
}

/**
 * Gives a visitor's cart a new token. For five minutes, the old token still identifies the cart and its order, but it
 * can't read or change an address.
 * @param addresses if the cart's unpaid order has exactly these addresses, the token stays
 * @returns the same owner if there was nothing to do, or if its token is no longer the current one
 */
export async function renewToken(
  db: Db,
  owner: { token: string },
  prefix: string,
  addresses?: OrderAddresses,
): Promise<Owner> {
  const renewed = { token: prefix + randomToken() }
  const until = new Date(now().getTime() + OLD_TOKEN_MS)
  return (await queries.updateToken(db, owner, renewed, until, addresses)) ? renewed : owner
}

/**
 * Gives a cart that a stranger could have planted a new token, and detaches its orders. Their address is the
 * stranger's, and the next checkout would continue the stranger's order.
 * @returns the same owner if the cart is empty, or if its token is no longer the current one
 */
export async function moveItems(db: Db, owner: { token: string }, prefix: string): Promise<Owner> {
  return inTransaction(db, async (db) => {
    const renewed = await renewToken(db, owner, prefix)
    const cart = renewed === owner ? null : await queries.lockCart(db, renewed)
    if (cart) await detachOrdersFromCart(db, cart.id)
    return renewed
  })
}

/** Never reuses a token without a cart, because a stranger may have planted it. */
async function holderOf(db: Db, owner: Owner | null, { prefix, address }: NewCart): Promise<Owner> {
  if (owner && ('userId' in owner || (await queries.hasCart(db, owner)))) return owner
  await countAttempt(db, NEW_CARTS, address)
  return { token: prefix + randomToken() }
}

/** Returns the reason why nothing was added, or null if the product is available again. */
async function rejection(
  db: Db,
  owner: Owner,
  { productId, variantId, quantity }: items.CartAddition,
): Promise<ShopError | null> {
  const found = await items.findWanted(db, { productId, variantId })
  if (!found) return notFound(CART_MESSAGES.productNotFound)
  const { variant } = found
  if (!variant) return notFound(VARIANT_MESSAGES.notFound)
  if (!variant.inStock) return outOfStock()
  const { others, units } = await items.countItems(db, owner, variant.id)
  if (others >= CART_ITEMS_MAX) return new ShopError(409, 'cart_full', CART_MESSAGES.full)
  if (units + quantity <= QUANTITY_MAX) return null
  return invalidInput(CART_MESSAGES.tooMany, [{ path: 'quantity', message: CART_MESSAGES.tooMany }])
}

function daysAgo(days: number): Date {
  return new Date(now().getTime() - days * DAY_MS)
}

const outOfStock = () => new ShopError(409, 'out_of_stock', CART_MESSAGES.outOfStock)
const itemNotFound = () => notFound(CART_MESSAGES.itemNotFound)
