import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/order-moves.ts'
import { ORDER_MESSAGES, readOrderId } from '#contract/order-rules.ts'
import { notFound } from '../errors.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { deliverOrder, shipOrder } from './dispatch.ts'
import { findOrder } from './queries.ts'

export function orderAdminRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, contract.shipOrder, async ({ orderId, ...parcel }, request) => {
    const id = readOrderId(orderId)
    await shipOrder(db, id, signedInUser(request), parcel)
    return orderNow(id)
  })
  mount(app, contract.deliverOrder, async ({ orderId }, request) => {
    const id = readOrderId(orderId)
    await deliverOrder(db, id, signedInUser(request))
    return orderNow(id)
  })

  async function orderNow(id: string) {
    const order = await findOrder(db, id)
    if (!order) throw notFound(ORDER_MESSAGES.notFound)
    return order
  }
}
