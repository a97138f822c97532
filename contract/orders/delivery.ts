import type { DeliveryDays } from '../pricing/shipping.ts'
import type { Order } from './api.ts'

/** How and when an order arrives, for shoppers and admins. */

const DAY_MS = 86_400_000
// In UTC, so emails, the server's pages, and browsers show the same day.
const DAY = { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' } as const

/**
 * Returns the expected delivery dates, such as 'Wed, Nov 25 – Fri, Nov 27'. Only Monday to Friday count as business
 * days.
 * @param locale the shop's locale for dates
 */
export function expectedDelivery(since: Date, { from, to }: DeliveryDays, locale: string): string {
  const [first, last] = [from, to].map((days) => businessDay(since, days).toLocaleDateString(locale, DAY))
  return first === last ? `${first}` : `${first} – ${last}`
}

/**
 * Returns the shipping method of an order with its delivery dates or pickup address. Omits the unnamed method of a shop
 * without zones.
 */
export function deliveryRows(
  { shippingMethod, createdAt }: Pick<Order, 'shippingMethod' | 'createdAt'>,
  locale: string,
): { label: string; value: string }[] {
  if (!shippingMethod) return []
  const { name, days, pickupAddress } = shippingMethod
  return [
    { label: 'Shipping method', value: name },
    ...(pickupAddress === null ? [] : [{ label: 'Pick up at', value: pickupAddress }]),
    ...(days
      ? [{ label: dayLabel(pickupAddress), value: expectedDelivery(new Date(createdAt), days, locale) }]
      : []),
  ]
}

const dayLabel = (pickupAddress: string | null) =>
  pickupAddress === null ? 'Expected delivery' : 'Ready for pickup'

function businessDay(since: Date, days: number): Date {
  const date = new Date(since)
  for (let left = days; left > 0; ) {
    date.setTime(date.getTime() + DAY_MS)
    if (date.getUTCDay() % 6 !== 0) left--
  }
  return date
}
