import type { Suggestions } from '#contract/catalog/api.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import { nearestSpelling } from './did-you-mean.ts'
import { listProducts } from './queries.ts'
import { searchCategories } from './search.ts'
import { readSearch } from './search-terms.ts'

const PRODUCTS = 6
const CATEGORIES = 3

/** What a shopper who has typed so far may be looking for. */
export async function suggest(db: Db, text: string): Promise<Suggestions> {
  const search = await readSearch(db, text)
  const { shippingRateCents } = await readSettings(db)
  const range = { limit: PRODUCTS, offset: 0 }
  const products = await listProducts(db, { sort: 'relevance' }, search, range, shippingRateCents)
  return {
    products: products.map(({ images, ...product }) => ({ ...product, image: images[0] ?? null })),
    categories: await searchCategories(db, search.matches, CATEGORIES),
    didYouMean: products.length > 0 ? null : await nearestSpelling(db, text),
  }
}
