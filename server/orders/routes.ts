import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/orders/api.ts'
import { cancelOrder } from '#contract/orders/transitions.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { addressKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { cancelForCustomer, claimOrder } from './orders.ts'
import { listOrdersOf } from './queries.ts'
import { trackOrder } from './track.ts'

export function orderRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, contract.listOrders, async (_input, request) => listOrdersOf(db, signedInUser(request).id))

  const track = async (
    query: contract.TrackingQuery,
    request: FastifyRequest,
    reply: { header(name: string, value: string): unknown },
    purpose?: 'cancel' | 'claim',
  ) => {
    reply.header('cache-control', 'no-store')
    return trackOrder(db, query, addressKey(request.ip), purpose)
  }
  mount(app, contract.trackOrder, (query, request, reply) => track(query, request, reply))
  mount(app, contract.trackOrderByForm, (query, request, reply) => track(query, request, reply))

  mount(app, contract.claimOrder, async (query, request, reply) => {
    const { id } = await track(query, request, reply, 'claim')
    await claimOrder(db, signedInUser(request).id, id)
    return { success: true } as const
  })

  mount(app, cancelOrder, async (query, request, reply) => {
    const { id } = await track(query, request, reply, 'cancel')
    await cancelForCustomer(db, config, id)
    return track(query, request, reply, 'cancel')
  })
}
