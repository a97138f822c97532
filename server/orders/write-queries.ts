import { type QueryCreator, sql } from 'kysely'
import type { LineVariant } from '#contract/catalog/variants.ts'
import { ORDER_MESSAGES, type OrderStatus } from '#contract/orders/rules.ts'
import { notFound } from '../errors.ts'
import { now } from '../platform/clock.ts'
import type { Db, Tables } from '../platform/db/database.ts'
import type { StockItem } from '../stock/queries.ts'
import { subscribersOf } from '../webhooks/queries.ts'
import { ACCEPTED_COLUMNS, ACCEPTED_EMAIL } from './address-queries.ts'
import { hasNoProvenOwner } from './owner-queries.ts'

export type LockedOrder = {
  id: string
  status: OrderStatus
  version: number
  /** Why the order is held for review, or null if it isn't. */
  reviewReason: string | null
}

/** An item of an order, with the product's name and price at the time of purchase. */
export type OrderItemInput = {
  productId: number
  variantId: number
  name: string
  image: string
  priceCents: number
  quantity: number
  sku: string | null
  /** The price of a base quantity, such as '100 g'. Only for products with a content. */
  unitPrice?: { cents: number; per: string } | undefined
  /** How the order shows the variant. Only for products with options. */
  variant?: LineVariant | undefined
}

export type StatusChange = {
  orderId: string
  from: OrderStatus | null
  to: OrderStatus
  by: Actor
}
/** Author of a status change: an admin's user ID, or the name of another party. */
export type Actor = number | 'customer' | 'provider' | 'shop'

/** Locks the order until the end of the transaction. @throws ShopError 404 */
export async function lockOrder(db: Db, id: string): Promise<LockedOrder> {
  const row = await db
    .selectFrom('orders')
    .select(['id', 'status', 'version', 'review_reason as reviewReason'])
    .where('id', '=', id)
    .forUpdate()
    .$narrowType<{ status: OrderStatus }>()
    .executeTakeFirst()
  if (!row) throw notFound(ORDER_MESSAGES.notFound)
  return row
}

/**
 * Locks an order that may have been paid until the end of the transaction.
 * @returns the order with the units of the paid version, and whether it has a VAT number @throws ShopError 404
 */
export async function lockPaidOrder(
  db: Db,
  id: string,
  version: number,
): Promise<LockedOrder & { hasVatNumber: boolean; units: StockItem[] }> {
  const row = await db
    .selectFrom('orders')
    .select(['id', 'status', 'version', 'review_reason as reviewReason'])
    .select(
      sql<boolean>`exists (select from order_versions where order_id = orders.id and version = ${version}
        and addresses ->> 'vatNumber' is not null)`.as('hasVatNumber'),
    )
    .select(
      sql<
        StockItem[] | null
      >`(select json_agg(json_build_object('variantId', variant_id, 'quantity', quantity) order by id)
        from order_items where order_id = orders.id and version = ${version})`.as('units'),
    )
    .where('id', '=', id)
    .forUpdate()
    .$narrowType<{ status: OrderStatus }>()
    .executeTakeFirst()
  if (!row) throw notFound(ORDER_MESSAGES.notFound)
  return { ...row, units: row.units ?? [] }
}

/** Returns the total of the current version in cents. */
export async function findTotal(db: Db, id: string): Promise<number> {
  const { total_cents } = await db
    .selectFrom('orders')
    .innerJoin('order_versions', (join) =>
      join
        .onRef('order_versions.order_id', '=', 'orders.id')
        .onRef('order_versions.version', '=', 'orders.version'),
    )
    .select('order_versions.total_cents')
    .where('orders.id', '=', id)
    .executeTakeFirstOrThrow()
  return total_cents
}

export async function listVersionItems(db: Db, orderId: string, version: number): Promise<OrderItemInput[]> {
  const rows = await db
    .selectFrom('order_items')
    .select(['product_id as productId', 'variant_id as variantId', 'name', 'image', 'quantity'])
    .select(['price_cents as priceCents', 'variant_title', 'variant_sku', 'variant_image'])
    .select(['unit_price_cents', 'unit_price_base'])
    .where('order_id', '=', orderId)
    .where('version', '=', version)
    .orderBy('id')
    .execute()
  return rows.map(({ variant_title: title, variant_sku: sku, variant_image: image, ...row }) => {
    const { unit_price_cents: cents, unit_price_base: per, ...item } = row
    return {
      ...item,
      sku,
      unitPrice: cents === null || per === null ? undefined : { cents, per },
      variant: title === null ? undefined : { id: item.variantId, title, sku, image },
    }
  })
}

/** Returns the units of stock that items need. */
export function stockOf(items: OrderItemInput[]): StockItem[] {
  return items.map(({ variantId, quantity }) => ({ variantId, quantity }))
}

/** Changes the status and records it in the order's history. */
export async function updateStatus(db: Db, move: StatusChange): Promise<void> {
  await db
    .with('moved', (db) => insertTransition(db, move))
    .updateTable('orders')
    .set({ status: move.to, updated_at: now() })
    .where('id', '=', move.orderId)
    .execute()
}

/** Records a status transition in the same statement that makes it. */
export function insertTransition(db: QueryCreator<Tables>, { orderId, from, to, by }: StatusChange) {
  return db.insertInto('order_transitions').values(({ selectFrom }) => ({
    order_id: orderId,
    at: now(),
    from_status: from,
    to_status: to,
    ...(typeof by === 'number'
      ? { actor_id: by, actor: selectFrom('users').select('username').where('id', '=', by) }
      : { actor: by }),
  }))
}

export async function updateReview(db: Db, id: string, reason: string | null): Promise<void> {
  await db.updateTable('orders').set({ review_reason: reason }).where('id', '=', id).execute()
}

/** Shipment of an order. Some carriers have no tracking number. */
export type SentShipment = { carrier: string; trackingNumber: string | null }

/** Returns the shipment of an order, or null if it hasn't shipped. */
export async function findShipment(db: Db, id: string): Promise<SentShipment | null> {
  const { carrier, trackingNumber } = await db
    .selectFrom('orders')
    .select(['carrier', 'tracking_number as trackingNumber'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return carrier === null ? null : { carrier, trackingNumber }
}

/** Returns what withdrawals from the contract leave to ship of an order that hasn't shipped. */
export async function findWithdrawal(db: Db, id: string): Promise<'none' | 'open' | 'all'> {
  const { isOpen, isSome } = await db
    .selectNoFrom(({ exists, selectFrom }) => [
      exists(
        selectFrom('returns')
          .where('order_id', '=', id)
          .where('status', '=', 'requested')
          .where('is_withdrawal', '=', true),
      ).as('isOpen'),
      exists(
        selectFrom('order_items')
          .where('order_id', '=', id)
          .where('quantity', '>', ({ selectFrom }) =>
            selectFrom('return_items')
              .innerJoin('returns', 'returns.id', 'return_items.return_id')
              .whereRef('return_items.order_item_id', '=', 'order_items.id')
              .where('returns.status', '=', 'accepted')
              .select(sql<number>`coalesce(sum(return_items.quantity), 0)`.as('withdrawn')),
          ),
      ).as('isSome'),
    ])
    .executeTakeFirstOrThrow()
  if (isOpen) return 'open'
  return isSome ? 'none' : 'all'
}

export async function updateShipment(
  db: Db,
  id: string,
  { carrier, trackingNumber }: SentShipment,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ carrier, tracking_number: trackingNumber })
    .where('id', '=', id)
    .execute()
}

/**
 * Makes a pending order one that is being processed, with the version that was paid and its addresses, and deletes all
 * other versions. Assigns a guest's order to the user who has proven the inbox of its email address, if there is one. A verified email address
 * isn't enough: its owner may have verified it for an account that a stranger registered.
 * @returns the webhooks subscribed to 'order.paid'
 */
export async function completeOrder(db: Db, id: string, version: number): Promise<number[]> {
  const prover = sql<number | null>`(select users.id from users
    where lower(users.email) = lower(${ACCEPTED_EMAIL}) and users.inbox_proven_at is not null)`
  const { subscribers } = await db
    .with('moved', (db) =>
      insertTransition(db, { orderId: id, from: 'pending', to: 'processing', by: 'provider' }),
    )
    .with('forgotten', (db) =>
      db.deleteFrom('order_versions').where('order_id', '=', id).where('version', '<>', version),
    )
    .updateTable('orders')
    .from('order_versions as accepted')
    .set({
      ...ACCEPTED_COLUMNS,
      status: 'processing',
      version,
      user_id: sql`case when ${hasNoProvenOwner} then coalesce(${prover}, user_id) else user_id end`,
      claimed_by_number: sql`claimed_by_number and ${prover} is null`,
      updated_at: now(),
    })
    .whereRef('accepted.order_id', '=', 'orders.id')
    .where('accepted.version', '=', version)
    .where('orders.id', '=', id)
    .returning(subscribersOf('order.paid').as('subscribers'))
    .executeTakeFirstOrThrow()
  return subscribers
}

/** Deletes the versions of an order that nothing can refer to anymore: all but the current one, and the intent's first. */
export async function deleteOtherVersions(db: Db, { id, version }: LockedOrder): Promise<void> {
  await db
    .deleteFrom('order_versions')
    .where('order_id', '=', id)
    .where('version', '<>', version)
    .where(({ eb, selectFrom }) =>
      eb('version', 'not in', selectFrom('payments').select('opened_version').where('order_id', '=', id)),
    )
    .execute()
}

/** Deletes orders with everything about them. Their payments must be deleted first. */
export async function deleteOrders(db: Db, ids: string[]): Promise<void> {
  await db.deleteFrom('orders').where(sql<boolean>`id = any (${ids}::text[])`).execute()
}
