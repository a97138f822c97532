import { sql } from 'kysely'
import type { MyData } from '#contract/accounts/my-data.ts'
import { BACK_IN_STOCK_DAYS, BACK_IN_STOCK_SENT_DAYS } from '#contract/back-in-stock/rules.ts'
import { variantTitle } from '#contract/catalog/variants.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/** A variant that shoppers can request an email about. */
export type Offer = {
  variantId: number
  productId: number
  name: string
  slug: string | null
  /** Empty for a product without options. */
  optionValues: string[]
  isAvailable: boolean
}

/** A request whose variant is back in stock. */
export type Met = Offer & { id: number; email: string; unsubscribeToken: string }

/** A variant can be bought if its in-stock flag is set, and its stock is either untracked or not sold out and reserved. */
const isAvailable = sql<boolean>`(variants.in_stock and coalesce(stock.available, 1) > 0)`

/** Returns an active variant, or null. */
export async function findOffer(db: Db, variantId: number): Promise<Offer | null> {
  const row = await db
    .selectFrom('variants')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .leftJoin('stock', 'stock.variant_id', 'variants.id')
    .select(['variants.id as variantId', 'products.id as productId', 'name', 'slug'])
    .select(['option_values as optionValues', isAvailable.as('isAvailable')])
    .where('variants.id', '=', variantId)
    .where('variants.archived_at', 'is', null)
    .where('products.archived_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Returns whether this is the verified email address of a user. */
export async function isVerifiedAddress(db: Db, userId: number, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()
  return row !== undefined
}

/** Saves a request that needs no confirmation. An open request keeps its place in the queue. */
export async function upsertConfirmed(
  db: Db,
  request: { variantId: number; email: string; unsubscribeToken: string },
): Promise<void> {
  const confirmed = { confirm_hash: null, confirm_expires_at: null }
  await db
    .insertInto('back_in_stock_requests')
    .values({ ...toColumns(request), ...confirmed, confirmed_at: now() })
    .onConflict((conflict) =>
      conflict
        .expression(sql`variant_id, lower(email)`)
        .where('notified_at', 'is', null)
        .doUpdateSet({
          ...confirmed,
          confirmed_at: sql`coalesce(back_in_stock_requests.confirmed_at, excluded.confirmed_at)`,
        }),
    )
    .execute()
}

/** Saves a request with a confirmation link, which replaces the link of an open one. @returns its unsubscribe token */
export async function upsertRequest(
  db: Db,
  request: {
    variantId: number
    email: string
    unsubscribeToken: string
    confirmHash: string
    confirmExpiresAt: Date
  },
): Promise<string> {
  const link = { confirm_hash: request.confirmHash, confirm_expires_at: request.confirmExpiresAt }
  const { unsubscribe_token } = await db
    .insertInto('back_in_stock_requests')
    .values({ ...toColumns(request), ...link })
    .onConflict((conflict) =>
      conflict.expression(sql`variant_id, lower(email)`).where('notified_at', 'is', null).doUpdateSet(link),
    )
    .returning('unsubscribe_token')
    .executeTakeFirstOrThrow()
  return unsubscribe_token
}

/**
 * Deletes the link's token, so only one of two concurrent requests succeeds.
 * @returns false if the link isn't valid
 */
export async function updateConfirmed(db: Db, confirmHash: string): Promise<boolean> {
  const row = await db
    .updateTable('back_in_stock_requests')
    .set({
      confirmed_at: sql`coalesce(confirmed_at, ${now()})`,
      confirm_hash: null,
      confirm_expires_at: null,
    })
    .where('confirm_hash', '=', confirmHash)
    .where('confirm_expires_at', '>', now())
    .where('notified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Ends the oldest requests whose variant can be bought, and counts them. Requests that another node is handling are
 * skipped.
 */
export async function meetRequests(db: Db, limit: number): Promise<Met[]> {
  const { rows } = await sql<Met>`
    with met as materialized (
      select requests.id, variants.id as "variantId", products.id as "productId", name, slug, option_values as "optionValues"
      from back_in_stock_requests as requests
        join variants on variants.id = requests.variant_id
        join products on products.id = variants.product_id
        left join stock on stock.variant_id = variants.id
      where requests.confirmed_at is not null and requests.notified_at is null and ${isAvailable}
        and variants.archived_at is null and products.archived_at is null
      order by requests.id limit ${limit} for update of requests skip locked
    ), ended as (
      update back_in_stock_requests as requests
      set notified_at = ${now()}::timestamptz, confirm_hash = null, confirm_expires_at = null
      from met where requests.id = met.id
      returning requests.id, requests.email, requests.unsubscribe_token
    )
    select met.*, true as "isAvailable", ended.email, ended.unsubscribe_token as "unsubscribeToken"
    from met join ended on ended.id = met.id
    order by met.id`.execute(db)
  return rows
}

/** Adds to each variant's number of emails in order of ID, so two nodes can't deadlock. */
export async function addToTotals(db: Db, variantIds: number[]): Promise<void> {
  await sql`
    insert into back_in_stock_totals (variant_id, notified, notified_at)
    select id, count(*), ${now()}::timestamptz from unnest(${variantIds}::integer[]) as id group by id order by id
    on conflict (variant_id) do update
      set notified = back_in_stock_totals.notified + excluded.notified, notified_at = excluded.notified_at`.execute(
    db,
  )
}

/** Deletes the open requests for variants and products that were archived. */
export async function deleteForArchived(db: Db): Promise<void> {
  await sql`
    delete from back_in_stock_requests as requests
    using variants join products on products.id = variants.product_id
    where variants.id = requests.variant_id and requests.notified_at is null
      and (variants.archived_at is not null or products.archived_at is not null)`.execute(db)
}

/** @returns the number of deleted requests */
export async function deleteOpen(db: Db, variantId: number): Promise<number> {
  const rows = await db
    .deleteFrom('back_in_stock_requests')
    .where('variant_id', '=', variantId)
    .where('notified_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

/** Deletes all requests of the email address that a token belongs to. @returns their IDs */
export async function deleteByToken(db: Db, unsubscribeToken: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from back_in_stock_requests where lower(email) = (
      select lower(email) from back_in_stock_requests where unsubscribe_token = ${unsubscribeToken}
    )
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes all requests of an email address. @returns their IDs */
export async function deleteByEmail(db: Db, email: string): Promise<number[]> {
  const rows = await db
    .deleteFrom('back_in_stock_requests')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteExpired(db: Db): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000)
  await db
    .deleteFrom('back_in_stock_requests')
    .where(({ eb, or, and }) =>
      or([
        and([eb('confirmed_at', 'is', null), eb('confirm_expires_at', '<=', now())]),
        eb('notified_at', '<=', daysAgo(BACK_IN_STOCK_SENT_DAYS)),
        eb('requested_at', '<=', daysAgo(BACK_IN_STOCK_DAYS)),
      ]),
    )
    .execute()
}

/** Lists the requests of an email address, oldest first, for its owner. */
export async function listRequestsOf(db: Db, email: string): Promise<NonNullable<MyData['backInStock']>> {
  const rows = await db
    .selectFrom('back_in_stock_requests as requests')
    .innerJoin('variants', 'variants.id', 'requests.variant_id')
    .innerJoin('products', 'products.id', 'variants.product_id')
    .select(['products.id', 'name', 'option_values', 'requested_at', 'requests.email'])
    .where(sql`lower(requests.email)`, '=', email.toLowerCase())
    .orderBy('requests.id')
    .execute()
  return rows.map((row) => ({
    email: row.email,
    productId: row.id,
    name: row.name,
    variant: variantTitle(row.option_values) || null,
    requestedAt: row.requested_at.toISOString(),
  }))
}

const toColumns = (request: { variantId: number; email: string; unsubscribeToken: string }) => ({
  variant_id: request.variantId,
  email: request.email,
  unsubscribe_token: request.unsubscribeToken,
  requested_at: now(),
})
