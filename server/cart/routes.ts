import type { FastifyInstance, FastifyReply } from 'fastify'
import * as contract from '#contract/cart/api.ts'
import { mount } from '../platform/http/mount.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { addToCart, changeQuantity, clearCart, noteUse, removeFromCart } from './cart.ts'
import { newCartOf, ownerOf, setCartCookie, upgradeCookie } from './cookie.ts'
import { listCartLines, type Owner } from './queries.ts'

export function cartRoutes(app: FastifyInstance, { db, config }: Shop) {
  const cartOf = async (owner: Owner | null, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
    // Every page asks for the cart: for a visitor who has none, the database is not asked.
    return owner ? listCartLines(db, owner, (await readSettings(db)).shippingRateCents) : []
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
    // A token that was replaced meanwhile must not come back to the browser.
    if (owner !== known) setCartCookie(reply, owner, config)
    return cartOf(owner, reply)
  })

  mount(app, contract.changeCartItem, async ({ itemId, quantity }, request, reply) => {
    const owner = ownerOf(request)
    await changeQuantity(db, owner, itemId, quantity)
    return cartOf(owner, reply)
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
