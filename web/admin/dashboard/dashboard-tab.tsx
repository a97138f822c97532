import { useQuery } from '@tanstack/react-query'
import { IntegrityCard } from '../../payments/admin/integrity-card.tsx'
import { HOME } from '../../platform/addresses.ts'
import { useApi } from '../../platform/api-context.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { adminAddress } from '../address.ts'
import { LoadFailure } from '../load-failure.tsx'
import { countsQuery } from '../queries.ts'
import { Figures } from './figures.tsx'

/** Four cards and quick actions (spec section 2), with what is really there (contract section 0), then the figures. */
export function DashboardTab() {
  const { data: counts, isError, refetch } = useQuery(countsQuery(useApi()))
  return (
    <>
      <h1 className="text-3xl">Dashboard</h1>
      {isError && <LoadFailure what="The numbers of the shop" onRetry={() => void refetch()} />}
      <dl className="mt-6 grid grid-cols-2 gap-4 xl:grid-cols-4">
        {CARDS.map(([label, name]) => (
          <div key={name} className="rounded-card border border-hairline bg-surface p-5">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="mt-2 font-serif text-4xl tabular-nums">
              {counts ? counts[name].toLocaleString('en-US') : <Skeleton className="h-10 w-16" />}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-muted text-sm">An order counts once it’s paid.</p>
      <h2 className="mt-10 text-2xl">Quick actions</h2>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to={adminAddress('products', { edit: 'new' })}>Add Product</ButtonLink>
        <ButtonLink look="outline" to={adminAddress('categories', { edit: 'new' })}>
          Add Category
        </ButtonLink>
        <ButtonLink look="outline" to={adminAddress('products', { edit: 'import' })}>
          Import Products
        </ButtonLink>
        <ButtonLink look="outline" to={HOME}>
          View Store
        </ButtonLink>
      </div>
      <Figures />
      <IntegrityCard />
    </>
  )
}

const CARDS = [
  ['Total Products', 'products'],
  ['Categories', 'categories'],
  ['Orders', 'orders'],
  ['Customers', 'customers'],
] as const
