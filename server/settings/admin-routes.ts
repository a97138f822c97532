import type { FastifyInstance } from 'fastify'
import { changeSettings, getSettings } from '#contract/settings/api.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { changeShopSettings, findShopSettings, requireTaxSetup } from './admin-settings.ts'

export function settingsAdminRoutes(app: FastifyInstance, { db, config, gateway }: Shop) {
  mount(app, getSettings, () => findShopSettings(db, config))

  mount(app, changeSettings, async ({ version, ...changes }, request) => {
    await requireTaxSetup(db, changes, gateway.findTaxSetup)
    await changeShopSettings(db, signedInUser(request), changes, { version })
    return findShopSettings(db, config)
  })
}
