import { useEffect, useRef } from 'react'
import { t } from '#contract/language/language.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { OrderPolicies } from '../../pages/order-policies.tsx'
import { useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { useQuery } from '../../platform/use-query.ts'
import { OrderReturns } from '../../returns/admin/order-returns.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Trans } from '../../ui/trans.tsx'
import { OrderItems, Timeline } from '../order-body.tsx'
import { DateText, orderLook, StatusBadge } from '../status.tsx'
import { OrderActions, OrderReview } from './order-actions.tsx'
import { OrderCustomer } from './order-customer.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderPayment } from './order-payment.tsx'
import { type AdminOrder, orderQuery } from './queries.ts'
import { type Walk, WalkControls } from './walk.tsx'

/**
 * One order, opened next to the list. `edit` in the URL is its ID.
 * @param walk the list that it was opened from, once it is loaded
 */
export function OrderSheet({ walk }: { walk: Walk | undefined }) {
  const { read, go } = useAdminAddress()
  const id = read('edit') ?? ''
  const { data: order, isError, refetch } = useQuery(orderQuery(useApi(), id))
  return (
    <Sheet
      isOpen
      onClose={() => go({ edit: null })}
      side="right"
      title={t('Order {id}', { id })}
      isWide="extra"
    >
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {order ? <Facts order={order} /> : <span />}
        {walk && <WalkControls id={id} walk={walk} />}
      </div>
      {order && <Details key={id} order={order} />}
      {!order && isError && <LoadFailure subject={t('This order')} onRetry={() => void refetch()} />}
      {!order && !isError && <Spinner />}
    </Sheet>
  )
}

function Facts({ order }: { order: AdminOrder }) {
  const { formatMoney } = useFormats()
  const { createdAt, holdUntil, items, totalAmount, payment } = order
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <StatusBadge look={orderLook(order)} />
      {payment && Number(payment.refunded) > 0 && (
        <span className="rounded-full border border-control px-3 py-1 font-medium text-muted text-sm">
          {Number(payment.refundable) > 0 ? t('Partly refunded') : t('Fully refunded')}
        </span>
      )}
      <p className="text-muted">
        <span className="text-ink tabular-nums">
          {formatMoney(totalAmount)} for {units} {units === 1 ? 'item' : 'items'}
        </span>
        {t('. Ordered on ')}
        <DateText at={createdAt} withTime />
        {holdUntil && (
          <Trans
            text=", stock reserved until <dateText/>"
            parts={{ dateText: <DateText at={holdUntil} withTime /> }}
          />
        )}
      </p>
    </div>
  )
}

function Details({ order }: { order: AdminOrder }) {
  const top = useRef<HTMLDivElement>(null)
  // The next order starts at its top, and not where the last one was left.
  useEffect(() => {
    const frame = top.current?.parentElement
    if (frame) frame.scrollTop = 0
  }, [])
  return (
    <div ref={top} className="wrap-anywhere">
      <OrderActions order={order} />
      <OrderReview order={order} />
      <FailedEmails order={order} />
      <OrderReturns order={order} />
      <OrderCustomer order={order} />
      <div className="mt-8 grid gap-x-16 gap-y-8 border-hairline border-t pt-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-8">
          <div>
            <h3 className="mb-4 text-lg">{t('Items')}</h3>
            <OrderItems order={order} />
          </div>
          <OrderPayment order={order} />
        </div>
        <div className="space-y-8">
          <Timeline order={order} />
          <OrderNotes order={order} />
          <OrderPolicies at={order.createdAt} hasOriginals />
        </div>
      </div>
    </div>
  )
}

function FailedEmails({ order: { failedEmails } }: { order: AdminOrder }) {
  if (failedEmails.length === 0) return null
  return (
    <section aria-label={t('Rejected email')} className="mt-5 warning">
      <p className="text-sale">
        {t('Some email didn’t reach the customer. Check the address, and call them if you can.')}
      </p>
      <ul className="mt-2 space-y-1 text-sm">
        {failedEmails.map(({ to, subject, at, problem }) => (
          <li key={`${at} ${subject}`} className="wrap-anywhere">
            <Trans
              text={'“{subject}” to {to}, <dateText/>: {problem}'}
              values={{ subject, to, problem }}
              parts={{ dateText: <DateText at={at} withTime /> }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
