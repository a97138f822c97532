import { type QueryCreator, sql } from 'kysely'
import type { OrderAddresses } from '#contract/checkout/shipping.ts'
import type { Currency } from '#contract/money.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import { now } from '../platform/clock.ts'
import type { Db, Tables } from '../platform/db/database.ts'
import type { Settings } from '../settings/settings.ts'
import type { StockItem } from '../stock/queries.ts'
import { subscribersOf } from '../webhooks/queries.ts'
import { ACCEPTED_COLUMNS, addressColumns, hasAcceptedAddresses, StoredAddresses } from './address-queries.ts'
import { QUOTE_COLUMNS, quoteColumns, toQuote } from './stored-quote.ts'
import { insertTransition, type OrderItemInput, type StatusChange } from './write-queries.ts'

export type Draft = {
  cartId: number
  userId: number | null
  /** SHA-256 hash of the IP address. */
  addressHash: string
  addresses: OrderAddresses
  lines: OrderItemInput[]
  quote: Quote
}

/** The store owner's settings for new orders. */
export type OrderTerms = Pick<Settings, 'orderPrefix' | 'returnDays'>

/** A pending order with its version that the provider has and its addresses, and its last version with its quote and addresses. */
export type LockedOpenOrder = {
  id: string
  agreed: number
  agreedAddresses: OrderAddresses
  latest: number
  quote: Quote
  addresses: OrderAddresses
  /** Hashes of the IP addresses that it was placed and changed from. */
  addressHashes: string[]
}

/** The requester whose version is accepted. */
export type Acceptance = { userId: number | null; isCurrent: boolean }

/** Returns the pending order of a cart, locked until the end of the transaction, or null if there is none. */
export async function lockOpenOrder(db: Db, cartId: number): Promise<LockedOpenOrder | null> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'version as agreed'])
    .where('cart_id', '=', cartId)
    .where('status', '=', 'pending')
    .forUpdate()
    .executeTakeFirst()
  if (!order) return null
  const { version, addresses, agreedAddresses, addressHashes, ...row } = await db
    .selectFrom('order_versions')
    .select(({ selectFrom }) => [
      'version',
      'addresses',
      selectFrom('order_versions as accepted')
        .select('accepted.addresses')
        .where('accepted.order_id', '=', order.id)
        .where('accepted.version', '=', order.agreed)
        .as('agreedAddresses'),
      sql<string[]>`array(select address_hash from order_origins where order_id = ${order.id})`.as(
        'addressHashes',
      ),
      ...QUOTE_COLUMNS,
    ])
    .where('order_id', '=', order.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return {
    ...order,
    agreedAddresses: StoredAddresses.parse(agreedAddresses),
    latest: version,
    quote: toQuote(row),
    addresses: StoredAddresses.parse(addresses),
    addressHashes,
  }
}

/** Returns the current version of an order and its total, or null if the order is no longer pending. */
export async function findOpenOrder(
  db: Db,
  id: string,
): Promise<{ id: string; version: number; totalCents: number; currency: Currency } | null> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('order_versions', (join) =>
      join
        .onRef('order_versions.order_id', '=', 'orders.id')
        .onRef('order_versions.version', '=', 'orders.version'),
    )
    .select(['orders.id', 'orders.version', 'order_versions.total_cents as totalCents'])
    .select(sql<Currency>`order_versions.quote -> 'currency'`.as('currency'))
    .where('orders.id', '=', id)
    .where('orders.status', '=', 'pending')
    .executeTakeFirst()
  return row ?? null
}

/** Returns, for each variant, the largest quantity in any version from the agreed one to the wanted one. */
export async function listLargestQuantities(
  db: Db,
  orderId: string,
  { agreed, version }: { agreed: number; version: number },
): Promise<StockItem[]> {
  return db
    .selectFrom('order_items')
    .select(['variant_id as variantId', sql<number>`max(quantity)`.as('quantity')])
    .where('order_id', '=', orderId)
    .where('version', '>=', agreed)
    .where('version', '<=', version)
    .groupBy('variantId')
    .execute()
}

/**
 * Inserts an order with its first version, the status change that begins its history, and the IP address that it came
 * from.
 * @returns the webhooks subscribed to 'order.placed'
 */
export async function insertOrder(
  db: Db,
  id: string,
  draft: Draft,
  { returnDays }: OrderTerms,
): Promise<number[]> {
  const { cartId, userId, addresses, addressHash } = draft
  const move: StatusChange = { orderId: id, from: null, to: 'pending', by: 'customer' }
  const { subscribers } = await versionInto(
    db
      .with('placed', (db) =>
        db.insertInto('orders').values({
          id,
          cart_id: cartId,
          user_id: userId,
          placed_by: userId,
          ...addressColumns(addresses),
          return_days: returnDays,
          created_at: now(),
          updated_at: now(),
        }),
      )
      .with('moved', (db) => insertTransition(db, move))
      .with('origin', (db) =>
        db.insertInto('order_origins').values({ order_id: id, address_hash: addressHash, created_at: now() }),
      ),
    id,
    1,
    draft,
  )
    .returning(subscribersOf('order.placed').as('subscribers'))
    .executeTakeFirstOrThrow()
  return subscribers
}

/** Inserts a version, and counts it for its IP address if the order has that origin. */
export async function insertVersion(db: Db, orderId: string, version: number, draft: Draft): Promise<void> {
  const counting = db.with('counted', (db) =>
    db
      .updateTable('order_origins')
      .set(({ eb }) => ({ versions: eb('versions', '+', 1) }))
      .where('order_id', '=', orderId)
      .where('address_hash', '=', draft.addressHash),
  )
  await versionInto(counting, orderId, version, draft).execute()
}

function versionInto(db: QueryCreator<Tables>, orderId: string, version: number, draft: Draft) {
  return db
    .with('inserted', (db) =>
      db.insertInto('order_versions').values({
        order_id: orderId,
        version,
        ...quoteColumns(draft.quote),
        addresses: JSON.stringify(draft.addresses),
        created_at: now(),
      }),
    )
    .insertInto('order_items')
    .values(
      draft.lines.map(({ productId, variantId, priceCents, unitPrice, sku, variant, ...line }) => ({
        ...line,
        order_id: orderId,
        version,
        product_id: productId,
        price_cents: priceCents,
        unit_price_cents: unitPrice?.cents ?? null,
        unit_price_base: unitPrice?.per ?? null,
        variant_id: variantId,
        variant_title: variant?.title ?? null,
        variant_sku: sku,
        variant_image: variant?.image ?? null,
      })),
    )
}

/**
 * Makes a version and its addresses current.
 * @param by.userId the signed-in user; a guest's later request doesn't detach the order from its user
 * @param by.isCurrent false for a replaced token, which can't change the addresses
 * @returns false if the order is no longer pending, a later version is current, or the addresses must not change
 */
export async function updateVersion(
  db: Db,
  id: string,
  version: number,
  { userId, isCurrent }: Acceptance,
): Promise<boolean> {
  const updated = await db
    .updateTable('orders')
    .from('order_versions as accepted')
    .set({
      ...ACCEPTED_COLUMNS,
      ...(userId === null ? {} : { user_id: userId, placed_by: userId, claimed_by_number: false }),
      version,
      updated_at: now(),
    })
    .whereRef('accepted.order_id', '=', 'orders.id')
    .where('accepted.version', '=', version)
    .where('orders.id', '=', id)
    .where('orders.status', '=', 'pending')
    .where('orders.version', '<=', version)
    .$if(!isCurrent, (update) => update.where(hasAcceptedAddresses))
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}
