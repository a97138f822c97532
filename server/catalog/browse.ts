import {
  COUNT_MAX,
  PAGE_SIZE_MAX,
  type Product,
  type ProductQuery,
  UNPAGED_MAX,
} from '#contract/catalog/api.ts'
import { CATEGORY_MESSAGES } from '#contract/catalog/category-rules.ts'
import { notFound, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { readAmounts } from '../settings/amounts.ts'
import { readSettings } from '../settings/settings.ts'
import { insertCategory, lockCategory, type NewCategory, updateCategory } from './category-queries.ts'
import { indexCategory } from './documents.ts'
import { countProducts, listProducts } from './queries.ts'
import { readSearch } from './search-terms.ts'

export type Listing = {
  products: Product[]
  /** Number of matches, at most COUNT_MAX. */
  total: number
  /** Whether there are more matches than `total`. */
  isCapped: boolean
  /** Number of pages, at least one. */
  pages: number
}

/** Returns the requested page, which is empty past the last one. Without `page`, returns all matches up to UNPAGED_MAX. */
export async function browse(db: Db, input: ProductQuery): Promise<Listing> {
  const settings = await readSettings(db)
  const { minPrice, maxPrice } = input
  const query = { ...input, ...readAmounts({ minPrice, maxPrice }, settings.currency) }
  const pageSize = query.pageSize ?? Math.min(settings.pageSize, PAGE_SIZE_MAX)
  const search = query.search ? await readSearch(db, query.search) : null
  const counted = await countProducts(db, query, search)
  const total = Math.min(counted, COUNT_MAX)
  const offset = query.page === undefined ? 0 : (query.page - 1) * pageSize
  const limit = Math.min(query.page === undefined ? UNPAGED_MAX : pageSize, total - offset)
  return {
    products: limit > 0 ? await listProducts(db, query, search, { limit, offset }, settings) : [],
    total,
    isCapped: counted > COUNT_MAX,
    pages: Math.max(1, Math.ceil(total / pageSize)),
  }
}

/** @returns the new category's id @throws ShopError 409 if another category has the slug */
export async function addCategory(db: Db, category: NewCategory): Promise<number> {
  return inTransaction(db, async (db) => {
    const id = await orSlugTaken(() => insertCategory(db, category))
    await indexCategory(db, id, category.name)
    return id
  })
}

/** Changes the given fields of a category. @throws ShopError 404, 409 if another category has the slug */
export async function editCategory(db: Db, id: number, changes: Partial<NewCategory>): Promise<void> {
  await inTransaction(db, async (db) => {
    if (!(await lockCategory(db, id))) throw notFound(CATEGORY_MESSAGES.notFound)
    await orSlugTaken(() => updateCategory(db, id, changes))
    if (changes.name !== undefined) await indexCategory(db, id, changes.name)
  })
}

async function orSlugTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'categories_slug_key') throw error
    throw new ShopError(409, 'conflict', CATEGORY_MESSAGES.slugTaken, {
      errors: [{ path: 'slug', message: CATEGORY_MESSAGES.slugTaken }],
    })
  }
}
