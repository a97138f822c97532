import type { FastifyInstance } from 'fastify'
import { getShopCounts } from '#contract/admin.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { countShop } from './queries.ts'

export function adminRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, getShopCounts, () => countShop(db))
}
