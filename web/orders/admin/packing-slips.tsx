import { lineName } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { isPickedUp } from '#contract/orders/delivery.ts'
import { RETURN_DAYS } from '#contract/policies.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { useApi } from '../../platform/api.ts'
import { Head } from '../../platform/head.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { businessQuery } from '../../settings/business.ts'
import { shopInfoQuery, useShopName } from '../../settings/shop-info.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { Trans } from '../../ui/trans.tsx'
import { DeliveryFacts, PostalAddress } from '../order-body.tsx'
import { DateText } from '../status.tsx'
import { type AdminOrder, orderQuery } from './queries.ts'

/**
 * The packing slips of one or more orders, each on its own sheet of paper. The rest of the admin isn't printed.
 * @param ids order IDs, separated by commas
 */
export function PackingSlips({ ids }: { ids: string }) {
  const { addressWith } = useAdminAddress()
  const orders = [...new Set(ids.split(','))]
  const isSingle = orders.length === 1
  const title = isSingle ? `Packing slip ${orders[0]}` : `${orders.length} packing slips`
  return (
    <main className="mx-auto max-w-3xl p-6 print:max-w-none print:bg-white print:p-0 print:text-black">
      <Head title={`${title} – ${useShopName()} Admin`} isPrivate />
      <div className="mb-8 flex flex-wrap items-center gap-2 print:hidden">
        <Button onClick={() => window.print()}>{t('Print')}</Button>
        <ButtonLink look="outline" to={addressWith({ slip: null })}>
          {isSingle ? t('Back to the order') : t('Back to the orders')}
        </ButtonLink>
        {!isSingle && <p className="ml-2 text-muted tabular-nums">{title}</p>}
      </div>
      {orders.map((id) => (
        <PackingSlip key={id} id={id} />
      ))}
    </main>
  )
}

function PackingSlip({ id }: { id: string }) {
  const { data: order, isError, refetch } = useQuery(orderQuery(useApi(), id))
  return (
    <article
      aria-label={t('Packing slip {id}', { id })}
      className="break-after-page not-last:mb-16 not-last:border-hairline not-last:border-b not-last:pb-16 last:break-after-auto print:not-last:mb-0 print:not-last:border-b-0"
    >
      {order && <Slip order={order} />}
      {!order && isError && <LoadFailure subject={t('Order {id}', { id })} onRetry={() => void refetch()} />}
      {/* About as high as a slip, so that the next one doesn't move. */}
      {!order && !isError && (
        <div className="min-h-120">
          <Spinner />
        </div>
      )}
    </article>
  )
}

const WARNINGS: Partial<Record<AdminOrder['status'], string>> = {
  pending: 'this order isn’t paid.',
  cancelled: 'this order is cancelled.',
}

function Slip({ order }: { order: AdminOrder }) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const { data: business } = useQuery(businessQuery(useApi()))
  const { shippingAddress: to, reviewReason } = order
  const isPickup = isPickedUp(order)
  const warning = reviewReason === null ? WARNINGS[order.status] : 'this order is held for review.'
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-6">
        <div>
          <p className="type-title">{shop?.name}</p>
          <p className="text-muted text-sm print:text-black">{shop?.supportEmail}</p>
          <p className="whitespace-pre-line text-muted text-sm empty:hidden print:text-black">
            {business?.join('\n')}
          </p>
        </div>
        <div className="sm:text-right">
          <h1 className="type-title">{t('Packing slip')}</h1>
          <p className="tabular-nums">{t('Order {id}', { id: order.id })}</p>
          <p className="text-sm">
            <Trans text="Ordered on <dateText/>" parts={{ dateText: <DateText at={order.createdAt} /> }} />
          </p>
        </div>
      </div>
      {warning && (
        <p className="mt-6 warning font-medium print:border-black">
          {`Don’t ${isPickup ? 'hand over' : 'ship'}: ${warning}`}
        </p>
      )}
      <h2 className="mt-8 font-medium">{isPickup ? t('Customer') : t('Ship to')}</h2>
      <PostalAddress className="mt-1" to={to} />
      <DeliveryFacts order={order} />
      <table className="mt-8 w-full text-left">
        <caption className="sr-only">{t('Items of the order')}</caption>
        <thead>
          <tr className="border-ink border-b print:border-black">
            <th scope="col" className="w-24 py-2 font-medium">
              {t('Quantity')}
            </th>
            <th scope="col" className="py-2 font-medium">
              {t('Item')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map(({ id, quantity, refunded, product, sku, variant }) => (
            <tr key={id} className="break-inside-avoid border-hairline border-b">
              <td className="py-2 align-top tabular-nums">{quantity - refunded}</td>
              <td className="wrap-anywhere py-2">
                <span className={refunded === quantity ? 'line-through' : ''}>
                  {lineName(product.name, variant)}
                </span>
                {sku && <span className="block text-sm">{t('SKU: {sku}', { sku })}</span>}
                {refunded > 0 && (
                  <span className="block text-sm">
                    {refunded === quantity
                      ? t('Refunded')
                      : t('{refunded} of {quantity} refunded', { refunded, quantity })}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-8 text-sm">
        Is something wrong, or do you want to return something? Returns are accepted within{' '}
        {order.returnDays ?? RETURN_DAYS} days of delivery. Email {shop?.supportEmail} with your order ID.
      </p>
    </>
  )
}
