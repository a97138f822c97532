import { sql } from 'kysely'
import type { OrderAddresses } from '#contract/checkout/shipping.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { sha256 } from '../platform/ids.ts'

/** The owner of a cart: a user, or a visitor or agent identified by a token. */
export type Owner = { userId: number } | { token: string }

/** Locks the cart, so no other order can be placed from it. `isCurrent` is false if the token was replaced. */
export async function lockCart(db: Db, owner: Owner): Promise<{ id: number; isCurrent: boolean } | null> {
  const row = await db
    .selectFrom('carts')
    .select(['id', isCurrentlyOf(owner).as('isCurrent')])
    .where(isOf(owner))
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/**
 * Replaces the token of a cart that isn't empty.
 * @param addresses if the cart's unpaid order has exactly these addresses, the token stays
 * @returns false if nothing was replaced, for example because the token isn't the current one
 */
export async function updateToken(
  db: Db,
  owner: { token: string },
  renewed: { token: string },
  oldUntil: Date,
  addresses?: OrderAddresses,
): Promise<boolean> {
  const { shippingInfo: address, billingInfo: billing } = addresses ?? {}
  const isStored = address
    ? sql<boolean>`exists (select from orders where cart_id = carts.id and status = 'pending'
        and (first_name, last_name, email, phone, address, city, state, zip_code, country) = (
          ${address.firstName}, ${address.lastName}, ${address.email}, ${address.phone}, ${address.address},
          ${address.city}, ${address.state}, ${address.zipCode}, ${address.country})
        and company is not distinct from ${address.company ?? null}
        and address2 is not distinct from ${address.address2 ?? null}
        and billing_address is not distinct from ${billing && JSON.stringify(billing)}::jsonb)`
    : sql<boolean>`false`
  const updated = await db
    .updateTable('carts')
    .set(({ ref }) => ({
      old_token_hash: ref('token_hash'),
      old_token_until: oldUntil,
      token_hash: sha256(renewed.token),
      used_at: now(),
    }))
    .where(isCurrentlyOf(owner))
    .where(sql<boolean>`exists (select from cart_items where cart_id = carts.id)`)
    .where(sql<boolean>`not ${isStored}`)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

export async function findCartId(db: Db, owner: Owner): Promise<number | null> {
  const row = await db.selectFrom('carts').select('id').where(isOf(owner)).executeTakeFirst()
  return row?.id ?? null
}

export async function hasCart(db: Db, owner: Owner): Promise<boolean> {
  return (await findCartId(db, owner)) !== null
}

/** @returns true if the last use was before `before` */
export async function updateLastUse(db: Db, owner: Owner, before: Date): Promise<boolean> {
  const updated = await db
    .updateTable('carts')
    .set({ used_at: now() })
    .where(isOf(owner))
    .where('used_at', '<', before)
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

export async function deleteCartsUsedBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('carts').where('used_at', '<', time).execute()
}

/** Keeps carts with an order that awaits payment. */
export async function deleteEmptyCartsUsedBefore(db: Db, time: Date): Promise<void> {
  await db
    .deleteFrom('carts')
    .where('used_at', '<', time)
    .where(sql<boolean>`not exists (select from cart_items where cart_id = carts.id)`)
    .where(sql<boolean>`not exists (select from orders where cart_id = carts.id and status = 'pending')`)
    .execute()
}

/** Condition for queries that join carts. A replaced token still identifies its cart for some minutes. */
export function isOf(owner: Owner) {
  const isCurrent = isCurrentlyOf(owner)
  if ('userId' in owner) return isCurrent
  return sql<boolean>`(${isCurrent} or (carts.old_token_hash = ${sha256(owner.token)}
    and carts.old_token_until > ${now()}::timestamptz))`
}

/** Like isOf but without replaced tokens, for queries that show or store an address. */
export function isCurrentlyOf(owner: Owner) {
  const { column, value } = keyOf(owner)
  return sql<boolean>`${sql.ref(`carts.${column}`)} = ${value}`
}

export function keyOf(owner: Owner): { column: 'user_id' | 'token_hash'; value: number | string } {
  return 'userId' in owner
    ? { column: 'user_id', value: owner.userId }
    : { column: 'token_hash', value: sha256(owner.token) }
}
