import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as admin from '#contract/orders/admin.ts'
import * as contract from '#contract/orders/api.ts'
import * as review from '#contract/orders/review.ts'
import { ORDER_MESSAGES, readOrderId } from '#contract/orders/rules.ts'
import * as transitions from '#contract/orders/transitions.ts'
import { notFound } from '../errors.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { addressKey } from '../platform/http/limits.ts'
import { mount, mountFile } from '../platform/http/mount.ts'
import { setPaginationHeaders } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import { adminOrder, insertNote } from './admin-queries.ts'
import { exportOrders } from './export.ts'
import { cancelForCustomer, cancelOrder, correctTracking, deliverOrder, shipOrder } from './fulfillment.ts'
import { countAdminOrders, countWaitingOrders, listAdminOrders } from './list-queries.ts'
import { claimOrder } from './orders.ts'
import { findOrder, listOrdersOf } from './queries.ts'
import { approveOrder, holdByAdmin } from './review.ts'
import { shipOrders } from './ship-orders.ts'
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

  mount(app, transitions.cancelOrder, async (query, request, reply) => {
    const { id } = await track(query, request, reply, 'cancel')
    await cancelForCustomer(db, config, id)
    return track(query, request, reply, 'cancel')
  })
}

export function orderAdminRoutes(app: FastifyInstance, shop: Shop) {
  const { db, config } = shop

  mount(app, admin.listAdminOrders, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await countAdminOrders(db, query))
    return listAdminOrders(db, query)
  })
  mount(app, admin.countOrders, () => countWaitingOrders(db))
  mountFile(app, admin.exportOrders, (filters, request) => ({
    name: 'orders.csv',
    content: exportOrders(db, signedInUser(request).id, filters),
  }))
  mount(app, admin.getAdminOrder, async ({ orderId }) => adminOrder(db, readOrderId(orderId)))

  mount(app, transitions.shipOrder, async ({ orderId, ...shipment }, request) => {
    const id = readOrderId(orderId)
    await shipOrder(db, config, id, signedInUser(request), shipment)
    return currentOrder(id)
  })
  mount(app, transitions.shipOrders, ({ carrier, orders }, request) => {
    const parcels = orders.map(({ orderId, trackingNumber = null }) => ({
      orderId: readOrderId(orderId),
      carrier,
      trackingNumber,
    }))
    return shipOrders(db, config, signedInUser(request), parcels)
  })
  mount(app, transitions.correctTracking, async ({ orderId, ...shipment }, request) => {
    const id = readOrderId(orderId)
    await correctTracking(db, config, id, signedInUser(request), shipment)
    return currentOrder(id)
  })
  mount(app, transitions.deliverOrder, async ({ orderId }, request) => {
    const id = readOrderId(orderId)
    await deliverOrder(db, config, id, signedInUser(request))
    return currentOrder(id)
  })
  mount(app, admin.cancelPaidOrder, async ({ orderId, restock, reason }, request) => {
    const id = readOrderId(orderId)
    await cancelOrder(db, config, id, signedInUser(request), { restock, reason })
    return adminOrder(db, id)
  })
  mount(app, review.holdOrder, async ({ orderId, reason }, request) => {
    const id = readOrderId(orderId)
    await holdByAdmin(db, id, signedInUser(request), reason)
    return adminOrder(db, id)
  })
  mount(app, review.approveOrder, async ({ orderId }, request) => {
    const id = readOrderId(orderId)
    await approveOrder(db, id, signedInUser(request))
    return adminOrder(db, id)
  })
  mount(app, admin.addOrderNote, async ({ orderId, text }, request) => {
    const { id } = await adminOrder(db, readOrderId(orderId))
    await insertNote(db, id, signedInUser(request).id, text)
    return adminOrder(db, id)
  })

  async function currentOrder(id: string) {
    const order = await findOrder(db, id)
    if (!order) throw notFound(ORDER_MESSAGES.notFound)
    return order
  }
}
