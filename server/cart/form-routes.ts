import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { CartItem } from '#contract/cart.ts'
import { RowId } from '#contract/text.ts'
import { notAllowed, ShopError } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { addToCart, changeQuantity, removeFromCart } from './cart.ts'
import { ownerOf, setCartCookie } from './cookie.ts'

const FORM = 'application/x-www-form-urlencoded'
const CART_PAGE = '/cart'

const Quantity = z.string().transform(Number).pipe(CartItem.shape.quantity)
const Added = z.object({ productId: RowId, quantity: Quantity })
const Changed = z.object({ itemId: RowId, quantity: Quantity })
const Removed = z.object({ itemId: RowId })

/**
 * What the buttons of pages do where no script runs: plain forms, answered by the way to the plain cart page. Who is signed
 * in has a script, so these are visitors.
 */
export async function cartForms(parent: FastifyInstance, { db, config }: Shop) {
  await parent.register((app, _options, done) => {
    app.addContentTypeParser(FORM, { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
      Object.fromEntries(new URLSearchParams(body)),
    )
    app.addHook('onRequest', async (request) => refuseOtherSites(request))

    form(app, '/cart/items', Added, async (item, request, reply) => {
      setCartCookie(reply, await addToCart(db, ownerOf(request), item), config)
    })
    form(app, '/cart/items/:itemId', Changed, async ({ itemId, quantity }, request) =>
      changeQuantity(db, ownerOf(request), itemId, quantity),
    )
    form(app, '/cart/items/:itemId/remove', Removed, async ({ itemId }, request) =>
      removeFromCart(db, ownerOf(request), itemId),
    )
    done()
  })
}

/** A refusal is told on the cart page, by its code. */
function form<I extends z.ZodType>(
  app: FastifyInstance,
  url: string,
  input: I,
  act: (input: z.output<I>, request: FastifyRequest, reply: FastifyReply) => Promise<void>,
) {
  app.post(url, async (request, reply) => {
    const sent = input.safeParse({ ...(request.body as object), ...(request.params as object) })
    if (!sent.success) return reply.redirect(`${CART_PAGE}?problem=invalid_input`, 303)
    try {
      await act(sent.data, request, reply)
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      return reply.redirect(`${CART_PAGE}?problem=${error.code}`, 303)
    }
    return reply.redirect(CART_PAGE, 303)
  })
}

/** A form on a page of somebody else must not fill a shopper's cart, or put another cookie in place of theirs. */
function refuseOtherSites(request: FastifyRequest) {
  const from = request.headers['sec-fetch-site']
  if (from !== undefined && from !== 'same-origin' && from !== 'none') throw notAllowed()
}
