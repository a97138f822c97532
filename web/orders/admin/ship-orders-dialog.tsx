import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { Shipment } from '#contract/orders/transitions.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import type { ResponseOf } from '../../platform/api.ts'
import { keys } from '../../platform/query-cache.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { countOf } from './order-table.tsx'
import { type ListedOrder, useShipOrders } from './queries.ts'

type Outcome = ResponseOf<'POST /api/admin/orders/ship'>[number]

/**
 * Ships several orders with one carrier, each with its own tracking number. If some can't be shipped, lists the outcome of
 * each.
 */
export function ShipOrdersDialog({
  ids,
  onShipped,
  onClose,
}: {
  ids: string[]
  /** Called with the orders that are shipped now. */
  onShipped(ids: string[]): void
  onClose(): void
}) {
  const [orders] = useState(ids)
  const [carrier, setCarrier] = useState('')
  const [numbers, setNumbers] = useState<Record<string, string>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const customerOf = useCustomers()
  const ship = useShipOrders()
  const outcomes = ship.data

  function submit(event: FormEvent) {
    event.preventDefault()
    const parcels = orders.map((orderId) => ({
      orderId,
      carrier,
      trackingNumber: numbers[orderId]?.trim() || null,
    }))
    const problems = parcels.flatMap(({ orderId, ...parcel }) =>
      (Shipment.safeParse(parcel).error?.issues ?? []).map(
        ({ path, message }) => [path[0] === 'carrier' ? 'carrier' : orderId, message] as const,
      ),
    )
    setErrors(Object.fromEntries(problems))
    if (problems.length > 0) return
    const input = { carrier, orders: parcels.map(({ carrier: _, ...parcel }) => parcel) }
    ship.mutate(input, {
      onSuccess: (outcomes) => {
        const shipped = outcomes.filter(({ result }) => result !== 'failed').map(({ orderId }) => orderId)
        onShipped(shipped)
        if (shipped.length < outcomes.length) return
        showToast(t('{length} shipped', { length: countOf(shipped.length) }))
        onClose()
      },
    })
  }

  if (outcomes) return <Outcomes outcomes={outcomes} customerOf={customerOf} onClose={onClose} />
  return (
    <Modal
      isOpen
      isWide
      onClose={onClose}
      title={t('Mark {length} as shipped', { length: countOf(orders.length) })}
    >
      <form noValidate onSubmit={submit}>
        <p>{t('We’ll email each customer the carrier and the tracking number.')}</p>
        <div className="mt-4 max-w-xs">
          <Field
            label={t('Carrier')}
            placeholder="UPS"
            value={carrier}
            error={errors.carrier}
            onChange={({ target }) => setCarrier(target.value)}
          />
        </div>
        <ul
          aria-label={t('Tracking numbers')}
          className="mt-5 max-h-[50dvh] overflow-y-auto border-hairline border-y"
        >
          {orders.map((orderId) => (
            <li
              key={orderId}
              className="grid items-center gap-x-6 gap-y-2 border-hairline border-b py-3 last:border-b-0 sm:grid-cols-[1fr_18rem]"
            >
              <p>
                <span className="font-medium tabular-nums">{orderId}</span>
                <span className="block text-muted text-sm">{customerOf(orderId)}</span>
              </p>
              <Field
                label={t('Tracking number of {orderId} (optional)', { orderId })}
                isLabelHidden
                placeholder={t('Tracking number (optional)')}
                autoComplete="off"
                value={numbers[orderId] ?? ''}
                error={errors[orderId]}
                onChange={({ target }) => setNumbers({ ...numbers, [orderId]: target.value })}
              />
            </li>
          ))}
        </ul>
        <Rejection>{rejectionMessage(ship.error)}</Rejection>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            {t('Back')}
          </Button>
          <Button type="submit" isBusy={ship.isPending}>
            {t('Mark as shipped')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

const RESULTS = { shipped: 'Shipped', already_shipped: 'Already shipped', failed: 'Not shipped' } as const

/** The outcome of each order, the failed ones first. */
function Outcomes({
  outcomes,
  customerOf,
  onClose,
}: {
  outcomes: Outcome[]
  customerOf(orderId: string): string | undefined
  onClose(): void
}) {
  const failed = outcomes.filter(({ result }) => result === 'failed')
  const rest = outcomes.filter(({ result }) => result !== 'failed')
  return (
    <Modal
      isOpen
      isWide
      onClose={onClose}
      title={t('{length} of {length2} shipped', { length: rest.length, length2: countOf(outcomes.length) })}
    >
      <p role="alert">
        {countOf(failed.length)} couldn’t be shipped and {failed.length === 1 ? 'stays' : 'stay'} selected.
      </p>
      <ul aria-label={t('Results')} className="mt-4 max-h-[60dvh] overflow-y-auto border-hairline border-y">
        {[...failed, ...rest].map(({ orderId, result, problem }) => (
          <li
            key={orderId}
            className="grid gap-x-6 border-hairline border-b py-3 last:border-b-0 sm:grid-cols-[14rem_1fr]"
          >
            <p>
              <span className="font-medium tabular-nums">{orderId}</span>
              <span className="block text-muted text-sm">{customerOf(orderId)}</span>
            </p>
            <p className={`wrap-anywhere ${result === 'failed' ? 'text-sale' : 'text-success'}`}>
              {problem ?? RESULTS[result]}
            </p>
          </li>
        ))}
      </ul>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{t('Close')}</Button>
      </div>
    </Modal>
  )
}

/** Returns the customer of an order from the pages of the list that were loaded. */
function useCustomers(): (orderId: string) => string | undefined {
  const queryClient = useQueryClient()
  const lists = queryClient.getQueriesData<{ items: ListedOrder[] }>({ queryKey: keys.admin('orders') })
  const customers = new Map(
    lists.flatMap(([, list]) => list?.items ?? []).map(({ id, customer }) => [id, customer]),
  )
  return (orderId) => customers.get(orderId)
}
