import {
  badRequest,
  checkFirst,
  connection,
  cursorOf,
  type PageArguments,
  pageOfList,
  readCursor,
} from '../api/connections.ts'
import type { RequestContext } from '../api/context.ts'
import { readGlobalId } from '../api/global-ids.ts'
import type { Platform } from '../provider.ts'
import { collections } from './collections.ts'
import { collectionFields, productFields } from './product-fields.ts'
import {
  countBefore,
  countFound,
  type Position,
  type ProductQuery,
  readProductPage,
} from './product-pages.ts'
import { findProduct, findProductByHandle } from './product-tables.ts'
import { readSearch, type Search } from './search.ts'

/** Nobody walks further than this, page by page. */
const lastObject = 25_000

interface ProductArguments extends PageArguments {
  query?: string | null
  sortKey: ProductQuery['sortKey'] | null
  reverse: boolean | null
}

/** The fields of QueryRoot that are about the catalogue. */
export function catalogueQueries(platform: Platform) {
  const { store } = platform
  const shown = (product: ReturnType<typeof findProduct>) => product && productFields(platform, product)

  function search(path: string, query: string | null | undefined, context: RequestContext): Search {
    const search = readSearch(query)
    if (search.warnings.length > 0) context.searches.push({ path: [path], query, warnings: search.warnings })
    return search
  }

  return {
    product: ({ id }: { id: string }) => shown(productAt(platform, id)),
    productByIdentifier: ({ identifier }: { identifier: { id?: string; handle?: string } }) =>
      shown(
        identifier.id !== undefined
          ? productAt(platform, identifier.id)
          : findProductByHandle(store, identifier.handle ?? ''),
      ),
    products(asked: ProductArguments, context: RequestContext) {
      const query: ProductQuery = {
        search: search('products', asked.query, context),
        sortKey: asked.sortKey ?? 'ID',
        reverse: asked.reverse ?? false,
        first: checkFirst(asked),
        after: asked.after ? positionOf(asked.after) : null,
      }
      if (!context.isBulk) refuseTooFar(countBefore(store, query) + query.first)
      const page = readProductPage(store, query)
      return connection(
        page.products.map((product) => productFields(platform, product)),
        page.positions.map(cursorOf),
        page.hasNextPage,
        query.after !== null,
      )
    },
    productsCount(
      { query, limit }: { query?: string | null; limit: number | null },
      context: RequestContext,
    ) {
      const count = countFound(store, search('productsCount', query, context))
      const isCut = limit !== null && count > limit
      return { count: isCut ? limit : count, precision: isCut ? 'AT_LEAST' : 'EXACT' }
    },
    collections: (page: PageArguments) => pageOfList(collections.map(collectionFields), page),
  }
}

export function productAt({ store }: Platform, id: string) {
  const { type, id: number } = readGlobalId(id)
  return type === 'Product' ? findProduct(store, number) : null
}

function positionOf(cursor: string): Position {
  const position = readCursor(cursor)
  if (!('last_id' in position) || !('last_value' in position)) throw badRequest('Invalid cursor')
  return position as Position
}

function refuseTooFar(end: number) {
  if (end <= lastObject) return
  throw badRequest(`Pages end at object ${lastObject}. Ask for more with a bulk operation.`)
}
