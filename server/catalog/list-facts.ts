import { PRICE_LIMITS } from '#contract/catalog/filter-options.ts'
import type { ProductQuery } from '#contract/catalog/product-query.ts'
import type { ListFacts } from '#contract/catalog/search.ts'
import { priceLimits } from '#contract/currencies.ts'
import type { Db } from '../platform/db/database.ts'
import { readAmounts } from '../settings/amounts.ts'
import { readSettings } from '../settings/settings.ts'
import { readListSearch } from './browse.ts'
import { countOptions } from './option-queries.ts'

export async function findListFacts(db: Db, input: ProductQuery): Promise<ListFacts> {
  const settings = await readSettings(db)
  const { minPrice, maxPrice } = input
  const query = { ...input, ...readAmounts({ minPrice, maxPrice }, settings.currency) }
  const search = query.search ? await readListSearch(db, query.search, settings) : null
  const limits = (priceLimits(settings.currency) ?? PRICE_LIMITS).map(
    (units) => Number(units) * 10 ** settings.currency.exponent,
  )
  return {
    counts: await countOptions(db, query, search, limits),
    corrected: search?.corrected ?? null,
    isPartial: search?.isPartial ?? false,
  }
}
