import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/orders/admin.ts'
import * as review from '#contract/orders/review.ts'
import { ORDER_MESSAGES, readOrderId } from '#contract/orders/rules.ts'
import * as transitions from '#contract/orders/transitions.ts'
import { notFound } from '../errors.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount, mountFile } from '../platform/http/mount.ts'
import { setPaginationHeaders } from '../platform/http/paging.ts'
import type { Shop } from '../shop.ts'
import { adminOrder, insertNote } from './admin-queries.ts'
import { exportOrders } from './export.ts'
import { correctTracking, deliverOrder, shipOrder } from './fulfillment.ts'
import { countAdminOrders, listAdminOrders } from './list-queries.ts'
import { cancelOrder } from './orders.ts'
import { findOrder } from './queries.ts'
import { approveOrder, holdByAdmin } from './review.ts'

export function orderAdminRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, contract.listAdminOrders, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await countAdminOrders(db, query))
    return listAdminOrders(db, query)
  })
  mountFile(app, contract.exportOrders, (filters, request) => ({
    name: 'orders.csv',
    content: exportOrders(db, signedInUser(request).id, filters),
  }))
  mount(app, contract.getAdminOrder, async ({ orderId }) => adminOrder(db, readOrderId(orderId)))

  mount(app, transitions.shipOrder, async ({ orderId, ...shipment }, request) => {
    const id = readOrderId(orderId)
    await shipOrder(db, config, id, signedInUser(request), shipment)
    return currentOrder(id)
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
  mount(app, contract.cancelPaidOrder, async ({ orderId, restock, reason }, request) => {
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
  mount(app, contract.addOrderNote, async ({ orderId, text }, request) => {
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
