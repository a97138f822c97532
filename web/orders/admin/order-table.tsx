import { english, t } from '#contract/language/language.ts'
import { PageBox, RowCheckbox } from '../../admin/chosen.tsx'
import { type Columns, CustomerName, RowLink } from '../../admin/data-table.tsx'
import { useFormats } from '../../platform/formats.ts'
import { Trans } from '../../ui/trans.tsx'
import { DateText, historyLook, StatusBadge } from '../status.tsx'
import type { ListedOrder } from './queries.ts'

export const ORDER_COLUMNS: Columns<ListedOrder> = [
  {
    id: 'chosen',
    header: (orders) => <PageBox ids={orders.map(({ id }) => id)} />,
    cell: ({ id }) => <RowCheckbox id={id} name={`order ${id}`} />,
  },
  { id: 'id', header: english('Order'), cell: (order) => <Name order={order} /> },
  {
    id: 'customer',
    header: english('Customer'),
    cell: ({ customer, email }) => <CustomerName name={customer} email={email} />,
    isSortable: true,
    isMinor: true,
  },
  {
    id: 'status',
    header: english('Status'),
    cell: ({ status }) => <StatusBadge look={historyLook(status)} />,
    isSortable: true,
    isMinor: true,
  },
  { id: 'total', header: english('Total'), cell: (order) => <Total order={order} />, isSortable: true },
  {
    id: 'placed',
    header: english('Placed'),
    cell: ({ createdAt }) => (
      <span className="text-muted text-sm">
        <DateText at={createdAt} withTime />
      </span>
    ),
    isSortable: true,
    isMinor: true,
  },
]

export const countOf = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`

const NEEDS = {
  return: 'Return request',
  refund: 'Refund failed',
  dispute: 'Open dispute',
  review: 'Held for review',
}

function Name({ order: { id, customer, status, quantity, needs, holdUntil } }: { order: ListedOrder }) {
  return (
    <>
      <RowLink id={id} className="whitespace-nowrap tabular-nums">
        {id}
      </RowLink>
      <p className="wrap-anywhere text-sm md:hidden">{customer}</p>
      <p className="text-muted text-sm">
        {quantity} {quantity === 1 ? 'item' : 'items'}
        {holdUntil && (
          <Trans
            text=", reserved until <dateText/>"
            parts={{ dateText: <DateText at={holdUntil} withTime /> }}
          />
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
  const { formatMoney } = useFormats()
  return (
    <span className="tabular-nums">
      {formatMoney(total)}
      {Number(refunded) > 0 && (
        <span className="block text-muted text-sm">
          {t('{refunded} refunded', { refunded: formatMoney(refunded) })}
        </span>
      )}
    </span>
  )
}
