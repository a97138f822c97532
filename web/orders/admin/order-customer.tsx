import type { ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import { isPickedUp } from '#contract/orders/delivery.ts'
import { adminAddress } from '../../admin/address.ts'
import { Link } from '../../platform/router/link.tsx'
import { DeliveryFacts, PostalAddress } from '../order-body.tsx'
import { DateText } from '../status.tsx'
import { TrackingNumber } from '../tracking-number.tsx'
import type { AdminOrder } from './queries.ts'

/** The customer, the addresses, and the parcel, in columns. */
export function OrderCustomer({ order }: { order: AdminOrder }) {
  const { shippingAddress: to, billingAddress, vatNumber, carrier } = order
  const isPickup = isPickedUp(order)
  return (
    <section
      aria-label={t('Customer')}
      className="mt-8 grid gap-x-10 gap-y-6 border-hairline border-t pt-6 sm:grid-cols-2 lg:grid-cols-4"
    >
      <Column title={t('Contact')}>
        <a className="underline underline-offset-4" href={`mailto:${order.contactEmail}`}>
          {order.contactEmail}
        </a>
        <p>{order.contactPhone}</p>
        {order.userId === null ? (
          <p className="text-muted">{t('Guest')}</p>
        ) : (
          <Link
            className="underline underline-offset-4"
            to={adminAddress('customers', { edit: String(order.userId) })}
          >
            {t('This customer’s account')}
          </Link>
        )}
      </Column>
      <Column title={isPickup ? t('Customer') : t('Ship to')}>
        <PostalAddress to={to} />
      </Column>
      <Column title={t('Bill to')}>
        {billingAddress ? (
          <PostalAddress to={billingAddress} />
        ) : (
          <p className="text-muted">Same as the {isPickup ? 'customer’s' : 'shipping'} address</p>
        )}
        {vatNumber && <VatNumber {...vatNumber} />}
      </Column>
      <Column title={isPickup ? t('Pickup') : t('Parcel')}>
        <DeliveryFacts order={order} />
        {!isPickup &&
          (carrier ? (
            <Parcel carrier={carrier} number={order.trackingNumber} />
          ) : (
            <NotShipped order={order} />
          ))}
      </Column>
    </section>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0 text-sm">
      <h3 className="mb-1 font-medium">{title}</h3>
      {children}
    </div>
  )
}

function Parcel({ carrier, number }: { carrier: string; number: string | null | undefined }) {
  return (
    <>
      <p>{t('Carrier: {carrier}', { carrier })}</p>
      {number && (
        <p>
          <TrackingNumber carrier={carrier} trackingNumber={number} />
        </p>
      )}
    </>
  )
}

function NotShipped({ order: { status } }: { order: AdminOrder }) {
  return <p className="text-muted">{status === 'cancelled' ? t('Never shipped') : t('Not shipped yet')}</p>
}

const VAT_STATES = {
  verified: 'Verified by VIES on ',
  unverified: 'Format checked only, because VIES was unavailable on ',
  invalid: 'Rejected by VIES on ',
} as const

function VatNumber({ id, state, checkedAt, name, consultationNumber }: NonNullable<AdminOrder['vatNumber']>) {
  return (
    <section aria-label={t('Business customer')} className="mt-3">
      <p className="wrap-anywhere">
        VAT number {id}
        {name && `, ${name}`}
      </p>
      <p className={`wrap-anywhere ${state === 'verified' ? 'text-muted' : 'text-sale'}`}>
        {VAT_STATES[state]}
        <DateText at={checkedAt} withTime />
        {consultationNumber && t(', consultation number {consultationNumber}', { consultationNumber })}
      </p>
    </section>
  )
}
