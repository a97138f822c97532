import type { ListedProduct } from '#contract/catalog/api.ts'
import { COUNT_MAX, PAGE_SIZE_MAX, type ProductQuery, UNPAGED_MAX } from '#contract/catalog/product-query.ts'
import type { Db } from '../platform/db/database.ts'
import { readOnce } from '../platform/db/shared-reads.ts'
import { readAmounts } from '../settings/amounts.ts'
import { readSettings, type Settings } from '../settings/settings.ts'
import { listEmptyFilters } from './filter-queries.ts'
import { countProducts, listProducts } from './list-queries.ts'
import { matchesAny } from './search.ts'
import { readSearch, type SearchTerms } from './search-terms.ts'
import { synonymsOf } from './synonyms.ts'

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
  /** Whether no product has all of the searched words, so those with some of them are listed. */
  isPartial: boolean
}

/** Returns the requested page, which is empty past the last one. Without `page`, returns all matches up to UNPAGED_MAX. */
export async function browse(db: Db, input: ProductQuery): Promise<Listing> {
  const settings = await readSettings(db)
  const { minPrice, maxPrice } = input
  const query = { ...input, ...readAmounts({ minPrice, maxPrice }, settings.currency) }
  const pageSize = query.pageSize ?? Math.min(settings.pageSize, PAGE_SIZE_MAX)
  const search = query.search ? await readListSearch(db, query.search, settings) : null
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
    isPartial: search?.isPartial ?? false,
  }
}

export type ListSearch = SearchTerms & Pick<Listing, 'isPartial'>

/** Parses the search of a list. If no product matches all words, those with some of them match, regardless of filters. */
export async function readListSearch(
  db: Db,
  text: string,
  settings: Pick<Settings, 'synonyms'>,
): Promise<ListSearch> {
  return readOnce(db, `search ${text}`, async () => {
    const search = await readSearch(db, text, synonymsOf(settings))
    if (search.some === null || (await matchesAny(db, search.matches))) return { ...search, isPartial: false }
    return { ...search, ...search.some, isPartial: true }
  })
}
