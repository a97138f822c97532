import { type FormEvent, useState } from 'react'
import { NOTE_MAX } from '#contract/orders/rules.ts'
import { adminAddress, useAdminAddress } from '../../admin/address.ts'
import { LoadFailure, OrderSection } from '../../admin/list-frame.tsx'
import { useApi } from '../../platform/api.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { OrderReturns } from '../../returns/admin/order-returns.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { DeliveryFacts, OrderItems, PostalAddress, Timeline } from '../order-body.tsx'
import { DateText, historyLook, StatusBadge } from '../status.tsx'
import { TrackingNumber } from '../tracking-number.tsx'
import { OrderActions, OrderReview } from './order-actions.tsx'
import { OrderPayment } from './order-payment.tsx'
import { type AdminOrder, orderQuery, useOrderChange } from './queries.ts'

/** One order, opened next to the list. `edit` in the URL is its ID. */
export function OrderSheet() {
  const { read, go } = useAdminAddress()
  const id = read('edit') ?? ''
  const { data: order, isError, refetch } = useQuery(orderQuery(useApi(), id))
  return (
    <Sheet isOpen onClose={() => go({ edit: null })} side="right" title={`Order ${id}`} isWide>
      {order && <Details order={order} />}
      {!order && isError && <LoadFailure subject="This order" onRetry={() => void refetch()} />}
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
              , stock reserved until <DateText at={holdUntil} withTime />
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
            <OrderSection title="Billing address">
              <PostalAddress to={order.billingAddress} />
            </OrderSection>
          )}
          {order.vatNumber && <BusinessCustomer {...order.vatNumber} />}
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
    <OrderSection title="Customer">
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
      <div className="mt-2 text-sm">
        <DeliveryFacts order={order} />
      </div>
      {carrier && (
        <p className="mt-2 wrap-anywhere text-sm">
          Carrier: {carrier}
          {trackingNumber && (
            <>
              <br />
              <TrackingNumber carrier={carrier} trackingNumber={trackingNumber} />
            </>
          )}
        </p>
      )}
    </OrderSection>
  )
}

const VAT_STATES = {
  verified: 'Verified by VIES on ',
  unverified: 'Format checked only, because VIES was unavailable on ',
  invalid: 'Rejected by VIES on ',
} as const

function BusinessCustomer({
  id,
  state,
  checkedAt,
  name,
  consultationNumber,
}: NonNullable<AdminOrder['vatNumber']>) {
  return (
    <OrderSection title="Business customer">
      <p className="wrap-anywhere">
        VAT number {id}
        {name && `, ${name}`}
      </p>
      <p className={`wrap-anywhere text-sm ${state === 'verified' ? 'text-muted' : 'text-sale'}`}>
        {VAT_STATES[state]}
        <DateText at={checkedAt} withTime />
        {consultationNumber && `, consultation number ${consultationNumber}`}
      </p>
    </OrderSection>
  )
}

/** Admins' notes about an order, hidden from the customer. */
function OrderNotes({ order: { id, notes } }: { order: AdminOrder }) {
  const [text, setText] = useState('')
  const add = useOrderChange('Note added', (api, text: string) =>
    api.call('POST /api/admin/orders/:orderId/notes', { orderId: id, text }),
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim()) add.mutate(text, { onSuccess: () => setText('') })
  }
  return (
    <OrderSection title="Notes">
      <ul className="space-y-3">
        {notes.map((note) => (
          <li key={note.id}>
            <p className="whitespace-pre-wrap wrap-anywhere">{note.text}</p>
            <p className="text-muted text-sm">
              {note.by}, <DateText at={note.at} withTime />
            </p>
          </li>
        ))}
      </ul>
      <form className="mt-3 space-y-2" onSubmit={submit}>
        <TextArea
          label="New note"
          hint="Only admins see notes."
          rows={2}
          maxLength={NOTE_MAX}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button look="outline" type="submit" isBusy={add.isPending}>
          Add note
        </Button>
      </form>
    </OrderSection>
  )
}
