import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import { tooManyRequests } from '../errors.ts'
import * as queries from '../orders/origin-queries.ts'
import type { OpenOrder } from '../orders/place.ts'
import { hasTooManyDeclines } from '../payments/declines.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { StockItem } from '../stock/queries.ts'

const MINUTE_MS = 60_000

/**
 * Maximum number of unpaid orders, and of units in them, beyond the first order. Every order paid in the last day
 * raises both.
 */
const LIMITS = {
  address: { open: 50, units: 100 },
  account: { open: 3, units: 20 },
} as const
const UNITS_PER_PAID_ORDER = 2

/** Versions of other orders in the last day. Each is stored until its order ends. */
const VERSIONS = 300
const VERSIONS_PER_PAID_ORDER = 10

/** Weight of unpaid orders that has no consequences. Every order paid in the last day raises it. */
const FREE_WEIGHT = 2
const WEIGHT_PER_PAID_ORDER = 2
/** Upper limit of the pause, because others at the same IP address may have caused it. */
const LONGEST_PAUSE_MINUTES = 15

const RETRY_SECONDS = 60
const VERSIONS_RETRY_SECONDS = 3600

/**
 * Limits the stock that one IP address or one account reserves without paying (docs/decisions/0030). Their first unpaid
 * order may reserve everything available. A changed order is judged for each address that it was placed or changed from. Call
 * it in the transaction that has locked the origins, before stock is reserved.
 * @param isReserving false for an order that may only be paid while its stock lasts
 * @throws ShopError 429
 */
export async function checkUnpaid(
  db: Db,
  order: OpenOrder,
  origin: queries.Origin,
  items: StockItem[],
  isReserving: boolean,
): Promise<void> {
  const records = await queries.listOriginRecords(db, order.id, origin)
  for (const record of records) checkVersions(record)
  if (order.isNew) {
    for (const record of records) checkDeclines(record)
    if (isReserving) for (const record of records) checkPause(record)
  }
  const further = records.filter((record) => record.open > 0 || excessOf(record) > 0)
  if (further.length === 0) return

  const variantIds = isReserving ? items.map(({ variantId }) => variantId) : []
  const reserved = await queries.listReserved(db, order.id, origin, variantIds)
  const wanted = new Map(items.map(({ variantId, quantity }) => [variantId, quantity]))
  let units = 0
  let ownUnits = 0
  for (const { variantId, quantity, own, others } of reserved) {
    const requested = wanted.get(variantId) ?? 0
    units += requested
    ownUnits += own
    // Half of a variant's stock, rounded up, so that a last single unit can always be reserved.
    if (requested > own && requested + others > Math.ceil(quantity / 2)) throw tooMuchUnpaid()
  }
  for (const { scope, open, units: otherUnits, paid } of further) {
    const limit = LIMITS[scope]
    if (order.isNew && open >= limit.open + paid) throw tooMuchUnpaid()
    const most = limit.units + paid * UNITS_PER_PAID_ORDER
    if (units > ownUnits && units + otherUnits > most) throw tooMuchUnpaid()
  }
}

function checkVersions({ versions, paid }: queries.OriginRecord): void {
  if (versions >= VERSIONS + paid * VERSIONS_PER_PAID_ORDER)
    throw tooManyRequests(VERSIONS_RETRY_SECONDS, CHECKOUT_MESSAGES.tooManyVersions)
}

/** A new order is allowed once the last declined card no longer counts. */
function checkDeclines(record: queries.OriginRecord): void {
  if (!hasTooManyDeclines(record) || record.lastDeclineAt === null) return
  throw tooManyRequests(
    secondsUntil(record.lastDeclineAt.getTime() + queries.DECLINES_MS),
    CHECKOUT_MESSAGES.tooManyDeclines,
  )
}

/** Each unit of excess weight doubles the pause, which begins when the last unpaid order ends. */
function checkPause(record: queries.OriginRecord): void {
  const excess = excessOf(record)
  if (excess <= 0 || record.lastUnpaidAt === null) return
  const minutes = Math.min(LONGEST_PAUSE_MINUTES, 2 ** excess)
  const seconds = secondsUntil(record.lastUnpaidAt.getTime() + minutes * MINUTE_MS)
  if (seconds > 0) throw tooManyRequests(seconds, CHECKOUT_MESSAGES.unpaidPause)
}

const secondsUntil = (ms: number) => Math.ceil((ms - now().getTime()) / 1000)

const excessOf = ({ weight, paid }: queries.OriginRecord) =>
  weight - FREE_WEIGHT - paid * WEIGHT_PER_PAID_ORDER

const tooMuchUnpaid = () => tooManyRequests(RETRY_SECONDS, CHECKOUT_MESSAGES.unpaidLimit)
