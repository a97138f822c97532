import { type QueryCreator, sql } from 'kysely'
import type { OrderAddresses, ShippingPlace, VatNumber } from '#contract/checkout/shipping.ts'
import type { Currency } from '#contract/money.ts'
import type { Quote } from '#contract/pricing/quote.ts'
import { now } from '../platform/clock.ts'
import type { Db, Tables } from '../platform/db/database.ts'
import type { StockItem } from '../stock/queries.ts'
import { subscribersOf } from '../webhooks/queries.ts'
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

/** The destination and the VAT number that an order was priced for. */
export type OrderTerms = {
  place: ShippingPlace
  vatNumber: VatNumber | null
}

/** The version's addresses. If the stored addresses must stay, the terms that the version was priced for. */
export type Agreed = { addresses: OrderAddresses } | { pricedFor: OrderTerms }

/** A pending order with its version that the provider has, and its last one with its quote. */
export type LockedOpenOrder = { id: string; agreed: number; latest: number; quote: Quote }

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
  const { version, ...row } = await db
    .selectFrom('order_versions')
    .select(['version', ...QUOTE_COLUMNS])
    .where('order_id', '=', order.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { ...order, latest: version, quote: toQuote(row) }
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
export async function insertOrder(db: Db, id: string, draft: Draft): Promise<number[]> {
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
          ...columnsOf(addresses),
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

export async function insertVersion(db: Db, orderId: string, version: number, draft: Draft): Promise<void> {
  await versionInto(db, orderId, version, draft).execute()
}

function versionInto(db: QueryCreator<Tables>, orderId: string, version: number, draft: Draft) {
  return db
    .with('inserted', (db) =>
      db.insertInto('order_versions').values({
        order_id: orderId,
        version,
        ...quoteColumns(draft.quote),
        created_at: now(),
      }),
    )
    .insertInto('order_items')
    .values(
      draft.lines.map(({ productId, variantId, priceCents, sku, variant, ...line }) => ({
        ...line,
        order_id: orderId,
        version,
        product_id: productId,
        price_cents: priceCents,
        variant_id: variantId,
        variant_title: variant?.title ?? null,
        variant_sku: sku,
        variant_image: variant?.image ?? null,
      })),
    )
}

/**
 * @param userId the signed-in user; a guest's later request doesn't detach the order from its user
 * @returns false if the order is no longer pending, a later version is current, or the stored terms have changed
 */
export async function updateVersion(
  db: Db,
  id: string,
  version: number,
  agreed: Agreed,
  userId: number | null,
): Promise<boolean> {
  const update = db
    .updateTable('orders')
    .set({
      ...('addresses' in agreed && columnsOf(agreed.addresses)),
      ...(userId === null ? {} : { user_id: userId, placed_by: userId, claimed_by_number: false }),
      version,
      updated_at: now(),
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('version', '<=', version)
  const isSame =
    'addresses' in agreed
      ? update
      : update
          .where('country', '=', agreed.pricedFor.place.country)
          .where('state', '=', agreed.pricedFor.place.state)
          .where('address', '=', agreed.pricedFor.place.address)
          .where('address2', 'is not distinct from', agreed.pricedFor.place.address2 ?? null)
          .where('city', '=', agreed.pricedFor.place.city)
          .where('zip_code', '=', agreed.pricedFor.place.zipCode)
          .where('vat_number', 'is not distinct from', vatColumn(agreed.pricedFor.vatNumber))
  return (await isSame.executeTakeFirst()).numUpdatedRows > 0n
}

function columnsOf({ shippingInfo, billingInfo, vatNumber }: OrderAddresses) {
  const { firstName, lastName, address2, zipCode, ...rest } = shippingInfo
  return {
    ...rest,
    address2: address2 ?? null,
    first_name: firstName,
    last_name: lastName,
    zip_code: zipCode,
    billing_address: billingInfo && JSON.stringify(billingInfo),
    vat_number: vatColumn(vatNumber),
  }
}

const vatColumn = (vatNumber: VatNumber | null | undefined) => (vatNumber ? JSON.stringify(vatNumber) : null)
