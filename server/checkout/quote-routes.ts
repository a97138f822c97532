import type { FastifyInstance } from 'fastify'
import { quoteCart } from '#contract/checkout/quote-api.ts'
import { ownerOf } from '../cart/cookie.ts'
import { inTurn } from '../platform/http/fair-turns.ts'
import { addressKey, countAttempt, type Limit, siteKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import { sha256 } from '../platform/ids.ts'
import type { Shop } from '../shop.ts'
import { quotedCart } from './quoted-cart.ts'

/** Quotes at an address per IP address, which may be an office with 1,000 customers. */
const AT_ADDRESS: Limit = { name: 'quote-address', points: 6000, seconds: 15 * 60 }

export function quoteRoutes(app: FastifyInstance, shop: Shop) {
  mount(app, quoteCart, async (asked, request, reply) => {
    reply.header('cache-control', 'no-store')
    const quote = (inTurn: <T>(work: () => Promise<T>) => Promise<T>) =>
      quotedCart(shop, ownerOf(request), asked, {
        addressKey: addressKey(request.ip),
        payerKey: sha256(siteKey(request.ip)),
        inTurn,
        onProblem: (error) => request.log.warn({ err: error }, 'no final quote'),
      })
    if (!asked.place?.address) return inTurn(request, () => quote((work) => work()))
    // These may wait for other services, which must not take turns.
    await countAttempt(shop.db, AT_ADDRESS, addressKey(request.ip))
    return quote((work) => inTurn(request, work))
  })
}
