import { formatMoney } from '#contract/money.ts'
import { type Columns, Day, RowLink } from '../../admin/data-table.tsx'
import type { ListedUser } from './queries.ts'

export const CUSTOMER_COLUMNS: Columns<ListedUser> = [
  { id: 'name', header: 'Account', cell: (user) => <Name user={user} /> },
  { id: 'orders', header: 'Orders', cell: ({ orders }) => <span className="tabular-nums">{orders}</span> },
  {
    id: 'spent',
    header: 'Total spent',
    cell: ({ spent }) => <span className="tabular-nums">{formatMoney(spent)}</span>,
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
