import type { FastifyInstance } from 'fastify'
import { changeSettings, getSettings } from '#contract/settings/api.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import type { Shop } from '../shop.ts'
import { changeShopSettings, findShopSettings, requireTaxSetup } from './admin-settings.ts'
import { type SizeOf, withMeasuredImages } from './images.ts'

/** @param sizeOf returns the size of an image, or throws a ShopError if the shop doesn't host it */
export function settingsAdminRoutes(app: FastifyInstance, { db, config, gateway }: Shop, sizeOf: SizeOf) {
  mount(app, getSettings, () => findShopSettings(db, config))

  mount(app, changeSettings, async ({ version, ...changes }, request) => {
    await requireTaxSetup(db, changes, gateway.findTaxSetup)
    const measured = await withMeasuredImages(db, changes, sizeOf)
    await changeShopSettings(db, signedInUser(request), measured, { version })
    return findShopSettings(db, config)
  })
}
