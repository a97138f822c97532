import { countryName } from '#contract/checkout/rules.ts'
import { t } from '#contract/language/language.ts'
import { deliveryRows, isPickedUp } from '#contract/orders/delivery.ts'
import { useUser } from '../accounts/queries.ts'
import { OrderPolicies } from '../pages/order-policies.tsx'
import { useApi } from '../platform/api.ts'
import { useFormats } from '../platform/formats.ts'
import { useQuery } from '../platform/use-query.ts'
import { RequestReturn } from '../returns/request-return.tsx'
import { ReturnAddress } from '../returns/return-address.tsx'
import { Button } from '../ui/button.tsx'
import { CancelOrder, OrderItems, Timeline } from './order-body.tsx'
import { ordersQuery, type Proof, type TrackedOrder, useClaimOrder } from './queries.ts'
import { DateText, ofPickup, trackedLook } from './status.tsx'
import { TrackingNumber } from './tracking-number.tsx'

/** The tracked order. Shows its status first, and never a full address. */
export function TrackedCard({ order, proof }: { order: TrackedOrder; proof: Proof }) {
  const formats = useFormats()
  const { label, color } = ofPickup(order, trackedLook(order.status))
  const { city, state, country } = order.shipsTo
  return (
    <section aria-labelledby="tracked-order" className="mt-10">
      <p role="status" className={`type-title ${color}`}>
        {label}
      </p>
      <h2 id="tracked-order" className="mt-1 font-normal text-base text-muted tabular-nums">
        {t('Order {id}', { id: order.id })}
      </h2>
      <dl className="mt-5 grid gap-x-6 gap-y-3 border-hairline border-y py-4 sm:grid-cols-2">
        <Fact name="Ordered on">
          <DateText at={order.createdAt} />
        </Fact>
        {!isPickedUp(order) && (
          <Fact name="Ships to">{[city, state, countryName(country)].filter(Boolean).join(', ')}</Fact>
        )}
        {deliveryRows(order, formats).map(({ label, value }) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
        {order.carrier && <Fact name="Carrier">{order.carrier}</Fact>}
        {order.carrier && order.trackingNumber && (
          <Fact name="Tracking number">
            <TrackingNumber carrier={order.carrier} trackingNumber={order.trackingNumber}>
              {order.trackingNumber}
            </TrackingNumber>
          </Fact>
        )}
      </dl>
      <div className="mt-5">
        <OrderItems order={order} />
      </div>
      <div className="mt-8 space-y-8">
        <Timeline order={order} />
        <ReturnAddress title={t('Send your return to')} address={order.returnAddress} />
        <OrderPolicies at={order.createdAt} />
      </div>
      <div className="mt-6 flex flex-wrap gap-3 empty:hidden">
        <CancelOrder order={order} proof={proof} />
        <RequestReturn order={order} proof={proof} />
        <ClaimOrder order={order} proof={proof} />
      </div>
    </section>
  )
}

/** Shown to signed-in users who don't have this order yet. */
function ClaimOrder({ order, proof }: { order: TrackedOrder; proof: Proof }) {
  const { user } = useUser()
  const { data: own } = useQuery({ ...ordersQuery(useApi()), enabled: user !== null })
  const claim = useClaimOrder()
  if (!user || !own || order.status === 'pending' || own.some(({ id }) => id === order.id)) return null
  return (
    <Button look="outline" isBusy={claim.isPending} onClick={() => claim.mutate(proof)}>
      {t('Add to my account')}
    </Button>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
