import { useState } from 'react'
import { addressLines } from '#contract/addresses/rules.ts'
import { t } from '#contract/language/language.ts'
import { centsOf } from '#contract/money.ts'
import { deliveryRows, isPickedUp } from '#contract/orders/delivery.ts'
import { refundTotals } from '#contract/orders/rules.ts'
import { type AmountRow, amountRows, lineTotal } from '#contract/pricing/amounts.ts'
import { type OrderAmounts, quoteOfOrder } from '#contract/pricing/order-amounts.ts'
import { useFormats } from '../platform/formats.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { Picture } from '../ui/picture.tsx'
import { UnitPriceText } from '../ui/price.tsx'
import { type Order, type OrderFacts, type Proof, useCancelOrder } from './queries.ts'
import { DateText } from './status.tsx'
import { type OrderStory, timelineOf } from './timeline.ts'
import { TrackingNumber } from './tracking-number.tsx'

/** The purchased items, with totals. */
export function OrderItems({
  order,
}: {
  order: Pick<OrderFacts, 'items' | 'refunds' | 'shippingMethod'> & OrderAmounts
}) {
  const { formatCents, formatMoney, locale } = useFormats()
  const totals = refundTotals(order)
  return (
    <section aria-label={t('Items')}>
      <ul className="space-y-4">
        {order.items.map(({ id, product, variant, quantity, refunded, price, unitPrice }) => (
          <li key={id} className="flex gap-3">
            <div className="size-20 shrink-0 overflow-hidden rounded-field bg-hairline">
              {product.image && (
                <Picture
                  url={variant?.image ?? product.image}
                  alt=""
                  width={null}
                  height={null}
                  sizes="80px"
                  className="photo size-full object-cover"
                />
              )}
            </div>
            <div className="min-w-0 grow">
              <p className="wrap-anywhere font-medium">{product.name}</p>
              {variant && <p className="wrap-anywhere text-muted text-sm">{variant.title}</p>}
              <p className="text-muted text-sm tabular-nums">
                {quantity} × <span className="whitespace-nowrap">{formatMoney(price)}</span>
                <UnitPriceText of={unitPrice} />
              </p>
              {refunded > 0 && (
                <p className="font-medium text-sm tabular-nums">
                  {refunded === quantity
                    ? t('Refunded')
                    : t('{refunded} of {quantity} refunded', { refunded, quantity })}
                </p>
              )}
            </div>
            <p className="shrink-0 tabular-nums">
              {formatCents(lineTotal({ quantity, priceCents: centsOf(price) }))}
            </p>
          </li>
        ))}
      </ul>
      <dl className="mt-5 space-y-1 border-hairline border-t pt-4 tabular-nums">
        {amountRows(quoteOfOrder(order), formatCents, locale).map((row) => (
          <Sum key={row.label} {...row} />
        ))}
        {totals && (
          <>
            {totals.refundedCents > 0 && (
              <Sum label={t('Refunded')} value={`−${formatCents(totals.refundedCents)}`} />
            )}
            {totals.pendingCents > 0 && (
              <Sum label={t('Refund pending')} value={`−${formatCents(totals.pendingCents)}`} />
            )}
            <div className="flex justify-between pt-1 font-medium">
              <dt>{t('Total after refunds')}</dt>
              <dd className="shrink-0">{formatCents(totals.leftCents)}</dd>
            </div>
          </>
        )}
      </dl>
    </section>
  )
}

function Sum({ label, value, isTotal = false }: AmountRow) {
  return (
    <div className={`flex justify-between ${isTotal ? 'pt-1 font-medium text-lg' : ''}`}>
      <dt className={isTotal ? '' : 'text-muted'}>{label}</dt>
      <dd className="shrink-0">{value}</dd>
    </div>
  )
}

/** The order's events, with the newest one marked. */
export function Timeline({ order }: { order: OrderStory }) {
  const moments = timelineOf(order, useFormats())
  return (
    <section aria-label={t('Timeline')}>
      <h3 className="text-lg">{t('Timeline')}</h3>
      <ol className="mt-3 border-hairline border-l-2">
        {moments.map(({ at, text, note, shipment, by }, index) => (
          <li key={`${at}-${text}`} className="relative pb-4 pl-5 last:pb-0">
            <span
              aria-hidden="true"
              className={`absolute top-1.5 -left-[7px] size-3 rounded-full border-2 border-accent ${index === moments.length - 1 ? 'bg-accent' : 'bg-paper'}`}
            />
            <p className="font-medium">{text}</p>
            {note && <p className="wrap-anywhere">{note}</p>}
            {shipment && (
              <p className="wrap-anywhere">
                <TrackingNumber {...shipment} />
              </p>
            )}
            <p className="text-muted text-sm">
              <DateText at={at} withTime />
              {by && t(', by {by}', { by })}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The shipping method as the shopper agreed to it. Hidden if the shop had no named method. */
export function DeliveryFacts({ order }: { order: Parameters<typeof deliveryRows>[0] }) {
  const formats = useFormats()
  return (
    <dl className="wrap-anywhere empty:hidden">
      {deliveryRows(order, formats).map(({ label, value }) => (
        <div key={label}>
          <dt className="inline text-muted print:text-black">{label}: </dt>
          <dd className="inline">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A shipping or billing address, line by line, with hidden parts omitted. */
export function PostalAddress({ to, className = '' }: { to: Order['shippingAddress']; className?: string }) {
  return (
    <address className={`wrap-anywhere whitespace-pre-line not-italic ${className}`}>
      {addressLines(to).join('\n')}
    </address>
  )
}

/** Lets a customer cancel an order while it is processing, after a confirmation. */
export function CancelOrder({ order, proof }: { order: OrderFacts; proof: Proof }) {
  const [isAsking, setAsking] = useState(false)
  const cancel = useCancelOrder()
  if (order.status !== 'processing') return null
  return (
    <>
      <Button look="outline" className="script-only" onClick={() => setAsking(true)}>
        {t('Cancel order')}
      </Button>
      <Modal isOpen={isAsking} onClose={() => setAsking(false)} title={t('Cancel this order?')}>
        <p>
          Order {order.id} won’t {isPickedUp(order) ? t('be ready for pickup') : 'ship'}, and we’ll refund
          your original card.
        </p>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={() => setAsking(false)}>
            {t('Keep order')}
          </Button>
          <Button
            look="danger"
            isBusy={cancel.isPending}
            onClick={() => cancel.mutate(proof, { onSettled: () => setAsking(false) })}
          >
            {t('Cancel order')}
          </Button>
        </div>
      </Modal>
    </>
  )
}
