import { useQuery } from '@tanstack/react-query'
import { DASHBOARD_PERIOD, DASHBOARD_PERIODS } from '#contract/admin/rules.ts'
import { useApi } from '../../platform/api-context.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAdminAddress } from '../address.ts'
import { LoadFailure } from '../load-failure.tsx'
import { BestSellers, Funnel, LowStock, MissedSearches, Statuses } from './lists.tsx'
import { PeriodSwitch } from './period-switch.tsx'
import { dashboardQuery } from './queries.ts'
import { Sales } from './sales.tsx'

/** What happened in the period that the address names, as charts and lists, and what is low on stock. */
export function Figures() {
  const { read } = useAdminAddress()
  const days = DASHBOARD_PERIODS.find((period) => String(period) === read('days')) ?? DASHBOARD_PERIOD
  const { data, isError, isPlaceholderData, refetch } = useQuery(dashboardQuery(useApi(), days))
  return (
    <section aria-labelledby="figures" aria-busy={isPlaceholderData} className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="figures" className="text-2xl">
          Last {days} days
        </h2>
        <PeriodSwitch days={days} />
      </div>
      {isError && <LoadFailure what="The figures" onRetry={() => void refetch()} />}
      {!data && !isError && <Placeholder />}
      {data && (
        <div className={`mt-4 space-y-4 ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <Sales dashboard={data} />
          <div className="gap-4 md:columns-2 2xl:columns-3">
            <Statuses statuses={data.statuses} />
            <BestSellers products={data.bestSellers} />
            <LowStock {...data.lowStock} />
            <MissedSearches searches={data.missedSearches} />
            <Funnel {...data} />
          </div>
        </div>
      )}
    </section>
  )
}

/** In the final shape, so that nothing jumps. */
function Placeholder() {
  return (
    <div aria-hidden="true" className="mt-4 grid gap-4 xl:grid-cols-2">
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
  )
}
