import type { ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import { isPickedUp } from '#contract/orders/delivery.ts'
import { vatNote, vatNumberText } from '#contract/orders/vat-number.ts'
import { OrderPolicies } from '../pages/order-policies.tsx'
import { useFormats } from '../platform/formats.ts'
import { RequestReturn } from '../returns/request-return.tsx'
import { ReturnAddress } from '../returns/return-address.tsx'
import { Button } from '../ui/button.tsx'
import { Trans } from '../ui/trans.tsx'
import { CancelOrder, DeliveryFacts, OrderItems, PostalAddress, Timeline } from './order-body.tsx'
import type { Order } from './queries.ts'
import { DateText, orderLook, StatusBadge } from './status.tsx'
import { TrackingNumber } from './tracking-number.tsx'

/** The customer's view of an order: items, address, payment, timeline, and tracking number. */
export function OrderDetails({ order, onOrderAgain }: { order: Order; onOrderAgain(): void }) {
  const { formatMoney } = useFormats()
  const { shippingAddress: to, carrier, trackingNumber } = order
  const isPickup = isPickedUp(order)
  const proof = { orderId: order.id, email: order.contactEmail }
  return (
    <>
      <p className="flex flex-wrap items-center gap-3 text-muted">
        <StatusBadge look={orderLook(order)} />
        <span>
          <Trans
            text="Ordered on <dateText/>"
            parts={{ dateText: <DateText at={order.createdAt} withTime /> }}
          />
        </span>
      </p>
      <div className="wrap-anywhere mt-6 grid gap-8 md:grid-cols-2">
        <div className="space-y-8">
          <OrderItems order={order} />
          <Timeline order={order} />
        </div>
        <div className="space-y-6">
          {order.shippingMethod && (
            <OrderSection title={t('Delivery')}>
              <DeliveryFacts order={order} />
            </OrderSection>
          )}
          <OrderSection title={isPickup ? t('Your address') : t('Shipping address')}>
            <PostalAddress to={to} />
            <p className="mt-2 wrap-anywhere text-muted text-sm">
              {[order.contactEmail, order.contactPhone].filter(Boolean).join(' · ')}
            </p>
            {to.address === undefined && (
              <p className="mt-2 text-muted text-sm">
                {t(
                  'You added this order by its ID. To see its full address, verify this email address in your account.',
                )}
              </p>
            )}
          </OrderSection>
          {order.billingAddress && (
            <OrderSection title={t('Billing address')}>
              <PostalAddress to={order.billingAddress} />
            </OrderSection>
          )}
          {order.vatNumber && (
            <OrderSection title={t('VAT number')}>
              <p className="wrap-anywhere">{vatNumberText(order)}</p>
              <p className="mt-2 text-muted text-sm">{vatNote(order)}</p>
            </OrderSection>
          )}
          {carrier && (
            <OrderSection title={isPickup ? t('Parcel') : t('Shipment')}>
              <p>{carrier}</p>
              {trackingNumber && (
                <p className="wrap-anywhere">
                  <TrackingNumber carrier={carrier} trackingNumber={trackingNumber} />
                </p>
              )}
            </OrderSection>
          )}
          <OrderSection title={t('Payment')}>
            <p>{t('{totalAmount} by card', { totalAmount: formatMoney(order.totalAmount) })}</p>
            {order.refunds.map(({ id, amount, isDone }) => (
              <p key={id}>
                {isDone
                  ? t('{amount} refunded', { amount: formatMoney(amount) })
                  : t('Refund of {amount} on its way', { amount: formatMoney(amount) })}
              </p>
            ))}
            {order.paymentIntentId && (
              <p className="break-all text-muted text-sm">
                {t('Reference {paymentIntentId}', { paymentIntentId: order.paymentIntentId })}
              </p>
            )}
          </OrderSection>
          <ReturnAddress title={t('Send your return to')} address={order.returnAddress} />
          <OrderPolicies at={order.createdAt} />
        </div>
      </div>
      <div className="mt-8 flex flex-wrap items-start gap-3 border-hairline border-t pt-5">
        <Button onClick={onOrderAgain}>{t('Order again')}</Button>
        <CancelOrder order={order} proof={proof} />
        <RequestReturn order={order} proof={proof} />
      </div>
    </>
  )
}

function OrderSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lg">{title}</h3>
      {children}
    </section>
  )
}
