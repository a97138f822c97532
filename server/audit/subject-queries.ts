import { sql } from 'kysely'
import type { Db } from '../platform/db/database.ts'

type Subject = { action: string; subjectId: string; before: object | null; after: object | null }

const keyOf = (kind: string, id: string) => `${kind} ${id}`
const kindOf = ({ action }: Subject) => action.split('.')[0] ?? ''

/**
 * Returns a function that names the records of entries: a product or category by its name, a user by their username, a
 * review or page by its title, an invitation by its email address, and a return by its order. Records that no longer exist have the name that they were deleted with, or
 * none.
 */
export async function listSubjectNames(
  db: Db,
  entries: Subject[],
): Promise<(entry: Subject) => string | null> {
  const idsOf = (kind: string) => [
    ...new Set(entries.filter((entry) => kindOf(entry) === kind).map(({ subjectId }) => subjectId)),
  ]
  const numbersOf = (kind: string) =>
    sql`${idsOf(kind).flatMap((id) => (/^\d{1,9}$/.test(id) ? [Number(id)] : []))}::int[]`
  const { rows } = await sql<{ kind: string; id: string; name: string }>`
    select 'product' as kind, id::text, name from products where id = any(${numbersOf('product')})
    union all select 'product', subject_id, before ->> 'name' from audit_log
      where kind = 'product' and action = 'product.erased' and subject_id = any(${idsOf('product')}::text[])
    union all select 'category', id::text, name from categories where id = any(${numbersOf('category')})
    union all select 'category', subject_id, before ->> 'name' from audit_log
      where kind = 'category' and action = 'category.deleted' and subject_id = any(${idsOf('category')}::text[])
    union all select 'user', id::text, username from users where id = any(${numbersOf('user')})
    union all select 'invitation', id::text, email from staff_invitations where id = any(${numbersOf('invitation')})
    union all select 'review', id::text, title from reviews where id = any(${numbersOf('review')})
    union all (select distinct on (page) 'page', page, title from page_versions
      where page = any(${idsOf('page')}::text[]) order by page, version desc)
    union all select 'return', id::text, order_id from returns where id = any(${numbersOf('return')})
    union all select 'back-in-stock', variants.id::text, products.name from variants
      join products on products.id = variants.product_id where variants.id = any(${numbersOf('back-in-stock')})`.execute(
    db,
  )
  const names = new Map(rows.map(({ kind, id, name }) => [keyOf(kind, id), name]))
  return (entry) => names.get(keyOf(kindOf(entry), entry.subjectId)) ?? null
}
