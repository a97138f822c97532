import { sql } from 'kysely'
import type { AdminCategory, AdminCategoryQuery } from '#contract/catalog/admin-categories.ts'
import { now } from '../platform/clock.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'

type CategoryFacts = {
  name: string
  slug: string
  description: string
  icon: string
  /** The URL of its photograph. */
  image: string | null
  /** The tax class of products without their own, or null for 'standard'. */
  taxClass: string | null
}
export type NewCategory = Omit<CategoryFacts, 'taxClass' | 'image'> &
  Partial<Pick<CategoryFacts, 'taxClass' | 'image'>>

export type CategoryRecord = { id: number; version: number; facts: CategoryFacts }

/** Returns one page of matching categories, with their product counts. */
export async function listAdminCategories(db: Db, query: AdminCategoryQuery): Promise<AdminCategory[]> {
  const rows = await selectCategories(db)
    .where(matches(query))
    .orderBy(orderOf(query.sort))
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  return rows.map(toAdminCategory)
}

export async function countAdminCategories(db: Db, query: AdminCategoryQuery): Promise<number> {
  return countRows(db.selectFrom('categories').where(matches(query)))
}

export async function findAdminCategory(db: Db, id: number): Promise<AdminCategory | null> {
  const row = await selectCategories(db).where('categories.id', '=', id).executeTakeFirst()
  return row ? toAdminCategory(row) : null
}

/** Locks the row until the end of the transaction, so others can't change the category or assign products to it. */
export async function lockCategory(db: Db, id: number): Promise<CategoryRecord | null> {
  return toRecord(await selectRecord(db, id).forUpdate().executeTakeFirst())
}

/** Like lockCategory, but without a lock. */
export async function findCategoryRecord(db: Db, id: number): Promise<CategoryRecord | null> {
  return toRecord(await selectRecord(db, id).executeTakeFirst())
}

function selectRecord(db: Db, id: number) {
  return db
    .selectFrom('categories')
    .select(['id', 'version', 'name', 'slug', 'description', 'icon', 'image', 'tax_class as taxClass'])
    .where('id', '=', id)
}

function toRecord(row: (CategoryFacts & { id: number; version: number }) | undefined): CategoryRecord | null {
  if (!row) return null
  const { id, version, ...facts } = row
  return { id, version, facts }
}

export async function insertCategory(db: Db, category: NewCategory): Promise<number> {
  const { id } = await db
    .insertInto('categories')
    .values(toColumns(category))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateCategory(db: Db, id: number, changes: Partial<NewCategory>): Promise<void> {
  await db
    .updateTable('categories')
    .set(({ eb }) => ({ ...toColumns(changes), version: eb('version', '+', 1), updated_at: now() }))
    .where('id', '=', id)
    .execute()
}

function toColumns<T extends Partial<NewCategory>>({ taxClass, ...same }: T) {
  return { ...same, ...(taxClass === undefined ? {} : { tax_class: taxClass }) }
}

export async function deleteCategory(db: Db, id: number): Promise<void> {
  await db.deleteFrom('categories').where('id', '=', id).execute()
}

export async function countProductsOf(
  db: Db,
  id: number,
): Promise<{ onSale: number; drafts: number; archived: number }> {
  return db
    .selectFrom('products')
    .select([ON_SALE.as('onSale'), DRAFTS.as('drafts'), ARCHIVED.as('archived')])
    .where('category_id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Returns which of these categories would be empty without some products, by name. */
export async function listEmptied(db: Db, slugs: string[], withoutIds: number[]) {
  return db
    .selectFrom('categories')
    .select(['id', 'slug', 'name'])
    .where('slug', 'in', slugs)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('products')
            .select('products.id')
            .whereRef('products.category_id', '=', 'categories.id')
            .where(sql<boolean>`products.id <> all (${withoutIds}::integer[])`),
        ),
      ),
    )
    .orderBy('name')
    .execute()
}

const ON_SALE = sql<number>`(count(*) filter (where products.archived_at is null))::int`
const ARCHIVED = sql<number>`(count(*) filter (where products.archived_at is not null and not products.is_draft))::int`
const DRAFTS = sql<number>`(count(*) filter (where products.is_draft))::int`

function selectCategories(db: Db) {
  const counts = db
    .selectFrom('products')
    .select(['category_id', ON_SALE.as('products'), DRAFTS.as('drafts'), ARCHIVED.as('archived')])
    .groupBy('category_id')
    .as('counts')
  return db
    .selectFrom('categories')
    .leftJoin(counts, 'counts.category_id', 'categories.id')
    .select(['categories.id', 'name', 'slug', 'description', 'icon', 'image', 'version', 'updated_at'])
    .select('tax_class as taxClass')
    .select(['counts.products', 'counts.drafts', 'counts.archived'])
}

function matches({ search }: AdminCategoryQuery) {
  if (!search) return sql<boolean>`true`
  const part = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(name ilike ${part} or slug ilike ${part} or description ilike ${part})`
}

const COLUMNS = {
  name: sql`lower(name)`,
  slug: sql`slug`,
  products: sql`coalesce(counts.products, 0)`,
  updated: sql`updated_at`,
}

/** Ends with the ID, so paging never repeats or skips a category. */
function orderOf(sort: AdminCategoryQuery['sort']) {
  const [column, direction] = sort.split('_') as [keyof typeof COLUMNS, 'asc' | 'desc']
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  return sql`${COLUMNS[column]} ${way}, categories.id ${way}`
}

type Row = Awaited<ReturnType<ReturnType<typeof selectCategories>['execute']>>[number]

function toAdminCategory({ products, drafts, archived, updated_at, ...row }: Row): AdminCategory {
  return {
    ...row,
    products: products ?? 0,
    draftProducts: drafts ?? 0,
    archivedProducts: archived ?? 0,
    updatedAt: updated_at.toISOString(),
  }
}
