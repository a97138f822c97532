import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { adminAddress } from '../../admin/address.ts'
import { LoadFailure } from '../../admin/load-failure.tsx'
import { ordersQuery } from '../../orders/admin/queries.ts'
import { DateText } from '../../orders/dates.tsx'
import { historyLook } from '../../orders/status.ts'
import { StatusBadge } from '../../orders/status-badge.tsx'
import { useApi } from '../../platform/api-context.ts'

const SHOWN = 100

/** What somebody has bought, the newest first. */
export function CustomerOrders({ userId }: { userId: number }) {
  const { data, isError, refetch } = useQuery(ordersQuery(useApi(), { userId, pageSize: SHOWN }))
  return (
    <section aria-label="Orders" className="mt-8">
      <h3 className="text-xl">Orders</h3>
      {isError && <LoadFailure what="The orders" onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className="mt-2 text-muted">No orders yet.</p>}
      <ul className="mt-2 divide-y divide-hairline">
        {data?.items.map(({ id, createdAt, status, total }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>
              <Link
                className="inline-flex min-h-6 items-center font-medium tabular-nums underline underline-offset-4"
                to={adminAddress('orders', { edit: id })}
              >
                {id}
              </Link>
              <span className="ml-3 text-muted text-sm">
                <DateText at={createdAt} />
              </span>
            </span>
            <span className="flex items-center gap-3 tabular-nums">
              {formatMoney(total)}
              <StatusBadge look={historyLook(status)} />
            </span>
          </li>
        ))}
      </ul>
      {data && data.total > SHOWN && (
        <p className="text-muted text-sm">And {data.total - SHOWN} older ones.</p>
      )}
    </section>
  )
}
