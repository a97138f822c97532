import { isDeepStrictEqual } from 'node:util'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import type { OrderAddresses } from '#contract/checkout/shipping.ts'
import type { Currency } from '#contract/money.ts'
import { tooManyRequests } from '../errors.ts'
import type { Db } from '../platform/db/database.ts'
import { randomReadable } from '../platform/ids.ts'
import type { StockItem } from '../stock/queries.ts'
import { emitOrderEvent } from './orders.ts'
import type { Acceptance, Draft, LockedOpenOrder, OrderTerms } from './place-queries.ts'
import * as queries from './place-queries.ts'
import { listVersionItems, type OrderItemInput, stockOf } from './write-queries.ts'

/**
 * A pending order. `version` is the version that the shopper wants now, `agreed` the one that the provider has. `isNew`
 * is true if the order was created in this transaction.
 */
export type OpenOrder = {
  id: string
  version: number
  agreed: number
  totalCents: number
  currency: Currency
  isNew: boolean
}

/**
 * Creates or changes the pending order of a cart, within the caller's transaction. A changed cart or address becomes a
 * new version, which takes effect once the provider has accepted it, so an order never changes during its payment.
 * @param open the cart's locked order (lockOpenOrder), or null if it has none
 * @param terms of a new order
 * @throws ShopError 429 for an order that has changed too often
 */
export async function placeOrder(
  db: Db,
  draft: Draft,
  open: LockedOpenOrder | null,
  terms: OrderTerms,
): Promise<OpenOrder> {
  if (!open) return placeNew(db, draft, terms)
  const isSame = sameContent(draft, {
    ...open,
    lines: await listVersionItems(db, open.id, open.latest),
  })
  if (!isSame && open.latest >= VERSIONS_MAX) throw tooManyVersions()
  const version = isSame ? open.latest : open.latest + 1
  if (!isSame) await queries.insertVersion(db, open.id, version, draft)
  const { totalCents, currency } = draft.quote
  return { id: open.id, version, agreed: open.agreed, totalCents, currency, isNew: false }
}

/** Runs a transaction that places an order again, if another order already has its random ID. */
export async function withFreeId<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'orders_pkey') throw error
    return withFreeId(run)
  }
}

/**
 * Makes this version and its addresses current. Call it only once the provider has accepted the version: a change
 * that was rejected during a payment must not change where a paid order is sent.
 * @returns as updateVersion
 */
export async function acceptVersion(db: Db, { id, version }: OpenOrder, by: Acceptance): Promise<boolean> {
  return queries.updateVersion(db, id, version, by)
}

/**
 * Returns, for each variant, the largest quantity in any version from the agreed one to the wanted one. Another tab may
 * be sending a version in between to the provider.
 * @param wanted the items of the order's version
 */
export async function itemsOfBoth(
  db: Db,
  { id, agreed, version }: OpenOrder,
  wanted: OrderItemInput[],
): Promise<StockItem[]> {
  return agreed === version ? stockOf(wanted) : queries.listLargestQuantities(db, id, { agreed, version })
}

async function placeNew(db: Db, draft: Draft, terms: OrderTerms): Promise<OpenOrder> {
  const id = `${terms.orderPrefix}-${randomReadable(4)}-${randomReadable(4)}`
  const subscribers = await queries.insertOrder(db, id, draft, terms)
  await emitOrderEvent(db, 'order.placed', id, { subscribers })
  const { totalCents, currency } = draft.quote
  return { id, version: 1, agreed: 1, totalCents, currency, isNew: true }
}

/** Each version is stored until the order is paid, and reserves its stock until the provider has accepted a later one. */
const VERSIONS_MAX = 50
const RETRY_SECONDS = 60

const tooManyVersions = () => tooManyRequests(RETRY_SECONDS, CHECKOUT_MESSAGES.tooManyVersions)

type Content = Pick<Draft, 'lines' | 'quote' | 'addresses'>

function sameContent(one: Content, other: Content): boolean {
  const inOrder = ({ lines }: Content) =>
    lines
      .map(({ productId, variantId, name, image, priceCents, unitPrice, quantity, sku, variant }) => ({
        productId,
        variantId,
        name,
        image,
        priceCents,
        unitPrice,
        quantity,
        sku,
        variant,
      }))
      .sort((one, other) => one.variantId - other.variantId)
  return (
    isDeepStrictEqual(one.quote, other.quote) &&
    isDeepStrictEqual(inOrder(one), inOrder(other)) &&
    isDeepStrictEqual(withoutTime(one.addresses), withoutTime(other.addresses))
  )
}

/** While VIES is unavailable, each request has a new time. */
const withoutTime = ({ vatNumber, ...addresses }: OrderAddresses) => ({
  ...addresses,
  vatNumber: vatNumber ? { ...vatNumber, checkedAt: null } : null,
})
