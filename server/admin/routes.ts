import type { FastifyInstance } from 'fastify'
import { getShopCounts } from '#contract/admin.ts'
import { getDashboard } from '#contract/dashboard.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { readDashboard } from './dashboard.ts'
import { countShop } from './queries.ts'

export function adminRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, getShopCounts, () => countShop(db))

  mount(app, getDashboard, ({ days }) => readDashboard(db, days))
}
