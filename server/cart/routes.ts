import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import * as contract from '#contract/cart/api.ts'
import { CartItem } from '#contract/cart/api.ts'
import { RowId } from '#contract/text.ts'
import { listVariants } from '../catalog/variant-queries.ts'
import { inTurn } from '../platform/http/fair-turns.ts'
import { plainForms } from '../platform/http/forms.ts'
import { mount } from '../platform/http/mount.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { addToCart, changeQuantity, clearCart, noteUse, removeFromCart } from './cart.ts'
import { newCartOf, ownerOf, setCartCookie, upgradeCookie } from './cookie.ts'
import { type CartItemRow, listCartItems } from './item-queries.ts'
import type { Owner } from './queries.ts'

export function cartRoutes(app: FastifyInstance, { db, config }: Shop) {
  const cartOf = async (owner: Owner | null, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    // Every page loads the cart, so visitors without one must not cause a query.
    return owner ? listCartItems(db, owner, await readSettings(db)) : []
  }

  /** The item that was changed has the first variants of its product, so a client can offer others. */
  const changedCartOf = async (
    owner: Owner | null,
    reply: FastifyReply,
    isChanged: (item: CartItemRow) => boolean,
  ) => {
    const items = await cartOf(owner, reply)
    const changed = items.find(isChanged)
    if (!changed?.variant) return items
    const { productId, product } = changed
    const listed = await listVariants(db, productId, { page: 1 }, await readSettings(db))
    const variants = listed?.variants ?? []
    return items.map((item) => (item === changed ? { ...item, product: { ...product, variants } } : item))
  }

  mount(app, contract.listCartItems, async (_input, request, reply) => {
    const known = ownerOf(request)
    const owner = known && (await upgradeCookie(db, known, request, reply, config))
    if (owner && (await noteUse(db, owner))) setCartCookie(reply, owner, config)
    return cartOf(owner, reply)
  })

  mount(app, contract.addCartItem, async (item, request, reply) => {
    const known = ownerOf(request)
    const owner = await addToCart(db, known, item, newCartOf(request, config))
    // A token that was replaced in the meantime must not be sent to the browser again.
    if (owner !== known) setCartCookie(reply, owner, config)
    const { productId, variantId } = item
    return changedCartOf(
      owner,
      reply,
      (one) => one.productId === productId && (variantId ?? one.variantId) === one.variantId,
    )
  })

  mount(app, contract.changeCartItem, async ({ itemId, quantity }, request, reply) => {
    const owner = ownerOf(request)
    await changeQuantity(db, owner, itemId, quantity)
    return changedCartOf(owner, reply, ({ id }) => id === itemId)
  })

  mount(app, contract.removeCartItem, async ({ itemId }, request, reply) => {
    const owner = ownerOf(request)
    await removeFromCart(db, owner, itemId)
    return cartOf(owner, reply)
  })

  mount(app, contract.clearCart, async (_input, request, reply) => {
    const owner = ownerOf(request)
    await clearCart(db, owner)
    return cartOf(owner, reply)
  })
}

const CART_PAGE = '/cart'

const Quantity = z.string().transform(Number).pipe(CartItem.shape.quantity)
const Added = z.object({ productId: RowId, quantity: Quantity, variantId: RowId.optional() })
const Changed = z.object({ itemId: RowId, quantity: Quantity })
const Removed = z.object({ itemId: RowId })

/**
 * Handles cart forms submitted without JavaScript. They come from visitors, because being signed in requires
 * JavaScript.
 */
export async function cartForms(app: FastifyInstance, { db, config }: Shop) {
  const problemPage = (code: string) => `${CART_PAGE}?problem=${code}`
  await plainForms(app, problemPage, (form) => {
    form('/cart/items', Added, (item, request, reply) =>
      inTurn(request, async () => {
        const known = ownerOf(request)
        const owner = await addToCart(db, known, item, newCartOf(request, config))
        if (owner !== known) setCartCookie(reply, owner, config)
        return CART_PAGE
      }),
    )
    form('/cart/items/:itemId', Changed, ({ itemId, quantity }, request) =>
      inTurn(request, async () => {
        await changeQuantity(db, ownerOf(request), itemId, quantity)
        return CART_PAGE
      }),
    )
    form('/cart/items/:itemId/remove', Removed, ({ itemId }, request) =>
      inTurn(request, async () => {
        await removeFromCart(db, ownerOf(request), itemId)
        return CART_PAGE
      }),
    )
  })
}
