import type { ComponentType } from 'react'
import { t } from '#contract/language/language.ts'
import { isPickedUp } from '#contract/orders/delivery.ts'
import { useDates } from '../platform/dates.ts'
import { CheckIcon, CloseIcon } from '../ui/icons.tsx'
import { ClockIcon, PackageIcon, TruckIcon } from '../ui/page-icons.tsx'
import type { OrderFacts } from './queries.ts'

type StatusLook = {
  label: string
  Icon: ComponentType<{ className?: string }>
  /** Class of text, border, and icon. */
  color: string
}

const NEUTRAL = { Icon: ClockIcon, color: 'text-muted border-control' }

const LOOKS: Record<string, StatusLook> = {
  processing: { label: 'Processing', Icon: PackageIcon, color: 'text-accent border-accent' },
  shipped: { label: 'Shipped', Icon: TruckIcon, color: 'text-ink border-ink' },
  delivered: { label: 'Delivered', Icon: CheckIcon, color: 'text-success border-success' },
  cancelled: { label: 'Cancelled', Icon: CloseIcon, color: 'text-sale border-sale' },
}

/** The labels of an order that is picked up. */
const PICKUP_LABELS: Record<string, string> = { shipped: 'Ready for pickup', delivered: 'Picked up' }

/** Returns the look of an order's status for its customer and for admins. */
export const orderLook = (order: Pick<OrderFacts, 'status' | 'shippingMethod'>) =>
  ofPickup(order, historyLook(order.status))

/** Returns the look with the label of a pickup, if the order is one. */
export function ofPickup(order: Pick<OrderFacts, 'status' | 'shippingMethod'>, look: StatusLook): StatusLook {
  const label = isPickedUp(order) ? PICKUP_LABELS[order.status] : undefined
  return label === undefined ? look : { ...look, label, Icon: PackageIcon }
}

/** On the tracking page, any other status is shown capitalized in a neutral style (spec section 2). */
export function trackedLook(status: string): StatusLook {
  return LOOKS[status] ?? { ...NEUTRAL, label: status.charAt(0).toUpperCase() + status.slice(1) }
}

/** In the order history, any status other than the spec's five is 'Unknown' (spec section 2). */
export function historyLook(status: string): StatusLook {
  return LOOKS[status] ?? { ...NEUTRAL, label: status === 'pending' ? t('Pending') : t('Unknown') }
}

/** A status with its icon and color. The label alone is enough to understand it. */
export function StatusBadge({ look: { label, Icon, color } }: { look: StatusLook }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-3 py-1 font-medium text-sm ${color}`}
    >
      <Icon className="size-4" />
      {label}
    </span>
  )
}

/** A date, optionally with the time, in the shop's time zone. */
export function DateText({ at, withTime = false }: { at: string; withTime?: boolean }) {
  const { formatDay, formatTime, timeZone } = useDates()
  return (
    <time dateTime={at} title={timeZone}>
      {withTime ? formatTime(at) : formatDay(at)}
    </time>
  )
}
