import { useState } from 'react'
import { adminAddress, useAdminAddress } from '../../admin/address.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import { Day } from '../../admin/data-table.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { ordersQuery } from '../../orders/admin/queries.ts'
import { DateText, historyLook, StatusBadge } from '../../orders/status.tsx'
import { useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { type ListedUser, useChangeUser, userQuery } from './queries.ts'

/** One account, opened next to the list. `edit` in the URL is its ID. */
export function CustomerSheet() {
  const { read, go } = useAdminAddress()
  const { data: user, isError, refetch } = useQuery(userQuery(useApi(), Number(read('edit'))))
  return (
    <Sheet isOpen onClose={() => go({ edit: null })} side="right" title={user?.username ?? 'Account'} isWide>
      {user && <Details user={user} />}
      {!user && isError && <LoadFailure subject="This account" onRetry={() => void refetch()} />}
      {!user && !isError && <Spinner />}
    </Sheet>
  )
}

function Details({ user }: { user: ListedUser }) {
  const { formatMoney } = useFormats()
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
          This account is blocked and can’t sign in.
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
          <dd>{user.lastUsedAt ? <Day time={user.lastUsedAt} /> : 'Not signed in'}</dd>
        </div>
      </dl>
      <CustomerActions user={user} />
      <CustomerOrders userId={user.id} />
    </>
  )
}

const SHOWN = 100

/** The customer's orders, newest first. */
function CustomerOrders({ userId }: { userId: number }) {
  const { formatMoney } = useFormats()
  const { data, isError, refetch } = useQuery(ordersQuery(useApi(), { userId, pageSize: SHOWN }))
  return (
    <section aria-label="Orders" className="mt-8">
      <h3 className="text-lg">Orders</h3>
      {isError && <LoadFailure subject="The orders" onRetry={() => void refetch()} />}
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
      {data && data.total > SHOWN && <p className="text-muted text-sm">And {data.total - SHOWN} more.</p>}
    </section>
  )
}

type Change = {
  title: string
  question(username: string): string
  text: string
  role?: 'admin' | 'customer'
  isBlocked?: boolean
  secondFactor?: null
}

const RESET: Change = {
  title: 'Reset authenticator app',
  question: (username) => `Reset the authenticator app of ${username}?`,
  secondFactor: null,
  text: 'Only for users who have lost their app and recovery codes. Verify their identity first. They’ll be signed out everywhere.',
}

/** Promote, demote, block, and unblock, each with a confirmation (contract section 6). */
function CustomerActions({ user }: { user: ListedUser }) {
  const [pendingChange, setPendingChange] = useState<Change | null>(null)
  const change = useChangeUser()
  const close = () => {
    change.reset()
    setPendingChange(null)
  }
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      {changesOf(user).map((one) => (
        <Button key={one.title} look="outline" onClick={() => setPendingChange(one)}>
          {one.title}
        </Button>
      ))}
      {pendingChange && (
        <ChangeDialog
          title={pendingChange.question(user.username)}
          submit={pendingChange.title}
          isDanger={
            pendingChange.isBlocked === true ||
            pendingChange.role === 'customer' ||
            pendingChange.secondFactor === null
          }
          change={change}
          onClose={close}
          onSubmit={() =>
            change.mutate(
              pendingChange.secondFactor === null
                ? { id: user.id, secondFactor: null }
                : { id: user.id, role: pendingChange.role, isBlocked: pendingChange.isBlocked },
              { onSuccess: close },
            )
          }
        >
          <p>{pendingChange.text}</p>
        </ChangeDialog>
      )}
    </div>
  )
}

function changesOf({ role, isBlocked, hasSecondFactor }: ListedUser): Change[] {
  return [
    role === 'admin'
      ? {
          title: 'Make customer',
          question: (username) => `Make ${username} a customer?`,
          role: 'customer',
          text: 'They’ll lose access to the admin and be signed out everywhere.',
        }
      : {
          title: 'Make administrator',
          question: (username) => `Make ${username} an administrator?`,
          role: 'admin',
          text: 'They’ll be able to change everything in this shop. They’ll be signed out everywhere and need a long password.',
        },
    isBlocked
      ? {
          title: 'Unblock',
          question: (username) => `Unblock ${username}?`,
          isBlocked: false,
          text: 'They’ll be able to sign in again.',
        }
      : {
          title: 'Block',
          question: (username) => `Block ${username}?`,
          isBlocked: true,
          text: 'They’ll be signed out everywhere and won’t be able to sign in.',
        },
    ...(hasSecondFactor ? [RESET] : []),
  ]
}
