import { Suspense } from 'react'
import { USERS_PAGE_SIZE } from '#contract/accounts/users.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { type Columns, DataTable, Day, RowLink } from '../../admin/data-table.tsx'
import { ListFrame } from '../../admin/list-frame.tsx'
import { SearchField } from '../../admin/search-field.tsx'
import { useApi } from '../../platform/api.ts'
import { Amount } from '../../platform/formats.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Pending } from '../../ui/feedback.tsx'
import { Select } from '../../ui/field.tsx'
import { loadLater } from '../../ui/load-later.tsx'
import { type ListedUser, type UserListQuery, usersQuery } from './queries.ts'

const CustomerSheet = loadLater(async () => (await import('./customer-sheet.tsx')).CustomerSheet)

const FILTERS = ['search', 'role'] as const

/** All accounts, including admins. A selected account opens next to the list. */
export function CustomersTab() {
  const { read, page, filter } = useAdminAddress()
  const query = { search: read('search'), role: read('role'), page } as UserListQuery
  const list = useQuery(usersQuery(useApi(), query))
  return (
    <>
      <h1 className="type-title">Customers</h1>
      <section aria-label="Customers" className="mt-5 grid max-w-2xl gap-3 sm:grid-cols-[2fr_1fr]">
        <SearchField label="Search by username, email, or name" />
        <Select label="Role" {...filter('role')}>
          <option value="">All roles</option>
          <option value="customer">Customers</option>
          <option value="admin">Administrators</option>
        </Select>
      </section>
      <ListFrame
        plural="accounts"
        singular="account"
        list={list}
        filters={FILTERS}
        pageSize={USERS_PAGE_SIZE}
        empty="No accounts yet."
      >
        {(users) => <DataTable caption="Accounts" columns={CUSTOMER_COLUMNS} rows={users} />}
      </ListFrame>
      <Suspense fallback={<Pending />}>{read('edit') && <CustomerSheet />}</Suspense>
    </>
  )
}

const CUSTOMER_COLUMNS: Columns<ListedUser> = [
  { id: 'name', header: 'Account', cell: (user) => <Name user={user} /> },
  { id: 'orders', header: 'Orders', cell: ({ orders }) => <span className="tabular-nums">{orders}</span> },
  {
    id: 'spent',
    header: 'Total spent',
    cell: ({ spent }) => (
      <span className="tabular-nums">
        <Amount of={spent} />
      </span>
    ),
  },
  { id: 'since', header: 'Since', cell: ({ createdAt }) => <Day time={createdAt} />, isMinor: true },
]

function Name({ user: { id, username, fullName, email, role, isBlocked } }: { user: ListedUser }) {
  const facts = [fullName, role === 'admin' && 'Administrator'].filter(Boolean).join(' · ')
  return (
    <>
      <RowLink id={id}>{username}</RowLink>
      {isBlocked && <span className="ml-2 font-medium text-sale text-sm">Blocked</span>}
      {facts && <p className="text-sm">{facts}</p>}
      <p className="break-all text-muted text-sm">{email}</p>
    </>
  )
}
