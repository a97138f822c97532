import { t } from '#contract/language/language.ts'
import { orderCountsQuery } from '../../orders/admin/queries.ts'
import { type Name, useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { Skeleton } from '../../ui/feedback.tsx'
import { adminAddress } from '../address.ts'
import { LoadFailure } from '../list-frame.tsx'
import { useMay } from '../permissions.tsx'
import { tasksQuery } from '../queries.ts'

/** The orders, products, and reviews that wait for an admin, with links to their lists. */
export function TaskList() {
  const { locale } = useFormats()
  const { tasks, isError, retry } = useTasks()
  const may = useMay()
  const waiting = tasks ? TASKS.filter(({ name, needs }) => tasks[name] > 0 && may(needs)) : []
  return (
    <section aria-labelledby="tasks" className="mt-10">
      <h2 id="tasks" className="text-lg">
        {t('To do')}
      </h2>
      {isError && <LoadFailure subject={t('What is to be done')} onRetry={retry} />}
      {!tasks && !isError && <Skeleton className="mt-3 h-11" />}
      {tasks && waiting.length === 0 && (
        <p className="mt-3 flex min-h-11 items-center text-muted">{t('Nothing is waiting for you.')}</p>
      )}
      {tasks && waiting.length > 0 && (
        <ul className="mt-3 flex flex-wrap gap-2">
          {waiting.map(({ name, text, to }) => (
            <li key={name}>
              <Link
                to={to}
                className="inline-flex min-h-11 items-center rounded-field border border-control px-4 hover:border-ink"
              >
                <span>
                  {name === 'shipment' && t('Ship ')}
                  <b className="tabular-nums">{tasks[name].toLocaleString(locale)}</b> {text(tasks[name])}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function useTasks() {
  const api = useApi()
  const queries = [useQuery(orderCountsQuery(api)), useQuery(tasksQuery(api))] as const
  const [{ data: orders }, { data: others }] = queries
  return {
    tasks: orders && others && { ...orders, ...others },
    isError: queries.some(({ isError }) => isError),
    retry: () => {
      for (const { isError, refetch } of queries) if (isError) void refetch()
    },
  }
}

type Tasks = NonNullable<ReturnType<typeof useTasks>['tasks']>
/** `needs` is what the task is done with. */
type Task = { name: keyof Tasks; needs: Name; text(count: number): string; to: string }

const noun = (one: string, several: string) => (count: number) => (count === 1 ? one : several)

/** Most urgent first. */
const TASKS: Task[] = [
  {
    name: 'dispute',
    needs: 'POST /api/admin/disputes/:id/evidence',
    text: noun('dispute', 'disputes'),
    to: adminAddress('orders', { needs: 'dispute' }),
  },
  {
    name: 'refund',
    needs: 'POST /api/admin/refunds/:id/retry',
    text: noun('failed refund', 'failed refunds'),
    to: adminAddress('orders', { needs: 'refund' }),
  },
  {
    name: 'review',
    needs: 'POST /api/admin/orders/:orderId/approve',
    text: noun('order to check', 'orders to check'),
    to: adminAddress('orders', { needs: 'review' }),
  },
  {
    name: 'shipment',
    needs: 'POST /api/admin/orders/ship',
    text: noun('order', 'orders'),
    to: adminAddress('orders', { needs: 'shipment' }),
  },
  {
    name: 'openReturns',
    needs: 'POST /api/admin/returns/:id/refuse',
    text: noun('return', 'returns'),
    to: adminAddress('returns'),
  },
  {
    name: 'soldOut',
    needs: 'PATCH /api/admin/products/:id',
    text: () => 'sold out',
    to: adminAddress('products', { stock: 'out' }),
  },
  {
    name: 'heldReviews',
    needs: 'POST /api/admin/reviews/:id/publish',
    text: noun('review to approve', 'reviews to approve'),
    to: adminAddress('reviews', { held: 'true' }),
  },
  {
    name: 'conflicts',
    needs: 'POST /api/admin/sync-conflicts/:id',
    text: noun('conflict', 'conflicts'),
    to: adminAddress('integrations'),
  },
]
