import { addDays, type DateFormat, dayInZone, formatDay, UTC } from '../dates.ts'
import type { DeliveryDays } from '../pricing/shipping.ts'
import type { Order } from './api.ts'

/** How and when an order arrives, for shoppers and admins. */

/** Returns whether an order is picked up. Nothing about it may speak of shipping. */
export const isPickedUp = ({ shippingMethod }: Pick<Order, 'shippingMethod'>) =>
  shippingMethod !== null && shippingMethod.pickupAddress !== null

/**
 * Returns the expected delivery dates, such as 'Wed, Nov 25 – Fri, Nov 27'. Only Monday to Friday count as business
 * days.
 */
export function expectedDelivery(since: Date, { from, to }: DeliveryDays, format: DateFormat): string {
  const today = dayInZone(since, format.timeZone)
  const [first, last] = [from, to].map((days) =>
    formatDay(businessDay(today, days), { ...format, timeZone: UTC }, 'weekday'),
  )
  return first === last ? `${first}` : `${first} – ${last}`
}

/**
 * Returns the shipping method of an order with its delivery dates or pickup address. Omits the unnamed method of a shop
 * without zones.
 */
export function deliveryRows(
  { shippingMethod, createdAt }: Pick<Order, 'shippingMethod' | 'createdAt'>,
  format: DateFormat,
): { label: string; value: string }[] {
  if (!shippingMethod) return []
  const { name, days, pickupAddress } = shippingMethod
  return [
    { label: pickupAddress === null ? 'Shipping method' : 'Pickup', value: name },
    ...(pickupAddress === null ? [] : [{ label: 'Pick up at', value: pickupAddress }]),
    ...(days
      ? [{ label: dayLabel(pickupAddress), value: expectedDelivery(new Date(createdAt), days, format) }]
      : []),
  ]
}

const dayLabel = (pickupAddress: string | null) =>
  pickupAddress === null ? 'Expected delivery' : 'Ready for pickup'

function businessDay(since: string, days: number): string {
  let day = since
  for (let left = days; left > 0; ) {
    day = addDays(day, 1)
    if (new Date(day).getUTCDay() % 6 !== 0) left--
  }
  return day
}
