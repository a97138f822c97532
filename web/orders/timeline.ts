import { t } from '#contract/language/language.ts'
import { isPickedUp } from '#contract/orders/delivery.ts'
import type { Formats } from '../platform/formats.ts'
import type { OrderFacts } from './queries.ts'

export type Moment = {
  at: string
  text: string
  note?: string
  shipment?: { carrier: string; trackingNumber: string }
  by?: string
}

type StatusChange = OrderFacts['statusHistory'][number]
/** An order with its status changes. For admins, each status change has its author. */
export type OrderStory = Omit<OrderFacts, 'statusHistory'> & {
  statusHistory: (StatusChange & { by?: string })[]
}

/** Returns the events of an order, oldest first: its status changes, returns, and refunds. */
export function timelineOf(order: OrderStory, formats: Pick<Formats, 'formatMoney'>): Moment[] {
  const moments = [
    ...statusMoments(order),
    ...order.returns.flatMap(returnMoments),
    ...refundMoments(order, formats),
  ]
  return moments.sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
}

const STATUS_TEXTS: Record<string, string> = {
  pending: 'Order placed',
  processing: 'Payment received',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

const PICKUP_TEXTS: Record<string, string> = { shipped: 'Ready for pickup', delivered: 'Picked up' }

function statusMoments(order: OrderStory): Moment[] {
  const { statusHistory, carrier, trackingNumber } = order
  const isPickup = isPickedUp(order)
  return statusHistory.map(({ status, at, by }) => {
    const text = (isPickup && PICKUP_TEXTS[status]) || (STATUS_TEXTS[status] ?? status)
    if (isPickup || status !== 'shipped' || !carrier) return { at, text, by }
    return {
      at,
      by,
      text: t('Shipped with {carrier}', { carrier }),
      ...(trackingNumber && { shipment: { carrier, trackingNumber } }),
    }
  })
}

function returnMoments({
  items,
  status,
  isWithdrawal,
  answer,
  requestedAt,
  settledAt,
}: OrderFacts['returns'][number]) {
  const what = items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
  const moments: Moment[] = [
    {
      at: requestedAt,
      text: isWithdrawal ? t('Withdrew from the contract') : t('Return requested'),
      note: what,
    },
  ]
  if (settledAt && status === 'accepted')
    moments.push({
      at: settledAt,
      text: isWithdrawal ? t('Withdrawal accepted') : t('Return accepted'),
      note: what,
    })
  if (settledAt && status === 'refused')
    moments.push({ at: settledAt, text: t('Return declined'), note: answer ?? undefined })
  return moments
}

function refundMoments({ refunds }: OrderStory, { formatMoney }: Pick<Formats, 'formatMoney'>): Moment[] {
  return refunds.map(({ amount, isDone, at }) => ({
    at,
    text: isDone
      ? t('{amount} refunded', { amount: formatMoney(amount) })
      : t('Refund of {amount} on its way', { amount: formatMoney(amount) }),
  }))
}
