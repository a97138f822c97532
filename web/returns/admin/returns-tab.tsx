import { Suspense } from 'react'
import { english, t } from '#contract/language/language.ts'
import { RETURNS_PAGE_SIZE } from '#contract/returns/api.ts'
import type { ReturnStatus } from '#contract/returns/rules.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { type Columns, CustomerName, DataTable, RowLink } from '../../admin/data-table.tsx'
import { ListFrame } from '../../admin/list-frame.tsx'
import { ListTabs } from '../../admin/list-tabs.tsx'
import { pagedQuery } from '../../admin/queries.ts'
import { orderCountsQuery } from '../../orders/admin/queries.ts'
import { DateText } from '../../orders/status.tsx'
import { type Api, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { keys } from '../../platform/query-cache.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Pending } from '../../ui/feedback.tsx'
import { loadLater } from '../../ui/load-later.tsx'

const OrderSheet = loadLater(async () => (await import('../../orders/admin/order-sheet.tsx')).OrderSheet)

type ListedReturn = ResponseOf<'GET /api/admin/returns'>[number]
type ReturnListQuery = InputOf<'GET /api/admin/returns'>

const returnsQuery = (api: Api, query: ReturnListQuery) =>
  pagedQuery(api, keys.admin('returns', query), 'GET /api/admin/returns', query)

/** The list opens with the requests to settle, oldest first. */
const OPEN = 'requested'
const ALL = 'all'
const EMPTY: Record<string, string> = {
  [OPEN]: 'No returns to settle. Requests appear here when customers send them.',
  accepted: 'No accepted returns yet.',
  refused: 'No declined returns yet.',
  [ALL]: 'No returns yet.',
}

/** Return requests by state. A selected one opens its order, where it is settled, next to the list. */
export function ReturnsTab() {
  const api = useApi()
  const { read, page } = useAdminAddress()
  const { data: counts } = useQuery(orderCountsQuery(api))
  const state = read('status') ?? OPEN
  const sort = read('sort') ?? (state === OPEN ? 'requested_asc' : 'requested_desc')
  // URL parameters are sent unchecked. The server rejects invalid ones with 400.
  const query = { status: state === ALL ? undefined : state, sort, page } as ReturnListQuery
  const list = useQuery(returnsQuery(api, query))
  const ids = [...new Set(list.data?.items.map(({ orderId }) => orderId))]
  const tab = (label: string, value: string, count?: number) => ({
    label,
    filter: { status: value === OPEN ? null : value, sort: null },
    isCurrent: state === value,
    count,
  })
  return (
    <>
      <h1 className="type-title">{t('Returns')}</h1>
      <ListTabs
        label={t('Returns by state')}
        tabs={[
          tab('To settle', OPEN, counts?.openReturns),
          tab('Accepted', 'accepted'),
          tab('Declined', 'refused'),
          tab('All', ALL),
        ]}
      />
      <ListFrame
        plural="returns"
        singular="return"
        list={list}
        filters={NO_FILTERS}
        pageSize={RETURNS_PAGE_SIZE}
        empty={EMPTY[state] ?? ''}
      >
        {(returns) => <DataTable caption={t('Returns')} columns={COLUMNS} rows={returns} sort={sort} />}
      </ListFrame>
      <Suspense fallback={<Pending />}>
        {read('edit') && (
          <OrderSheet walk={{ ids, before: 0, total: ids.length, fetchIds: async () => [] }} />
        )}
      </Suspense>
    </>
  )
}

/** The tabs aren't a filter that could be cleared. */
const NO_FILTERS: string[] = []

const COLUMNS: Columns<ListedReturn> = [
  { id: 'order', header: english('Order'), cell: (request) => <Name request={request} /> },
  {
    id: 'customer',
    header: english('Customer'),
    cell: ({ customer, email }) => <CustomerName name={customer} email={email} />,
    isMinor: true,
  },
  { id: 'state', header: english('State'), cell: ({ status }) => <State status={status} />, isMinor: true },
  { id: 'refund', header: english('Refund'), cell: (request) => <Refund request={request} /> },
  {
    id: 'requested',
    header: english('Requested'),
    cell: ({ requestedAt }) => <Age since={requestedAt} />,
    isSortable: true,
  },
]

function Name({
  request: { orderId, items, reason, customer, status, isWithdrawal },
}: {
  request: ListedReturn
}) {
  return (
    <>
      <RowLink id={orderId} className="whitespace-nowrap tabular-nums">
        {orderId}
      </RowLink>
      <p className="wrap-anywhere text-sm">
        {isWithdrawal && <span className="font-medium">{t('Withdrawal: ')}</span>}
        {items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
      </p>
      {reason && <p className="wrap-anywhere line-clamp-2 text-muted text-sm">“{reason}”</p>}
      <p className="wrap-anywhere text-muted text-sm md:hidden">
        {customer}, <State status={status} />
      </p>
    </>
  )
}

const STATES = { requested: 'To settle', accepted: 'Accepted', refused: 'Declined' } as const

function State({ status }: { status: ReturnStatus }) {
  return (
    <span className={`whitespace-nowrap ${status === 'requested' ? 'font-medium' : 'text-muted'}`}>
      {STATES[status]}
    </span>
  )
}

/** The refunded amount, or the price of the items. */
function Refund({ request: { status, refund, itemsTotal } }: { request: ListedReturn }) {
  const { formatMoney } = useFormats()
  if (status === 'refused') return <span className="text-muted">{t('None')}</span>
  return (
    <span className="whitespace-nowrap tabular-nums">
      {formatMoney(refund ?? itemsTotal)}
      {refund === null && <span className="block text-muted text-sm">{t('price of the items')}</span>}
    </span>
  )
}

const DAY_MS = 86_400_000

function Age({ since }: { since: string }) {
  const days = Math.floor((Date.now() - Date.parse(since)) / DAY_MS)
  return (
    <span className="whitespace-nowrap tabular-nums">
      {days < 1 ? t('Today') : `${days} ${days === 1 ? 'day' : 'days'} ago`}
      <span className="block text-muted text-sm">
        <DateText at={since} />
      </span>
    </span>
  )
}
