import type { FastifyInstance } from 'fastify'
import { COUNT_MAX, getProduct, listCategories, listProducts, PAGE_SIZE_MAX } from '#contract/catalog.ts'
import { notFound } from '../errors.ts'
import { mount } from '../platform/http/mount.ts'
import { pageLinks } from '../platform/http/paging.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import * as queries from './queries.ts'

export function catalogRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, listCategories, async () => queries.listCategories(db))

  mount(app, listProducts, async (query, request, reply) => {
    const { pageSize, shippingRateCents } = await readSettings(db)
    const defaults = { pageSize: Math.min(pageSize, PAGE_SIZE_MAX), flatRateCents: shippingRateCents }
    const counted = await queries.countProducts(db, query)
    const total = Math.min(counted, COUNT_MAX)
    reply.header('x-total-count', String(total))
    if (counted > COUNT_MAX) reply.header('x-total-capped', 'true')
    if (query.page !== undefined) {
      const pages = Math.max(1, Math.ceil(total / (query.pageSize ?? defaults.pageSize)))
      reply.header('link', pageLinks(request.url, query.page, pages))
    }
    return queries.listProducts(db, query, defaults)
  })

  mount(app, getProduct, async ({ slugOrId }) => {
    const { shippingRateCents } = await readSettings(db)
    const product = await queries.findProduct(db, slugOrId, shippingRateCents)
    if (!product) throw notFound('Product not found')
    return product
  })
}
