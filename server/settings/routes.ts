import type { FastifyInstance } from 'fastify'
import { centsToWire } from '#contract/money.ts'
import { getShopInfo } from '#contract/settings.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { readSettings } from './settings.ts'

export function settingsRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, getShopInfo, async () => {
    const settings = await readSettings(db)
    return {
      name: settings.shopName,
      demo: config.demo,
      sandboxUrl: config.sandbox?.url ?? null,
      publicUrl: config.publicUrl,
      pageSize: settings.pageSize,
      shippingRate: centsToWire(settings.shippingRateCents),
    }
  })
}
