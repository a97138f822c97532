import { sql } from 'kysely'
import type { CartItem } from '#contract/cart/api.ts'
import { CART_ITEMS_MAX, QUANTITY_MAX } from '#contract/cart/rules.ts'
import type { Product } from '#contract/catalog/api.ts'
import { STANDARD_CLASS } from '#contract/pricing/taxes.ts'
import { knownClass } from '#contract/settings/taxes.ts'
import { type FoundProduct, toFound } from '../catalog/lookup-queries.ts'
import { selectVariants, toLineVariant } from '../catalog/variant-queries.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { PriceSettings, Settings } from '../settings/settings.ts'
import { isOf, keyOf, type Owner } from './queries.ts'

/** Units to add of a product, or of one of its variants. */
export type CartAddition = { productId: number; variantId?: number; quantity: number }

/** A cart item with its variant and its amounts in cents. */
export type CartItemRow = CartItem & {
  variantId: number
  sku: string | null
  priceCents: number
  weightGrams: number | null
}

/** Returns the items of a cart at current prices, in the order they were added. */
export async function listCartItems(
  db: Db,
  owner: Owner,
  settings: PriceSettings & Pick<Settings, 'taxes'>,
): Promise<CartItemRow[]> {
  const rows = await selectVariants(db)
    .innerJoin('cart_items', 'cart_items.variant_id', 'variants.id')
    .innerJoin('carts', 'carts.id', 'cart_items.cart_id')
    .select(['cart_items.id as item_id', 'cart_items.quantity'])
    .select(
      sql<string>`coalesce(products.tax_class, (select categories.tax_class from categories
        where categories.id = products.category_id), ${STANDARD_CLASS})`.as('tax_class_or_default'),
    )
    .where(isOf(owner))
    .orderBy('cart_items.id')
    .execute()
  const isShort = rows.some(({ variants: [{ available }], quantity }) => (available ?? quantity) < quantity)
  const reserved = isShort ? await listReservedFor(db, owner) : new Map<number, number>()
  return rows.map((row) => {
    const found = toFound(row, settings)
    const { item_id: id, id: productId, quantity } = row
    const [{ id: variantId, sku }] = row.variants
    const product = withOwnReservation(found, reserved.get(variantId) ?? 0)
    const { priceCents, weightGrams, shipsFree, isArchived } = found
    const isAvailable = !isArchived && row.variant_archived_at === null
    const taxClass = knownClass(settings.taxes, row.tax_class_or_default)
    return {
      id,
      productId,
      variantId,
      sku,
      quantity,
      isAvailable,
      product,
      priceCents,
      weightGrams,
      ...(shipsFree && { shipsFree }),
      ...(taxClass === STANDARD_CLASS ? {} : { taxClass }),
      variant: toLineVariant(row),
    }
  })
}

/** Includes the units reserved by this cart's own order, which it can still buy. */
function withOwnReservation({ product, isOffered }: FoundProduct, reserved: number): Product {
  if (product.stockQuantity === null || reserved === 0) return product
  return { ...product, stockQuantity: product.stockQuantity + reserved, inStock: isOffered }
}

/** Returns the units of each variant that the cart's open order has reserved. */
async function listReservedFor(db: Db, owner: Owner): Promise<Map<number, number>> {
  const items = await db
    .selectFrom('reservation_items')
    .innerJoin('orders', 'orders.id', 'reservation_items.order_key')
    .innerJoin('carts', 'carts.id', 'orders.cart_id')
    .select(['reservation_items.variant_id', 'reservation_items.quantity'])
    .where('orders.status', '=', 'pending')
    .where(isOf(owner))
    .execute()
  return new Map(items.map(({ variant_id, quantity }) => [variant_id, quantity]))
}

/** Removes an order's items from the cart that it was placed from. */
export async function subtractOrder(db: Db, orderId: string): Promise<void> {
  await sql`select subtract_order(${orderId})`.execute(db)
}

/** @param owner null for a visitor without a cart */
export async function hasItems(db: Db, owner: Owner | null): Promise<boolean> {
  if (!owner) return false
  const row = await db
    .selectFrom('carts')
    .innerJoin('cart_items', 'cart_items.cart_id', 'carts.id')
    .select('carts.id')
    .where(isOf(owner))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Counts a variant's units in a cart, and the cart's other items. */
export async function countItems(
  db: Db,
  owner: Owner,
  variantId: number,
): Promise<{ others: number; units: number }> {
  const { rows } = await sql<{ others: number; units: number }>`
    select (count(*) filter (where variant_id <> ${variantId}))::int as others,
      coalesce(sum(quantity) filter (where variant_id = ${variantId}), 0)::int as units
    from cart_items join carts on carts.id = cart_items.cart_id where ${isOf(owner)}`.execute(db)
  return rows[0] ?? { others: 0, units: 0 }
}

/**
 * Adds units of an available variant, creating the cart and the item if needed. Without `variantId`, adds the variant
 * whose price the product shows (summarize_variants in db/migrations/0007_stock.sql). Uses a single statement, so concurrent
 * quantities add up.
 * @returns false if nothing was added
 */
export async function addToItem(
  db: Db,
  owner: Owner,
  { productId, variantId, quantity }: CartAddition,
): Promise<boolean> {
  const { column, value } = keyOf(owner)
  const { rows } = await sql`
    with wanted as (
      select variants.id
      from products join variants on variants.product_id = products.id
        left join stock on stock.variant_id = variants.id
      where products.id = ${productId} and products.archived_at is null and variants.archived_at is null
        and variants.id = coalesce(${variantId ?? null}::integer, variants.id)
        and variants.in_stock and coalesce(stock.available, 1) > 0
      order by variants.price_cents, variants.position, variants.id limit 1
    ), used as (
      update carts set used_at = ${now()}::timestamptz from wanted where ${isOf(owner)} returning carts.id
    ), made as (
      insert into carts (${sql.ref(column)}, created_at, used_at)
      select ${value}, ${now()}::timestamptz, ${now()}::timestamptz from wanted where not exists (select from used)
      on conflict (${sql.ref(column)}) do update set used_at = excluded.used_at
      returning id
    ), cart as (
      select id from used union all select id from made
    )
    insert into cart_items (cart_id, variant_id, quantity, created_at)
    select cart.id, wanted.id, ${quantity}, ${now()}::timestamptz
    from cart, wanted
    where (select count(*) from cart_items
      where cart_id = cart.id and variant_id <> wanted.id) < ${CART_ITEMS_MAX}
    on conflict (cart_id, variant_id) do update set quantity = cart_items.quantity + excluded.quantity
      where cart_items.quantity + excluded.quantity <= ${QUANTITY_MAX}
    returning id`.execute(db)
  return rows.length > 0
}

/**
 * Returns the variant that addToItem would add if it were available, or the product without one if it has no such
 * variant.
 * @returns null if there is no such active product
 */
export async function findWanted(
  db: Db,
  { productId, variantId }: Omit<CartAddition, 'quantity'>,
): Promise<{ variant: { id: number; inStock: boolean } | null } | null> {
  const row = await db
    .selectFrom('products')
    .select(
      sql<{ id: number; inStock: boolean } | null>`(
        select json_build_object('id', variants.id, 'inStock', in_stock and coalesce(available, 1) > 0)
        from variants left join stock on stock.variant_id = variants.id
        where variants.product_id = products.id and variants.archived_at is null
          and variants.id = coalesce(${variantId ?? null}::integer, variants.id)
        order by in_stock and coalesce(available, 1) > 0 desc, variants.price_cents, position, variants.id
        limit 1)`.as('variant'),
    )
    .where('id', '=', productId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** @returns false if the owner's cart has no such item */
export async function updateQuantity(
  db: Db,
  owner: Owner,
  itemId: number,
  quantity: number,
): Promise<boolean> {
  const updated = await db
    .updateTable('cart_items')
    .from('carts')
    .set({ quantity })
    .whereRef('carts.id', '=', 'cart_items.cart_id')
    .where('cart_items.id', '=', itemId)
    .where(isOf(owner))
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** @returns false if the owner's cart has no such item */
export async function deleteItem(db: Db, owner: Owner, itemId: number): Promise<boolean> {
  const deleted = await deleteFrom(db, owner).where('cart_items.id', '=', itemId).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export async function deleteItems(db: Db, owner: Owner): Promise<void> {
  await deleteFrom(db, owner).execute()
}

function deleteFrom(db: Db, owner: Owner) {
  return db
    .deleteFrom('cart_items')
    .using('carts')
    .whereRef('carts.id', '=', 'cart_items.cart_id')
    .where(isOf(owner))
}
