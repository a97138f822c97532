import {
  CATEGORY_MESSAGES,
  type CategoryChanges,
  categoryInUse,
  type NewCategoryInput,
} from '#contract/catalog/admin-categories.ts'
import { differences, editConflict, recordChange } from '../audit/audit.ts'
import { notFound, ShopError } from '../errors.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import {
  countProductsOf,
  deleteCategory,
  insertCategory,
  lockCategory,
  type NewCategory,
  updateCategory,
} from './category-queries.ts'
import { indexCategory } from './documents.ts'

/**
 * @param adminId null for the platform sync
 * @returns the new category's id @throws ShopError 409 if another category has the slug
 */
export async function createCategory(
  db: Db,
  adminId: number | null,
  category: NewCategoryInput,
): Promise<number> {
  return inTransaction(db, async (db) => {
    const id = await addCategory(db, category)
    await recordChange(db, {
      actorId: adminId,
      action: 'category.created',
      subjectId: id,
      before: null,
      after: category,
    })
    return id
  })
}

/**
 * Changes a category and records the change, or writes nothing if nothing differs.
 * @param version the version that the admin saw; if omitted, the last write wins
 * @param undoes the audit log entry that this edit undoes
 * @throws ShopError 404; 409 on an edit conflict, or if another category has the slug
 */
export async function changeCategory(
  db: Db,
  adminId: number | null,
  id: number,
  changes: CategoryChanges,
  { version, undoes }: { version?: number; undoes?: number } = {},
): Promise<void> {
  await inTransaction(db, async (db) => {
    const record = await lockCategory(db, id)
    if (!record) throw notFound(CATEGORY_MESSAGES.notFound)
    if (version !== undefined && version !== record.version) {
      throw await editConflict(db, 'category', id, version)
    }
    const difference = differences(record.facts, { ...record.facts, ...changes })
    if (!difference) return
    // Must precede the edit, whose last step locks search documents.
    await recordChange(db, {
      actorId: adminId,
      action: 'category.changed',
      subjectId: id,
      before: { ...difference.before, version: record.version },
      after: { ...difference.after, version: record.version + 1 },
      undoes,
    })
    await orSlugTaken(() => updateCategory(db, id, difference.after))
    if (difference.after.name !== undefined) await indexCategory(db, id, difference.after.name)
  })
}

/** @throws ShopError 404; 409 with the number of products if the category isn't empty */
export async function removeCategory(db: Db, adminId: number, id: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const record = await lockCategory(db, id)
    if (!record) throw notFound(CATEGORY_MESSAGES.notFound)
    const counts = await countProductsOf(db, id)
    if (counts.onSale + counts.drafts + counts.archived > 0)
      throw new ShopError(409, 'category_in_use', categoryInUse(counts))
    await recordChange(db, {
      actorId: adminId,
      action: 'category.deleted',
      subjectId: id,
      before: record.facts,
      after: null,
    })
    // Removes its words from search before the row is deleted.
    await indexCategory(db, id, '')
    await deleteCategory(db, id)
  })
}

/** Adds a category without recording it. @returns its ID @throws ShopError 409 if another category has the slug */
export async function addCategory(db: Db, category: NewCategory): Promise<number> {
  return inTransaction(db, async (db) => {
    const id = await orSlugTaken(() => insertCategory(db, category))
    await indexCategory(db, id, category.name)
    return id
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
