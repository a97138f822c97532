import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { type Columns, DataTable } from '../../admin/data-table.tsx'
import { Day } from '../../catalog/admin/product-table.tsx'
import type { ListedUser } from './queries.ts'

const COLUMNS: Columns<ListedUser> = [
  {
    id: 'name',
    enableSorting: false,
    header: 'Account',
    cell: ({ row }) => <Name user={row.original} />,
  },
  {
    id: 'orders',
    enableSorting: false,
    header: 'Orders',
    cell: ({ row }) => <span className="tabular-nums">{row.original.orders}</span>,
  },
  {
    id: 'spent',
    enableSorting: false,
    header: 'Total spent',
    cell: ({ row }) => <span className="tabular-nums">{formatMoney(row.original.spent)}</span>,
  },
  {
    id: 'since',
    enableSorting: false,
    header: 'Since',
    cell: ({ row }) => <Day time={row.original.createdAt} />,
  },
]

/** The newest first. */
export function CustomerTable({ users }: { users: ListedUser[] }) {
  return (
    <DataTable
      caption="Accounts"
      columns={COLUMNS}
      rows={users}
      sort=""
      addressOf={() => ''}
      minor={['since']}
    />
  )
}

function Name({ user: { id, username, fullName, email, role, isBlocked } }: { user: ListedUser }) {
  const { addressWith } = useAdminAddress()
  const facts = [fullName, role === 'admin' && 'Administrator'].filter(Boolean).join(' · ')
  return (
    <>
      <Link
        to={addressWith({ edit: id })}
        preventScrollReset
        className="inline-flex min-h-6 items-center font-medium underline-offset-4 hover:underline"
      >
        {username}
      </Link>
      {isBlocked && <span className="ml-2 font-medium text-sale text-sm">Blocked</span>}
      {facts && <p className="text-sm">{facts}</p>}
      <p className="break-all text-muted text-sm">{email}</p>
    </>
  )
}
