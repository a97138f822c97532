import { CATEGORY_MESSAGES } from '#contract/catalog/category-rules.ts'
import { notFound, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { NewCategory } from './category-queries.ts'
import { insertCategory, lockCategory, updateCategory } from './category-queries.ts'
import { indexCategory } from './documents.ts'

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
