import { sql } from 'kysely'
import type { z } from 'zod'
import { KnownAddress, KnownShippingInfo } from '#contract/checkout/shipping.ts'
import { findDefaultAddress } from '../address-book/queries.ts'
import type { Owner } from '../cart/queries.ts'
import { isCurrentlyOf, isOf } from '../cart/queries.ts'
import { lockedOrigins, type Origin } from '../orders/origin-queries.ts'
import type { Db } from '../platform/db/database.ts'
import { sharedCurrency, storedSettings } from '../settings/queries.ts'
import { parseSettings, type Settings } from '../settings/settings.ts'

/**
 * Keeps the currency from changing, and other checkouts of the same IP addresses or account from beginning, until the end
 * of the transaction. The addresses are the requester's and those that the cart's open order was changed from.
 * @returns the keys of the locked addresses (addressKeyOf) and of the account
 */
export async function lockCheckout(db: Db, origin: Origin, owner: Owner): Promise<string[]> {
  const ofOrder = db
    .selectFrom('carts')
    .innerJoin('orders', 'orders.cart_id', 'carts.id')
    .innerJoin('order_origins', 'order_origins.order_id', 'orders.id')
    .select('order_origins.address_hash')
    .where('orders.status', '=', 'pending')
    .where(isOf(owner))
  const { keys } = await db
    .selectNoFrom([sharedCurrency.as('currency'), lockedOrigins([origin], ofOrder).as('keys')])
    .executeTakeFirstOrThrow()
  return keys
}

/**
 * Locks the cart, so no other order can be placed from it, and reads the settings.
 * @returns null if the owner has no cart; `isCurrent` is false if the token was replaced
 */
export async function lockCartWithSettings(
  db: Db,
  owner: Owner,
): Promise<{ id: number; isCurrent: boolean; settings: Settings } | null> {
  const row = await db
    .selectFrom('carts')
    .select(['id', isCurrentlyOf(owner).as('isCurrent'), storedSettings.as('stored')])
    .where(isOf(owner))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  const { stored, ...cart } = row
  return { ...cart, settings: parseSettings(stored) }
}

/** Returns the ID of the cart's order that was paid most recently since `since`, or null if there is none. */
export async function findPaidOrderOf(db: Db, cartId: number, since: Date): Promise<string | null> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select('orders.id')
    .where('orders.cart_id', '=', cartId)
    .where('payments.status', '=', 'paid')
    .where('payments.last_status_at', '>=', since)
    .orderBy('payments.last_status_at', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function countPaidSince(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('status', '=', 'paid')
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

type KnownAddresses = {
  shippingInfo: Partial<KnownShippingInfo>
  billingInfo: z.infer<typeof KnownAddress> | null
  methodId?: string
}

/**
 * Returns the known values of the shipping form: from the cart's open order, otherwise from the user's default
 * address, otherwise from the last order placed while signed in, otherwise the user's name and email address. A guest order linked to the account later may be
 * a stranger's. Only the open order's billing address is returned, since the next order may be paid with another card.
 */
export async function findKnownAddresses(
  db: Db,
  owner: Owner | null,
  userId: number | null,
): Promise<KnownAddresses> {
  if (!owner) return { shippingInfo: {}, billingInfo: null }
  const ofCart = await selectShippingInfo(db)
    .select([
      'billing_address',
      sql<string | null>`(select quote #>> '{shipping,methodId}' from order_versions
        where order_id = orders.id and quote #> '{shipping,delivery}' is not null
        order by version desc limit 1)`.as('method_id'),
    ])
    .innerJoin('carts', 'carts.id', 'orders.cart_id')
    .where('status', '=', 'pending')
    .where(isCurrentlyOf(owner))
    .executeTakeFirst()
  if (ofCart) {
    const { billing_address, method_id, ...shippingInfo } = ofCart
    const billingInfo = KnownAddress.nullable().parse(billing_address)
    return {
      shippingInfo: known(shippingInfo),
      billingInfo,
      ...(method_id !== null && { methodId: method_id }),
    }
  }
  return { shippingInfo: userId === null ? {} : await findLastShipping(db, userId), billingInfo: null }
}

async function findLastShipping(db: Db, userId: number): Promise<Partial<KnownShippingInfo>> {
  const ofUser = await selectShippingInfo(db)
    .where('orders.placed_by', '=', userId)
    .orderBy('orders.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const last = ofUser ? known(ofUser) : await nameOf(db, userId)
  const saved = await findDefaultAddress(db, userId)
  if (!saved) return last
  const { formatted: _formatted, phone, ...address } = saved.address
  const contact = { email: last.email, phone: phone || last.phone }
  return KnownShippingInfo.partial().parse({ ...address, ...contact })
}

function selectShippingInfo(db: Db) {
  return db
    .selectFrom('orders')
    .select([
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'phone',
      'company',
      'address',
      'address2',
      'city',
      'state',
      'zip_code as zipCode',
      'country',
    ])
}

const known = <Row extends { company: string | null; address2: string | null }>({
  company,
  address2,
  ...info
}: Row) => ({
  ...info,
  ...(company && { company }),
  ...(address2 && { address2 }),
})

async function nameOf(db: Db, userId: number): Promise<Partial<KnownShippingInfo>> {
  const user = await db
    .selectFrom('users')
    .select(['full_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const names = user?.full_name?.trim().split(/\s+/) ?? []
  return {
    ...(names.length > 0 ? { firstName: names.slice(0, -1).join(' ') || names[0] } : {}),
    ...(names.length > 1 ? { lastName: names.at(-1) } : {}),
    ...(user?.email ? { email: user.email } : {}),
  }
}
