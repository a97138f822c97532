import type { FastifyInstance } from 'fastify'
import * as categoryEndpoints from '#contract/catalog/admin-categories.ts'
import { CATEGORY_MESSAGES } from '#contract/catalog/admin-categories.ts'
import * as productEndpoints from '#contract/catalog/admin-products.ts'
import { getProduct, listCategories, listProducts, listVariants } from '#contract/catalog/api.ts'
import { bulkAction } from '#contract/catalog/bulk-actions.ts'
import * as bulk from '#contract/catalog/bulk-edit.ts'
import { EMPTY_FILTERS_HEADER, NO_REVIEWS } from '#contract/catalog/filter-options.ts'
import { exportProducts, importProducts } from '#contract/catalog/product-csv.ts'
import type { ProductQuery } from '#contract/catalog/product-query.ts'
import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { describeList, suggestProducts } from '#contract/catalog/search.ts'
import { VARIANT_MESSAGES, VARIANTS_PAGE } from '#contract/catalog/variants.ts'
import { notFound } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { LISTS, productTag, stockTags, tagResponse } from '../platform/http/cache-tags.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { isForPage } from '../platform/http/in-process.ts'
import { mount, mountFile, mountStream } from '../platform/http/mount.ts'
import { linkPages, setPaginationHeaders } from '../platform/http/paging.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import * as adminQueries from './admin-queries.ts'
import { removeProduct, restoreProduct } from './archive-product.ts'
import { browse } from './browse.ts'
import { runBulkAction } from './bulk-actions.ts'
import { bulkEdit, previewBulkEdit } from './bulk-edit.ts'
import { changeCategory, createCategory, removeCategory } from './categories.ts'
import * as categories from './category-queries.ts'
import { exportCsv } from './csv-cells.ts'
import { importCsv } from './csv-import.ts'
import { findListFacts } from './list-facts.ts'
import { changeProduct, createProduct } from './products.ts'
import * as queries from './queries.ts'
import { suggest } from './suggestions.ts'
import * as variantQueries from './variant-queries.ts'
import { setVariants } from './variants.ts'
import { createZeroResultSearches } from './zero-result-searches.ts'

export function catalogRoutes(app: FastifyInstance, { db, log, reads, config }: Shop) {
  const zeroResults = createZeroResultSearches(db, log)
  app.addHook('onClose', () => zeroResults.stop())

  mount(app, listCategories, async (_input, request, reply) => {
    tagResponse(reply, [])
    return reads(request, queries.listCategories)
  })

  mount(app, listProducts, async (query, request, reply) => {
    const listing = await reads(request, (db) => browse(db, query))
    const { products, total, isCapped, pages, emptyFilters, isPartial } = listing
    // The demo's products have no reviews, only ratings.
    const empty = emptyFilters.filter((name) => name !== NO_REVIEWS || !config.demo)
    reply.header('x-total-count', String(total))
    if (empty.length > 0) reply.header(EMPTY_FILTERS_HEADER, empty.join(', '))
    if (isCapped) reply.header('x-total-capped', 'true')
    if (query.page !== undefined) linkPages(request, reply, query.page, pages)
    tagResponse(reply, [LISTS, ...products.flatMap(({ id }) => stockTags(id))])
    if ((total === 0 || isPartial) && isSearchAlone(query)) {
      zeroResults.count(query.search ?? '', isForPage(request) ? null : request.ip)
      // Not cacheable, because cached responses wouldn't be counted.
      reply.header('cache-control', 'no-store')
    }
    return products
  })

  mount(app, getProduct, async ({ slugOrId }, request, reply) => {
    const product = await reads(request, async (db) =>
      queries.findProduct(db, slugOrId, await readSettings(db)),
    )
    if (!product) throw notFound('Product not found')
    tagResponse(reply, stockTags(product.id))
    return product
  })

  mount(app, listVariants, async ({ slugOrId, page, variant: variantId }, request, reply) => {
    const found = await reads(request, async (db) =>
      variantQueries.listVariants(db, slugOrId, { page, variantId }, await readSettings(db)),
    )
    if (!found) throw notFound(PRODUCT_MESSAGES.notFound)
    tagResponse(reply, stockTags(found.productId))
    if (variantId !== undefined && found.variants.length === 0) throw notFound(VARIANT_MESSAGES.notFound)
    if (variantId === undefined)
      setPaginationHeaders(request, reply, { page, pageSize: VARIANTS_PAGE }, found.total)
    return found.variants
  })

  mount(app, describeList, async (query, request, reply) => {
    tagResponse(reply, [LISTS])
    return reads(request, (db) => findListFacts(db, query))
  })

  mount(app, suggestProducts, async ({ q }, request, reply) => {
    const suggestions = await reads(request, (db) => suggest(db, q))
    tagResponse(reply, [LISTS, ...suggestions.products.map(({ id }) => productTag(id))])
    return suggestions
  })
}

/** With filters or on a later page, an empty result doesn't mean that the shop lacks the product. */
function isSearchAlone({ search, sort, page, pageSize, ...filters }: ProductQuery): boolean {
  return (page ?? 1) === 1 && Object.values(filters).every((value) => value === undefined)
}

export function catalogAdminRoutes(app: FastifyInstance, { db }: Shop) {
  mount(app, productEndpoints.listAdminProducts, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await adminQueries.countAdminProducts(db, query))
    return adminQueries.listAdminProducts(db, query)
  })

  mount(app, productEndpoints.getAdminProduct, ({ id }) => product(db, id))

  mount(app, productEndpoints.createProduct, async (input, request) =>
    product(db, await createProduct(db, signedInUser(request).id, input)),
  )

  mount(app, productEndpoints.changeProduct, async ({ id, version, seenStock, ...changes }, request) => {
    await changeProduct(db, signedInUser(request).id, id, changes, { version, stock: seenStock })
    return product(db, id)
  })

  mount(app, productEndpoints.setProductVariants, async ({ id, version, ...input }, request) => {
    await setVariants(db, signedInUser(request).id, id, input, { seenVersion: version })
    return product(db, id)
  })

  mount(app, productEndpoints.deleteProduct, async ({ id }, request) => ({
    outcome: await removeProduct(db, signedInUser(request).id, id),
  }))

  mount(app, productEndpoints.restoreProduct, async ({ id }, request) => {
    await restoreProduct(db, signedInUser(request).id, id)
    return product(db, id)
  })

  mount(app, bulk.previewBulkEdit, ({ choice, changes }) => previewBulkEdit(db, choice, changes))

  mount(app, bulk.bulkEdit, async ({ products, changes }, request) => ({
    changed: await bulkEdit(db, signedInUser(request).id, products, changes),
  }))

  mount(app, bulkAction, ({ choice, action }, request) =>
    runBulkAction(db, signedInUser(request).id, choice, action),
  )

  mountStream(app, importProducts, ({ file, dryRun }, request) =>
    importCsv(db, signedInUser(request).id, file, dryRun),
  )

  mountFile(app, exportProducts, () => ({
    name: 'products.csv',
    content: exportCsv(db),
  }))

  mount(app, categoryEndpoints.listAdminCategories, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await categories.countAdminCategories(db, query))
    return categories.listAdminCategories(db, query)
  })

  mount(app, categoryEndpoints.getAdminCategory, ({ id }) => category(db, id))

  mount(app, categoryEndpoints.createCategory, async (input, request) =>
    category(db, await createCategory(db, signedInUser(request).id, input)),
  )

  mount(app, categoryEndpoints.changeCategory, async ({ id, version, ...changes }, request) => {
    await changeCategory(db, signedInUser(request).id, id, changes, { version })
    return category(db, id)
  })

  mount(app, categoryEndpoints.deleteCategory, async ({ id }, request) => {
    await removeCategory(db, signedInUser(request).id, id)
    return { success: true as const }
  })
}

async function product(db: Db, id: number) {
  const found = await adminQueries.findAdminProduct(db, id)
  if (!found) throw notFound(PRODUCT_MESSAGES.notFound)
  return found
}

async function category(db: Db, id: number) {
  const found = await categories.findAdminCategory(db, id)
  if (!found) throw notFound(CATEGORY_MESSAGES.notFound)
  return found
}
