import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '#contract/money.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { Day } from '../../admin/data-table.tsx'
import { LoadFailure } from '../../admin/load-failure.tsx'
import { useApi } from '../../platform/api-context.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CustomerActions } from './customer-actions.tsx'
import { CustomerOrders } from './customer-orders.tsx'
import { type ListedUser, userQuery } from './queries.ts'

/** One account beside the list. `edit` in the address is its number. */
export function CustomerSheet() {
  const { read, go } = useAdminAddress()
  const { data: user, isError, refetch } = useQuery(userQuery(useApi(), Number(read('edit'))))
  return (
    <Sheet isOpen onClose={() => go({ edit: null })} side="right" title={user?.username ?? 'Account'} isWide>
      {user && <Details user={user} />}
      {!user && isError && <LoadFailure what="This account" onRetry={() => void refetch()} />}
      {!user && !isError && <Spinner />}
    </Sheet>
  )
}

function Details({ user }: { user: ListedUser }) {
  const facts = [
    ['Name', user.fullName ?? 'Not given'],
    ['Email', user.email ? `${user.email}${user.emailVerified ? '' : ' (not verified)'}` : 'None'],
    ['Account type', user.role === 'admin' ? 'Administrator' : 'Customer'],
    ...(user.hasSecondFactor ? [['Authenticator app', 'On']] : []),
    ['Orders', String(user.orders)],
    ['Total spent', formatMoney(user.spent)],
  ]
  return (
    <>
      {user.isBlocked && (
        <p className="mb-4 rounded-field border border-sale p-3 font-medium text-sale">
          This account is blocked: nobody can sign in to it.
        </p>
      )}
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
        <div>
          <dt className="text-muted text-sm">Member since</dt>
          <dd>
            <Day time={user.createdAt} />
          </dd>
        </div>
        <div>
          <dt className="text-muted text-sm">Last seen</dt>
          <dd>{user.lastUsedAt ? <Day time={user.lastUsedAt} /> : 'Not signed in anywhere'}</dd>
        </div>
      </dl>
      <CustomerActions user={user} />
      <CustomerOrders userId={user.id} />
    </>
  )
}
