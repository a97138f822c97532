import { Link } from 'react-router'
import { formatMoney } from '#contract/money.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { type Columns, DataTable } from '../../admin/data-table.tsx'
import { DateText } from '../dates.tsx'
import { historyLook } from '../status.ts'
import { StatusBadge } from '../status-badge.tsx'
import type { ListedOrder } from './queries.ts'

const COLUMNS: Columns<ListedOrder> = [
  {
    id: 'id',
    enableSorting: false,
    header: 'Order',
    cell: ({ row }) => <Name order={row.original} />,
  },
  {
    id: 'customer',
    accessorKey: 'customer',
    header: 'Customer',
    cell: ({ row: { original } }) => (
      <>
        <p className="wrap-anywhere min-w-24">{original.customer}</p>
        <p className="break-all text-muted text-sm">{original.email}</p>
      </>
    ),
  },
  {
    id: 'status',
    accessorKey: 'status',
    header: 'Status',
    cell: ({ row }) => <StatusBadge look={historyLook(row.original.status)} />,
  },
  {
    id: 'total',
    accessorKey: 'total',
    header: 'Total',
    cell: ({ row }) => <Total order={row.original} />,
  },
  {
    id: 'placed',
    accessorKey: 'createdAt',
    header: 'Placed',
    cell: ({ row }) => (
      <span className="text-muted text-sm">
        <DateText at={row.original.createdAt} withTime />
      </span>
    ),
  },
]

export function OrderTable({ orders, sort }: { orders: ListedOrder[]; sort: string }) {
  const { addressWith } = useAdminAddress()
  return (
    <DataTable
      caption="Orders"
      columns={COLUMNS}
      rows={orders}
      sort={sort}
      addressOf={(wanted) => addressWith({ sort: wanted, page: null })}
      minor={['customer', 'status', 'placed']}
    />
  )
}

const NEEDS = {
  return: 'Return to settle',
  refund: 'Refund failed',
  dispute: 'Open dispute',
  review: 'Held for review',
}

function Name({ order: { id, customer, status, quantity, needs, holdUntil } }: { order: ListedOrder }) {
  const { addressWith } = useAdminAddress()
  return (
    <>
      <Link
        to={addressWith({ edit: id })}
        preventScrollReset
        className="inline-flex min-h-6 items-center whitespace-nowrap font-medium tabular-nums underline-offset-4 hover:underline"
      >
        {id}
      </Link>
      <p className="wrap-anywhere text-sm md:hidden">{customer}</p>
      <p className="text-muted text-sm">
        {quantity} {quantity === 1 ? 'item' : 'items'}
        {holdUntil && (
          <>
            , held until <DateText at={holdUntil} withTime />
          </>
        )}
      </p>
      <p className="mt-1 md:hidden">
        <StatusBadge look={historyLook(status)} />
      </p>
      {needs.map((need) => (
        <p key={need} className="font-medium text-sale text-sm">
          {NEEDS[need]}
        </p>
      ))}
    </>
  )
}

function Total({ order: { total, refunded } }: { order: ListedOrder }) {
  return (
    <span className="tabular-nums">
      {formatMoney(total)}
      {Number(refunded) > 0 && (
        <span className="block text-muted text-sm">{formatMoney(refunded)} refunded</span>
      )}
    </span>
  )
}
