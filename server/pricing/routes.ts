import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/pricing/api.ts'
import { findProduct } from '../catalog/queries.ts'
import { notFound } from '../errors.ts'
import { mount } from '../platform/http/mount.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { productShipping, type ShippedProduct, shippingDetails } from './product-shipping.ts'
import { findOwnShippingCost } from './queries.ts'
import { shippingCountries, shippingRates } from './shipping-facts.ts'

export function pricingRoutes(app: FastifyInstance, { reads, config }: Shop) {
  mount(app, contract.getShippingCountries, async (_input, request) =>
    shippingCountries(await reads(request, readSettings)),
  )

  mount(app, contract.getShippingRates, async (_input, request) =>
    shippingRates(await reads(request, readSettings)),
  )

  mount(app, contract.getProductShipping, async ({ slugOrId, ...place }, request) => {
    const { settings, shipped } = await findShipped(request, slugOrId)
    return productShipping(settings, shipped, place)
  })

  mount(app, contract.getShippingDetails, async ({ slugOrId }, request) => {
    const { settings, shipped } = await findShipped(request, slugOrId)
    return shippingDetails(settings, config.publicUrl, shipped)
  })

  /** @throws ShopError 404 */
  function findShipped(request: FastifyRequest, slugOrId: string) {
    return reads(request, async (db): Promise<{ settings: Settings; shipped: ShippedProduct }> => {
      const settings = await readSettings(db)
      const product = await findProduct(db, slugOrId, settings)
      if (!product) throw notFound('Product not found')
      return { settings, shipped: { product, ownCents: await findOwnShippingCost(db, product.id) } }
    })
  }
}
