import type { FastifyInstance } from 'fastify'
import {
  getProduct,
  listCategories,
  listProducts,
  type ProductQuery,
  suggestProducts,
} from '#contract/catalog/api.ts'
import { notFound } from '../errors.ts'
import { isForPage } from '../platform/http/in-process.ts'
import { mount } from '../platform/http/mount.ts'
import { linkPages } from '../platform/http/paging.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { browse } from './browse.ts'
import { openMissedSearches } from './missed-searches.ts'
import * as queries from './queries.ts'
import { suggest } from './suggestions.ts'

export function catalogRoutes(app: FastifyInstance, { db, log, reads }: Shop) {
  const missed = openMissedSearches(db, log)
  app.addHook('onClose', () => missed.stop())

  mount(app, listCategories, async (_input, request) => reads(request, queries.listCategories))

  mount(app, listProducts, async (query, request, reply) => {
    const { products, total, isCapped, pages } = await reads(request, (db) => browse(db, query))
    reply.header('x-total-count', String(total))
    if (isCapped) reply.header('x-total-capped', 'true')
    if (query.page !== undefined) linkPages(request, reply, query.page, pages)
    if (total === 0 && isSearchAlone(query)) {
      missed.count(query.search ?? '', isForPage(request) ? null : request.ip)
      // Each visitor counts: nobody else's answer may be given to the next one.
      reply.header('cache-control', 'no-store')
    }
    return products
  })

  mount(app, getProduct, async ({ slugOrId }, request) => {
    const product = await reads(request, async (db) => {
      const { shippingRateCents } = await readSettings(db)
      return queries.findProduct(db, slugOrId, shippingRateCents)
    })
    if (!product) throw notFound('Product not found')
    return product
  })

  mount(app, suggestProducts, async ({ q }, request) => reads(request, (db) => suggest(db, q)))
}

/** Where a filter or a later page is asked for too, nothing says that the shop lacks what was searched for. */
function isSearchAlone({ search, sort, page, pageSize, ...filters }: ProductQuery): boolean {
  return (page ?? 1) === 1 && Object.values(filters).every((value) => value === undefined)
}
