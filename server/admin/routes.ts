import type { FastifyInstance } from 'fastify'
import { getDashboard, getShopCounts } from '#contract/admin/api.ts'
import { getMail } from '#contract/settings/api.ts'
import { mount } from '../platform/http/mount.ts'
import { mailState } from '../platform/mail/outbox.ts'
import type { Shop } from '../shop.ts'
import { readDashboard } from './dashboard.ts'
import { countShop } from './dashboard-queries.ts'

export function adminRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, getShopCounts, () => countShop(db))

  mount(app, getDashboard, ({ days }) => readDashboard(db, days))

  mount(app, getMail, () => mailState(db, config))
}
