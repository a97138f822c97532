import { notFound } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { indexCategory } from './documents.ts'
import { insertCategory, updateCategoryName } from './queries.ts'

export type NewCategory = { name: string; slug: string; description: string; icon: string }

/** @returns the new category's id */
export async function addCategory(db: Db, category: NewCategory): Promise<number> {
  return inTransaction(db, async (db) => {
    const id = await insertCategory(db, category)
    await indexCategory(db, id, category.name)
    return id
  })
}

/** @throws ShopError 404 */
export async function renameCategory(db: Db, id: number, name: string): Promise<void> {
  await inTransaction(db, async (db) => {
    if (!(await updateCategoryName(db, id, name, now()))) throw notFound('Category not found')
    await indexCategory(db, id, name)
  })
}
