import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminAddress, useAdminAddress } from '../../admin/address.ts'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { useApi } from '../../platform/api-context.ts'
import { OrderReturns } from '../../returns/admin/order-returns.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { DateText } from '../dates.tsx'
import { OrderItems, Timeline } from '../order-body.tsx'
import { PostalAddress } from '../postal-address.tsx'
import { historyLook } from '../status.ts'
import { StatusBadge } from '../status-badge.tsx'
import { TrackingNumber } from '../tracking-number.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderNotes } from './order-notes.tsx'
import { OrderPayment } from './order-payment.tsx'
import { OrderReview } from './order-review.tsx'
import { Part } from './part.tsx'
import { type AdminOrder, orderQuery } from './queries.ts'

/** One order beside the list. `edit` in the address names it. */
export function OrderSheet() {
  const { read, go } = useAdminAddress()
  const id = read('edit') ?? ''
  const { data: order, isError, refetch } = useQuery(orderQuery(useApi(), id))
  return (
    <Sheet isOpen onClose={() => go({ edit: null })} side="right" title={`Order ${id}`} isWide>
      {order && <Details order={order} />}
      {!order && isError && <LoadFailure what="This order" onRetry={() => void refetch()} />}
      {!order && !isError && <Spinner />}
    </Sheet>
  )
}

function Details({ order }: { order: AdminOrder }) {
  const { holdUntil } = order
  return (
    <>
      <p className="flex flex-wrap items-center gap-3 text-muted">
        <StatusBadge look={historyLook(order.status)} />
        <span>
          Ordered on <DateText at={order.createdAt} withTime />
          {holdUntil && (
            <>
              , holds its stock until <DateText at={holdUntil} withTime />
            </>
          )}
        </span>
      </p>
      <OrderReview order={order} />
      <FailedEmails order={order} />
      <OrderActions order={order} />
      <OrderReturns order={order} />
      <div className="wrap-anywhere mt-6 grid gap-8 md:grid-cols-2">
        <div className="space-y-8">
          <OrderItems order={order} />
          <Timeline order={order} />
        </div>
        <div className="space-y-8">
          <Customer order={order} />
          {order.billingAddress && (
            <Part title="Billing address">
              <PostalAddress to={order.billingAddress} />
            </Part>
          )}
          <OrderPayment order={order} />
          <OrderNotes order={order} />
        </div>
      </div>
    </>
  )
}

function FailedEmails({ order: { failedEmails } }: { order: AdminOrder }) {
  if (failedEmails.length === 0) return null
  return (
    <section aria-label="Rejected email" className="mt-4 rounded-card border border-sale p-4">
      <p className="text-sale">
        Some email didn’t reach the customer. Check the address, and call them if you can.
      </p>
      <ul className="mt-2 space-y-1 text-sm">
        {failedEmails.map(({ to, subject, at, problem }) => (
          <li key={`${at} ${subject}`} className="wrap-anywhere">
            “{subject}” to {to}, <DateText at={at} withTime />: {problem}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Customer({ order }: { order: AdminOrder }) {
  const { shippingAddress: to, carrier, trackingNumber } = order
  return (
    <Part title="Customer">
      <PostalAddress to={to} />
      <p className="mt-2 wrap-anywhere text-sm">
        <a className="underline underline-offset-4" href={`mailto:${order.contactEmail}`}>
          {order.contactEmail}
        </a>
        <br />
        {order.contactPhone}
        <br />
        {order.userId === null ? (
          <span className="text-muted">Guest</span>
        ) : (
          <Link
            className="underline underline-offset-4"
            to={adminAddress('customers', { edit: String(order.userId) })}
          >
            This customer’s account
          </Link>
        )}
      </p>
      {carrier && (
        <p className="mt-2 wrap-anywhere text-sm">
          Sent with {carrier}
          {trackingNumber && (
            <>
              <br />
              <TrackingNumber carrier={carrier} trackingNumber={trackingNumber} />
            </>
          )}
        </p>
      )}
    </Part>
  )
}
