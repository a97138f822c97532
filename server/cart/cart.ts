import { z } from 'zod'
import { CART_DAYS, CART_MESSAGES } from '#contract/cart/rules.ts'
import type { OrderAddresses } from '#contract/checkout/shipping.ts'
import { listProductsById } from '../catalog/lookup-queries.ts'
import { invalidInput, notFound, ShopError } from '../errors.ts'
import { detachOrdersFromCart, moveOrdersToCart } from '../orders/orders.ts'
import { lockOrdersOfCarts } from '../orders/write-queries.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { countAttempt, type Limit } from '../platform/http/limits.ts'
import { randomToken } from '../platform/ids.ts'
import { job } from '../platform/jobs/queue.ts'
import * as claims from './claim-queries.ts'
import type { Owner } from './queries.ts'
import * as queries from './queries.ts'

/** For a cart that is made: the prefix of its token says what opens it (cookie.ts), and its network address limits how many. */
export type NewCart = { prefix: string; address: string }

const DAY_MS = 86_400_000
/** How long the token before the current one still finds the cart. */
const OLD_TOKEN_MS = 5 * 60_000

/** New carts of one network address, which may be an office of 1,000 customers. */
const NEW_CARTS: Limit = { name: 'new-carts', points: 1500, seconds: 12 * 60 * 60 }

/**
 * Adds so many of a product; adding it again adds to its line.
 * @param owner null for a visitor who has no cart yet
 * @returns whose cart it is now: a visitor without one gets a new token
 * @throws ShopError 404, 409 when the product is out of stock or the cart full, 400 when the line would be too large, 429
 */
export async function addToCart(
  db: Db,
  owner: Owner | null,
  item: { productId: number; quantity: number },
  newCart: NewCart,
): Promise<Owner> {
  const holder = await holderOf(db, owner, newCart)
  if (!(await queries.addToLine(db, holder, item))) throw await refusal(db, holder, item.productId)
  return holder
}

/** @throws ShopError 404 when this is no item of the owner's cart */
export async function changeQuantity(db: Db, owner: Owner | null, itemId: number, quantity: number) {
  if (!owner || !(await queries.updateQuantity(db, owner, itemId, quantity))) throw itemNotFound()
}

/** @throws ShopError 404 when this is no item of the owner's cart */
export async function removeFromCart(db: Db, owner: Owner | null, itemId: number) {
  if (!owner || !(await queries.deleteItem(db, owner, itemId))) throw itemNotFound()
}

/** Takes everything out; a visitor without a cart has nothing to lose. */
export async function clearCart(db: Db, owner: Owner | null) {
  if (owner) await queries.deleteItems(db, owner)
}

/**
 * A visitor's cart becomes the cart of the user who signs in; what the user had in another one comes into it, with the
 * order that waits for its payment. The token opens nothing any more.
 * @param withOrders false leaves the orders of the visitor's cart behind, for one that a stranger could have planted
 */
export async function claimCart(
  db: Db,
  cartToken: string,
  userId: number,
  { withOrders }: { withOrders: boolean },
): Promise<void> {
  await inTransaction(db, async (db) => {
    if (!(await queries.hasCart(db, { token: cartToken }))) return
    // What the user adds on another device meanwhile waits until it is done, and is not lost.
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

/** Removes the purchased items of an order from the cart that it was placed from. Items added since then stay. */
export async function removePurchasedItems(db: Db, orderId: string): Promise<void> {
  await queries.subtractOrder(db, orderId)
}

/** @returns true when it was the first use today: then the cookie's time begins anew, too */
export async function noteUse(db: Db, owner: Owner | null): Promise<boolean> {
  return owner !== null && queries.updateLastUse(db, owner, daysAgo(1))
}

/** Deletes carts that nobody came back to; an empty one after a day. */
export async function deleteUnusedCarts(db: Db): Promise<void> {
  await queries.deleteCartsUsedBefore(db, daysAgo(CART_DAYS))
  await queries.deleteEmptyCartsUsedBefore(db, daysAgo(1))
}

/**
 * Gives a visitor's cart a new token. The one before it still finds the cart and its order for five minutes, but reads and
 * changes no address.
 * @param address only if the cart has no unpaid order with just this address
 * @returns the same owner if nothing was to do, or if its token is no longer the current one
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
 * Gives a cart that a stranger could have planted a new token, and leaves its orders behind: their address is the stranger's,
 * and the next checkout would continue the stranger's order.
 * @returns the same owner if the cart is empty, or if its token is no longer the current one
 */
export async function takeItems(db: Db, owner: { token: string }, prefix: string): Promise<Owner> {
  return inTransaction(db, async (db) => {
    const renewed = await renewToken(db, owner, prefix)
    const cart = renewed === owner ? null : await queries.lockCart(db, renewed)
    if (cart) await detachOrdersFromCart(db, cart.id)
    return renewed
  })
}

/** A token that opens no cart is not taken over: somebody else may have put it there. */
async function holderOf(db: Db, owner: Owner | null, { prefix, address }: NewCart): Promise<Owner> {
  if (owner && ('userId' in owner || (await queries.hasCart(db, owner)))) return owner
  await countAttempt(db, NEW_CARTS, address)
  return { token: prefix + randomToken() }
}

/** Why nothing was added. */
async function refusal(db: Db, owner: Owner, productId: number): Promise<ShopError> {
  const found = (await listProductsById(db, [productId], 0)).get(productId)
  if (!found || found.isArchived) return notFound(CART_MESSAGES.productNotFound)
  if (!found.product.inStock) return new ShopError(409, 'out_of_stock', CART_MESSAGES.outOfStock)
  if (!(await queries.hasProduct(db, owner, productId)))
    return new ShopError(409, 'cart_full', CART_MESSAGES.full)
  return invalidInput(CART_MESSAGES.tooMany, [{ path: 'quantity', message: CART_MESSAGES.tooMany }])
}

function daysAgo(days: number): Date {
  return new Date(now().getTime() - days * DAY_MS)
}

const itemNotFound = () => notFound(CART_MESSAGES.itemNotFound)

/** Every night: forgets the carts that were not used for so long. */
export const forgetCarts = job('forget-carts', z.object({}))
