import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/pricing/api.ts'
import { findProduct } from '../catalog/queries.ts'
import { notFound } from '../errors.ts'
import { productTag, tagResponse } from '../platform/http/cache-tags.ts'
import { mount } from '../platform/http/mount.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { productShipping, type ShippedProduct, shippingDetails } from './product-shipping.ts'
import { findOwnShippingCost } from './queries.ts'
import { shippingCountries, shippingRates } from './shipping-facts.ts'

export function pricingRoutes(app: FastifyInstance, { reads, config }: Shop) {
  mount(app, contract.getShippingCountries, async (_input, request, reply) => {
    tagResponse(reply, [])
    return shippingCountries(await reads(request, readSettings))
  })

  mount(app, contract.getShippingRates, async (_input, request, reply) => {
    tagResponse(reply, [])
    return shippingRates(await reads(request, readSettings))
  })

  mount(app, contract.getProductShipping, async ({ slugOrId, ...place }, request, reply) => {
    const settings = await reads(request, readSettings)
    const shipped = await findShipped(request, slugOrId, settings)
    tagResponse(reply, [productTag(shipped.product.id)])
    return productShipping(settings, shipped, place)
  })

  mount(app, contract.getShippingDetails, async ({ slugOrId }, request, reply) => {
    const settings = await reads(request, readSettings)
    const shipped = settings.zones && (await findShipped(request, slugOrId, settings))
    tagResponse(reply, shipped ? [productTag(shipped.product.id)] : [])
    return shipped ? shippingDetails(settings, config.publicUrl, shipped) : []
  })

  /** @throws ShopError 404 */
  function findShipped(request: FastifyRequest, slugOrId: string, settings: Settings) {
    return reads(request, async (db): Promise<ShippedProduct> => {
      const product = await findProduct(db, slugOrId, settings)
      if (!product) throw notFound('Product not found')
      // Without zones, the product's shown cost says everything.
      return { product, ownCents: settings.zones && (await findOwnShippingCost(db, product.id)) }
    })
  }
}
