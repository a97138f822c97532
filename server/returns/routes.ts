import type { FastifyInstance } from 'fastify'
import { requestReturn as requestReturnEndpoint } from '#contract/returns/api.ts'
import { trackOrder } from '../orders/track.ts'
import { addressKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { requestReturn } from './returns.ts'

export function returnRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, requestReturnEndpoint, async ({ orderId, email, ...asked }, request, reply) => {
    reply.header('cache-control', 'no-store')
    const prove = () => trackOrder(db, { orderId, email }, addressKey(request.ip), 'return')
    await requestReturn(db, config, (await prove()).id, asked)
    return prove()
  })
}
