import { sql } from 'kysely'
import type { ListedReview, ReviewQuery } from '#contract/reviews/api.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db } from '../platform/db/database.ts'
import { selectReviews, toReview } from './queries.ts'

/** Returns one page of matching reviews, newest first. */
export async function listAllReviews(db: Db, query: ReviewQuery): Promise<ListedReview[]> {
  const rows = await selectListed(db)
    .where(matches(query))
    .orderBy('reviews.id', 'desc')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  return rows.map(toListedReview)
}

export async function countAllReviews(db: Db, query: ReviewFilters): Promise<number> {
  const reviews = db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .innerJoin('products', 'products.id', 'reviews.product_id')
  return countRows(reviews.where(matches(query)))
}

export async function findListedReview(db: Db, id: number): Promise<ListedReview | null> {
  const row = await selectListed(db).where('reviews.id', '=', id).executeTakeFirst()
  return row ? toListedReview(row) : null
}

function selectListed(db: Db) {
  return selectReviews(db)
    .innerJoin('products', 'products.id', 'reviews.product_id')
    .select(['products.name as product_name', 'products.slug as product_slug'])
    .select(
      sql<string | null>`(select url from product_images
        where product_id = products.id order by position limit 1)`.as('product_image'),
    )
}

type ReviewFilters = Pick<ReviewQuery, 'search' | 'rating' | 'held' | 'unanswered'>

function matches({ search, rating, held, unanswered }: ReviewFilters) {
  const part = `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
  const isFound = sql<boolean>`(reviews.title ilike ${part} or reviews.comment ilike ${part}
    or products.name ilike ${part} or users.username ilike ${part} or users.full_name ilike ${part})`
  const hasRating = sql<boolean>`reviews.rating = ${rating}`
  return sql<boolean>`${search ? isFound : sql`true`} and ${rating ? hasRating : sql`true`}
    and ${held ? sql`reviews.is_held` : sql`true`}
    and ${unanswered ? sql`reviews.reply is null and not reviews.is_held` : sql`true`}`
}

type Row = Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirstOrThrow']>>

function toListedReview(row: Row): ListedReview {
  const { product_name: name, product_slug: slug, product_image: image } = row
  return { ...toReview(row), product: { name, slug, image } }
}
