import { DASHBOARD_PERIOD, DASHBOARD_PERIODS } from '#contract/admin/rules.ts'
import { t } from '#contract/language/language.ts'
import { useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { HOME } from '../../platform/paths.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { settingsAddress } from '../../settings/admin/setting-pages.ts'
import { TaxProviderNotice } from '../../settings/admin/tax-provider-notice.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Trans } from '../../ui/trans.tsx'
import { adminAddress, useAdminAddress } from '../address.ts'
import { RequirementList } from '../going-live/requirement-list.tsx'
import { LoadFailure } from '../list-frame.tsx'
import { May, useMay } from '../permissions.tsx'
import { countsQuery, dashboardQuery } from '../queries.ts'
import { Figures } from './figures.tsx'
import { BestSellers, Funnel, LowStock, Statuses, ZeroResultSearches } from './lists.tsx'
import { Sales } from './sales.tsx'
import { TaskList } from './task-list.tsx'

/**
 * Four cards and quick actions (spec section 2) with real data (contract section 0), what waits for an admin, and the
 * figures of a period, or what a shop without orders needs.
 */
export function DashboardTab() {
  const { locale } = useFormats()
  const may = useMay()
  const { data: counts, isError, refetch } = useQuery(countsQuery(useApi()))
  return (
    <>
      <h1 className="type-title">{t('Dashboard')}</h1>
      {may('PATCH /api/admin/settings', 'taxes') && <TaxProviderNotice />}
      {isError && <LoadFailure subject={t('The totals')} onRetry={() => void refetch()} />}
      <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-6 border-hairline border-y py-5 xl:grid-cols-4">
        {CARDS.map(([label, name]) => (
          <div key={name}>
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="mt-1 type-title tabular-nums">
              {counts ? counts[name].toLocaleString(locale) : <Skeleton className="h-8 w-16" />}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-muted text-sm">{t('An order counts once it’s paid.')}</p>
      <h2 className="mt-10 text-lg">{t('Quick actions')}</h2>
      <div className="mt-4 flex flex-wrap gap-3">
        <May use="POST /api/admin/products">
          <ButtonLink to={adminAddress('products', { edit: 'new' })}>{t('Add product')}</ButtonLink>
        </May>
        <May use="POST /api/admin/categories">
          <ButtonLink look="outline" to={adminAddress('categories', { edit: 'new' })}>
            {t('Add category')}
          </ButtonLink>
        </May>
        <May use="POST /api/admin/products/import">
          <ButtonLink look="outline" to={adminAddress('products', { edit: 'import' })}>
            {t('Import products')}
          </ButtonLink>
        </May>
        <ButtonLink look="outline" to={HOME}>
          {t('View Store')}
        </ButtonLink>
      </div>
      <TaskList />
      {counts?.orders === 0 && may('PATCH /api/admin/settings', 'taxes') && <SetUp />}
      {counts && counts.orders > 0 && may('GET /api/admin/dashboard') && <Metrics />}
    </>
  )
}

/** The way to a first order. */
function SetUp() {
  return (
    <section aria-labelledby="next" className="mt-10 border-hairline border-t pt-8">
      <h2 id="next" className="type-title">
        {t('Set up your shop')}
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        {t('Revenue, orders, and best sellers appear here after the first payment.')}
      </p>
      <p className="mt-2 max-w-prose">
        <Trans
          text="Start with <link>one form for country, name, look, and legal pages</link>. It sets currency, shipping, and taxes for your country."
          parts={{ link: <Link to={settingsAddress('setup')} className="underline underline-offset-4" /> }}
        />
      </p>
      <RequirementList />
    </section>
  )
}

const CARDS = [
  ['Total Products', 'products'],
  ['Categories', 'categories'],
  ['Orders', 'orders'],
  ['Customers', 'customers'],
] as const

/** Charts and lists for the period in the URL, and the products that are low on stock. */
function Metrics() {
  const { read } = useAdminAddress()
  const days = DASHBOARD_PERIODS.find((period) => String(period) === read('days')) ?? DASHBOARD_PERIOD
  const { data, isError, isPlaceholderData, refetch } = useQuery(dashboardQuery(useApi(), days))
  return (
    <section
      aria-labelledby="figures"
      aria-busy={isPlaceholderData}
      className="mt-10 border-hairline border-t pt-8"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="figures" className="type-title">
          {t('Last {days} days', { days })}
        </h2>
        <PeriodSwitch days={days} />
      </div>
      {isError && <LoadFailure subject={t('The statistics')} onRetry={() => void refetch()} />}
      {!data && !isError && <Placeholder />}
      {data && (
        <div className={`mt-6 space-y-8 ${isPlaceholderData ? 'opacity-60' : ''}`}>
          <Figures dashboard={data} />
          <Sales dashboard={data} />
          <div className="gap-8 md:columns-2 2xl:columns-3">
            <Statuses statuses={data.statuses} />
            <BestSellers products={data.bestSellers} />
            <LowStock {...data.lowStock} />
            <ZeroResultSearches searches={data.missedSearches} />
            <Funnel {...data} />
          </div>
        </div>
      )}
    </section>
  )
}

/** Has the final shape, to avoid layout shifts. */
function Placeholder() {
  return (
    <div aria-hidden="true" className="mt-6 grid gap-8 xl:grid-cols-2">
      <Skeleton className="h-20 xl:col-span-2" />
      <Skeleton className="h-80" />
      <Skeleton className="h-80" />
    </div>
  )
}

/** The period is part of the URL, so it survives a reload. */
function PeriodSwitch({ days }: { days: number }) {
  const { addressWith } = useAdminAddress()
  return (
    <nav aria-label={t('Period')}>
      <ul className="flex rounded-field border border-control bg-surface p-0.5">
        {DASHBOARD_PERIODS.map((period) => (
          <li key={period}>
            <Link
              to={addressWith({ days: period === DASHBOARD_PERIOD ? null : period })}
              replace
              preventScrollReset
              aria-current={period === days ? 'true' : undefined}
              className="flex min-h-10 items-center rounded-[8px] px-4 text-sm hover:bg-hairline aria-[current=true]:bg-ink aria-[current=true]:text-paper"
            >
              {t('{period} days', { period })}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
