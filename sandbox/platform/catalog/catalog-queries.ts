import {
  badRequest,
  connection,
  type PageArguments,
  type RequestContext,
  readCursor,
  readGlobalId,
  sizeOf,
} from '../api/connections.ts'
import type { Platform } from '../provider.ts'
import { productFields, VARIANT_BASE, variantFields } from './product-fields.ts'
import {
  countProducts,
  type Filter,
  findProduct,
  findProductOfVariant,
  readProducts,
} from './product-tables.ts'

/** Pagination ends at this limit. Only a bulk operation can exceed it. */
const LAST_OBJECT = 25_000

/** Fields of the query root for the catalog. */
export function catalogQueries(platform: Platform) {
  const { store } = platform
  return {
    product({ id }: { id: string }) {
      const product = findProduct(store, readGlobalId('Product', id) ?? 0)
      return product && productFields(platform, product)
    },
    productVariant({ id }: { id: string }) {
      const variantId = (readGlobalId('ProductVariant', id) ?? 0) - VARIANT_BASE
      const product = findProductOfVariant(store, variantId)
      const variant = product?.variants.find((one) => one.id === variantId)
      return product && variant ? variantFields(platform, variant, product) : null
    },
    products(page: PageArguments & { query?: string | null }, context: RequestContext) {
      const filter = readFilter(page.query ?? '')
      const size = sizeOf(page, context)
      const after = context.bulk
        ? context.bulk.after
        : page.after
          ? readGlobalId('Product', readCursor(page.after))
          : null
      if (!context.bulk && after !== null) {
        const before = { sql: `${filter.sql} and id <= ?`, values: [...filter.values, after] }
        if (countProducts(store, before) + size > LAST_OBJECT)
          throw badRequest(`Pages end at object ${LAST_OBJECT}. Ask for more with a bulk operation.`)
      }
      const { products, hasNextPage } = readProducts(store, filter, size, after)
      if (context.bulk) context.bulk.next = hasNextPage ? (products.at(-1)?.id ?? null) : null
      return connection(
        products.map((product) => productFields(platform, product)),
        hasNextPage,
      )
    },
    productsCount: ({ limit }: { limit: number | null }) => ({
      count: Math.min(countProducts(store), limit ?? Number.POSITIVE_INFINITY),
    }),
  }
}

/** @throws an error for any other field than `updated_at`, which the platform would ignore with a warning */
function readFilter(query: string): Filter {
  if (query === '') return { sql: 'true', values: [] }
  const [, comparator = '', moment = ''] = /^updated_at:(>=|<=|>|<)'?([^']+)'?$/.exec(query.trim()) ?? []
  const seconds = Date.parse(moment) / 1000
  if (!comparator || Number.isNaN(seconds)) throw badRequest(`The filter '${query}' is not emulated.`)
  return { sql: `updated_at ${comparator} ?`, values: [seconds] }
}
