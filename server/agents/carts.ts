import { AGENT_MESSAGES, LINK_HOURS } from '#contract/agents/api.ts'
import { addToCart, changeQuantity, type NewCart, removeFromCart } from '../cart/cart.ts'
import type { CartAddition } from '../cart/item-queries.ts'
import { hasCart, type Owner } from '../cart/queries.ts'
import { invalidInput, notFound, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { isToken } from '../platform/ids.ts'
import { DecryptionError } from '../platform/secret-box.ts'
import { type PricedCart, priceCart } from '../pricing/pricing.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'

/** No cookie has this prefix, so an agent's token doesn't work in browsers, and a browser's token doesn't work here. */
const AGENT_PREFIX = 'agent:'

/**
 * Creates a cart with these products.
 * @param address the agent's IP address, which limits its new carts
 * @returns its id, which lets an agent read and change the cart
 * @throws ShopError as for the site's cart; a cart with some of the products may remain, but its ID is unknown
 */
export async function createCart(db: Db, items: CartAddition[], address: string): Promise<string> {
  let owner: Owner | null = null
  for (const line of items) owner = await addToCart(db, owner, line, { prefix: AGENT_PREFIX, address })
  if (!owner || !('token' in owner)) throw notFound(AGENT_MESSAGES.noCart)
  return owner.token
}

/** @throws ShopError 404 if there is no such cart, or a user has claimed it */
export async function readCart(db: Db, cartId: string): Promise<PricedCart> {
  return cartOf(db, await ownerOf(db, cartId))
}

/**
 * Sets quantities: 0 removes a product, and products not yet in the cart are added.
 * @throws ShopError
 */
export async function updateCart(
  db: Db,
  cartId: string,
  items: CartAddition[],
  address: string,
): Promise<PricedCart> {
  const owner = await ownerOf(db, cartId)
  for (const { productId, variantId, quantity } of items) {
    const item = (await cartOf(db, owner)).lines.find(
      (one) => one.productId === productId && (variantId ?? one.variantId) === one.variantId,
    )
    if (item && quantity === 0) await removeFromCart(db, owner, item.id)
    else if (item) await changeQuantity(db, owner, item.id, quantity)
    else if (quantity > 0)
      await addToCart(db, owner, { productId, variantId, quantity }, { prefix: AGENT_PREFIX, address })
  }
  return cartOf(db, owner)
}

/**
 * Merges an agent's cart into the shopper's, keeping the larger quantity of each variant, so opening a link twice
 * changes nothing. The carts stay separate: the agent sees neither the shopper's other items nor the shipping address.
 * Unavailable products are skipped.
 * @throws ShopError 404 if the agent's cart no longer exists, 409 if the shopper's is full
 */
export async function claimCart(
  db: Db,
  cartId: string,
  shopper: Owner | null,
  newCart: NewCart,
): Promise<Owner | null> {
  const { lines: offered } = await readCart(db, cartId)
  const own = new Map(
    (shopper ? (await cartOf(db, shopper)).lines : []).map((line) => [line.variantId, line.quantity]),
  )
  let owner = shopper
  for (const line of offered) {
    const { productId, variantId } = line
    const missing = line.quantity - (own.get(variantId) ?? 0)
    const item = { productId, variantId, quantity: missing }
    if (missing > 0) owner = await addIfAvailable(db, owner, item, newCart)
  }
  return owner
}

async function addIfAvailable(
  db: Db,
  owner: Owner | null,
  line: CartAddition,
  newCart: NewCart,
): Promise<Owner | null> {
  try {
    return await addToCart(db, owner, line, newCart)
  } catch (error) {
    if (error instanceof ShopError && ['out_of_stock', 'not_found'].includes(error.code)) return owner
    throw error
  }
}

async function ownerOf(db: Db, cartId: string): Promise<Owner> {
  const owner = { token: cartId }
  const isAgents = cartId.startsWith(AGENT_PREFIX) && isToken(cartId.slice(AGENT_PREFIX.length))
  if (!isAgents || !(await hasCart(db, owner))) throw notFound(AGENT_MESSAGES.noCart)
  return owner
}

async function cartOf(db: Db, owner: Owner): Promise<PricedCart> {
  return priceCart(db, owner, await readSettings(db), null)
}

const PURPOSE = 'agents.checkout-link'

type Parts = Pick<Shop, 'config' | 'secrets'>

/** Returns a shop URL for an agent's cart. The cart's id is encrypted, since it allows changing the cart. */
export function checkoutLink({ config, secrets }: Parts, cartId: string): { url: string; validUntil: Date } {
  const validUntil = new Date(now().getTime() + LINK_HOURS * 3_600_000)
  const code = secrets.encrypt(`${validUntil.getTime()} ${cartId}`, PURPOSE)
  return { url: `${config.publicUrl}/cart?take=${encodeURIComponent(code)}`, validUntil }
}

/** @returns the cart's id @throws ShopError 400 if the link is invalid or has expired */
export function readLink({ secrets }: Pick<Shop, 'secrets'>, code: string): string {
  const [until = '', cartId = ''] = opened(secrets, code).split(' ')
  if (Number(until) <= now().getTime()) throw notValid()
  return cartId
}

function opened(secrets: Shop['secrets'], code: string): string {
  try {
    return secrets.decrypt(code, PURPOSE)
  } catch (error) {
    if (error instanceof DecryptionError) throw notValid()
    throw error
  }
}

const notValid = () => invalidInput(AGENT_MESSAGES.link)
