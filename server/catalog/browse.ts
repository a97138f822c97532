import {
  COUNT_MAX,
  PAGE_SIZE_MAX,
  type Product,
  type ProductQuery,
  UNPAGED_MAX,
} from '#contract/catalog/api.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import { countProducts, listProducts } from './queries.ts'
import { readSearch } from './search-terms.ts'

export type Listing = {
  products: Product[]
  /** How many match, COUNT_MAX at most. */
  total: number
  /** True when there are more than `total`. */
  isCapped: boolean
  /** How many pages there are to turn; at least one. */
  pages: number
}

/** The page that was asked for, empty past the last one; without `page` all that match, UNPAGED_MAX at most. */
export async function browse(db: Db, query: ProductQuery): Promise<Listing> {
  const settings = await readSettings(db)
  const pageSize = query.pageSize ?? Math.min(settings.pageSize, PAGE_SIZE_MAX)
  const search = query.search ? await readSearch(db, query.search) : null
  const counted = await countProducts(db, query, search)
  const total = Math.min(counted, COUNT_MAX)
  const offset = query.page === undefined ? 0 : (query.page - 1) * pageSize
  const limit = Math.min(query.page === undefined ? UNPAGED_MAX : pageSize, total - offset)
  return {
    products:
      limit > 0 ? await listProducts(db, query, search, { limit, offset }, settings.shippingRateCents) : [],
    total,
    isCapped: counted > COUNT_MAX,
    pages: Math.max(1, Math.ceil(total / pageSize)),
  }
}
