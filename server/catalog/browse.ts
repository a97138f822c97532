import type { ListedProduct } from '#contract/catalog/api.ts'
import { COUNT_MAX, PAGE_SIZE_MAX, type ProductQuery, UNPAGED_MAX } from '#contract/catalog/product-query.ts'
import type { Db } from '../platform/db/database.ts'
import { readAmounts } from '../settings/amounts.ts'
import { readSettings } from '../settings/settings.ts'
import { listEmptyFilters } from './filter-queries.ts'
import { countProducts, listProducts } from './queries.ts'
import { readSearch } from './search-terms.ts'

export type Listing = {
  products: ListedProduct[]
  /** Number of matches, at most COUNT_MAX. */
  total: number
  /** Whether there are more matches than `total`. */
  isCapped: boolean
  /** Number of pages, at least one. */
  pages: number
  /** The filters that no product matches, as listEmptyFilters returns them. */
  emptyFilters: string[]
}

/** Returns the requested page, which is empty past the last one. Without `page`, returns all matches up to UNPAGED_MAX. */
export async function browse(db: Db, input: ProductQuery): Promise<Listing> {
  const settings = await readSettings(db)
  const { minPrice, maxPrice } = input
  const query = { ...input, ...readAmounts({ minPrice, maxPrice }, settings.currency) }
  const pageSize = query.pageSize ?? Math.min(settings.pageSize, PAGE_SIZE_MAX)
  const search = query.search ? await readSearch(db, query.search) : null
  const offset = query.page === undefined ? 0 : (query.page - 1) * pageSize
  // Products beyond the maximum count aren't listed.
  const limit = Math.min(query.page === undefined ? UNPAGED_MAX : pageSize, COUNT_MAX - offset)
  const range = { limit, offset, isCounted: true }
  const { products, counted, emptyFilters } =
    limit > 0
      ? await listProducts(db, query, search, range, settings)
      : { products: [], counted: null, emptyFilters: null }
  const matching = counted ?? (offset > 0 ? await countProducts(db, query, search) : 0)
  const total = Math.min(matching, COUNT_MAX)
  return {
    products,
    total,
    isCapped: matching > COUNT_MAX,
    pages: Math.max(1, Math.ceil(total / pageSize)),
    emptyFilters: emptyFilters ?? (await listEmptyFilters(db)),
  }
}
