import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { CartItem } from '#contract/cart/api.ts'
import { RowId } from '#contract/text.ts'
import { plainForms } from '../platform/http/forms.ts'
import type { Shop } from '../shop.ts'
import { addToCart, changeQuantity, removeFromCart } from './cart.ts'
import { newCartOf, ownerOf, setCartCookie } from './cookie.ts'

const CART_PAGE = '/cart'

const Quantity = z.string().transform(Number).pipe(CartItem.shape.quantity)
const Added = z.object({ productId: RowId, quantity: Quantity })
const Changed = z.object({ itemId: RowId, quantity: Quantity })
const Removed = z.object({ itemId: RowId })

/** What the buttons of pages do where no script runs. Who is signed in has a script, so these are visitors. */
export async function cartForms(app: FastifyInstance, { db, config }: Shop) {
  const problemPage = (code: string) => `${CART_PAGE}?problem=${code}`
  await plainForms(app, problemPage, (form) => {
    form('/cart/items', Added, async (item, request, reply) => {
      const known = ownerOf(request)
      const owner = await addToCart(db, known, item, newCartOf(request, config))
      if (owner !== known) setCartCookie(reply, owner, config)
      return CART_PAGE
    })
    form('/cart/items/:itemId', Changed, async ({ itemId, quantity }, request) => {
      await changeQuantity(db, ownerOf(request), itemId, quantity)
      return CART_PAGE
    })
    form('/cart/items/:itemId/remove', Removed, async ({ itemId }, request) => {
      await removeFromCart(db, ownerOf(request), itemId)
      return CART_PAGE
    })
  })
}
