import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useState } from 'react'
import { ADMIN_PAGE_SIZE } from '#contract/catalog/rules.ts'
import { t } from '#contract/language/language.ts'
import { TrackingQuery } from '#contract/orders/api.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { ChosenProvider, useChosen } from '../../admin/chosen.tsx'
import { DataTable } from '../../admin/data-table.tsx'
import { ExportButton, ListFrame } from '../../admin/list-frame.tsx'
import { type ListTab, ListTabs } from '../../admin/list-tabs.tsx'
import { SearchField } from '../../admin/search-field.tsx'
import { ApiError, useApi } from '../../platform/api.ts'
import { Link } from '../../platform/router/link.tsx'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Pending } from '../../ui/feedback.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { loadLater } from '../../ui/load-later.tsx'
import { showErrorToast } from '../../ui/toast-store.ts'
import { useOrderIdExample } from '../order-id-example.ts'
import { StatusBadge, trackedLook } from '../status.tsx'
import { OrderBulkBar } from './bulk-bar.tsx'
import { ORDER_COLUMNS } from './order-table.tsx'
import { type OrderListQuery, orderCountsQuery, ordersQuery } from './queries.ts'

const OrderSheet = loadLater(async () => (await import('./order-sheet.tsx')).OrderSheet)

const SORT = 'placed_desc'

/** The order list with search, filters, sorting, and pages. A selected order opens next to the list. */
export function OrdersTab() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { read, page } = useAdminAddress()
  // URL parameters are sent unchecked. The server rejects invalid ones with 400.
  const filters = Object.fromEntries(FILTERS.map((name) => [name, read(name)]))
  const query = { ...filters, sort: read('sort') } as OrderListQuery
  const list = useQuery(ordersQuery(api, { ...query, page }))
  const isUnpaid = !read('needs') && read('status') === 'pending'
  const chosen = useChosen(JSON.stringify(filters))
  const walk = list.data && {
    ids: list.data.items.map(({ id }) => id),
    before: (page - 1) * ADMIN_PAGE_SIZE,
    total: list.data.total,
    fetchIds: async (page: number) => {
      const { items } = await queryClient.fetchQuery(ordersQuery(api, { ...query, page }))
      return items.map(({ id }) => id)
    },
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="type-title">{t('Orders')}</h1>
        <ExportButton
          name="orders"
          endpoint="GET /api/admin/orders/export"
          fetchCsv={() => api.callForText('GET /api/admin/orders/export', filters as OrderListQuery)}
        />
      </div>
      <OrderTabs />
      <OrderFilters />
      <ChosenProvider value={chosen}>
        <ListFrame
          plural="orders"
          singular="order"
          list={list}
          filters={isUnpaid ? ['search', 'from', 'to'] : ['search', 'status', 'from', 'to']}
          pageSize={ADMIN_PAGE_SIZE}
          empty={EMPTY[isUnpaid ? 'pending' : (read('needs') ?? '')] ?? EMPTY_SHOP}
        >
          {(orders) => (
            <DataTable
              caption={t('Orders')}
              columns={ORDER_COLUMNS}
              rows={orders}
              sort={read('sort') ?? SORT}
            />
          )}
        </ListFrame>
        <OrderBulkBar />
      </ChosenProvider>
      <TrackOrder />
      <Suspense fallback={<Pending />}>{read('edit') && <OrderSheet walk={walk} />}</Suspense>
    </>
  )
}

const FILTERS = ['search', 'status', 'needs', 'from', 'to'] as const

const EMPTY_SHOP = 'No orders yet. Orders appear here once they’re paid.'
/** Texts of the tabs without any orders. */
const EMPTY: Record<string, string> = {
  shipment: 'Nothing to ship. Paid orders appear here until they’re shipped.',
  review: 'No orders are held for review.',
  return: 'No open return requests.',
  refund: 'No failed refunds.',
  dispute: 'No open disputes.',
  pending: 'No unpaid orders.',
}

/** The orders that wait for an admin. The rare kinds have a tab only while there are any. */
function OrderTabs() {
  const { read } = useAdminAddress()
  const { data: counts } = useQuery(orderCountsQuery(useApi()))
  const needs = read('needs')
  const isUnpaid = read('status') === 'pending'
  const work = (need: string, label: string, count: number | undefined): ListTab => ({
    label,
    filter: { needs: need, status: null },
    isCurrent: needs === need,
    count,
  })
  const rare = [
    work('refund', 'Failed refunds', counts?.refund),
    work('dispute', 'Disputes', counts?.dispute),
  ]
  const tabs: ListTab[] = [
    { label: t('All'), filter: { needs: null, status: null }, isCurrent: !needs && !isUnpaid },
    work('shipment', 'To ship', counts?.shipment),
    work('review', 'On hold', counts?.review),
    work('return', 'Returns', counts?.return),
    ...rare.filter(({ count, isCurrent }) => count || isCurrent),
    {
      label: t('Unpaid'),
      filter: { needs: null, status: 'pending' },
      isCurrent: !needs && isUnpaid,
      count: counts?.unpaid,
    },
  ]
  return <ListTabs label={t('Orders by what they need')} tabs={tabs} />
}

/** Changing a filter returns to page 1. */
function OrderFilters() {
  const { filter } = useAdminAddress()
  return (
    <section
      aria-label={t('Orders')}
      className="mt-5 grid grid-cols-2 items-end gap-3 xl:grid-cols-[2fr_1fr_1fr_1fr] max-xl:[&>:nth-child(-n+2)]:col-span-2"
    >
      <SearchField label={t('Search by ID, email, or name')} />
      <Select label={t('Status')} {...filter('status')}>
        <option value="">{t('All paid orders')}</option>
        <option value="pending">{t('Unpaid')}</option>
        <option value="processing">{t('Processing')}</option>
        <option value="shipped">{t('Shipped')}</option>
        <option value="delivered">{t('Delivered')}</option>
        <option value="cancelled">{t('Cancelled')}</option>
      </Select>
      <Field label={t('From')} type="date" {...filter('from')} />
      <Field label={t('To')} type="date" {...filter('to')} />
    </section>
  )
}

const FAILED = 'Failed to track order. Please check your details and try again.'

/**
 * The tracking form in the admin (contract section 0): shows the customer's view of an order, found by ID and email
 * address.
 */
function TrackOrder() {
  const api = useApi()
  const { addressWith } = useAdminAddress()
  const example = useOrderIdExample()
  const [typed, setTyped] = useState({ orderId: '', email: '' })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const track = useMutation({
    mutationFn: (query: TrackingQuery) => api.call('POST /api/orders/track', query),
    onError: (error) => showErrorToast('Error', problemOf(error)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    const read = TrackingQuery.safeParse(typed)
    const issues = read.error?.issues ?? []
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]).reverse()))
    if (read.success) track.mutate(read.data)
  }
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  })
  return (
    <section aria-labelledby="track-order" className="mt-near border-hairline border-t pt-6">
      <h2 id="track-order" className="text-lg">
        {t('Track Order')}
      </h2>
      <form
        noValidate
        onSubmit={submit}
        className="mt-3 grid max-w-3xl items-start gap-3 sm:grid-cols-[1fr_1fr_auto]"
      >
        <Field label={t('Order ID')} placeholder={example} autoComplete="off" {...field('orderId')} />
        <Field label={t('Email Address')} type="email" autoComplete="off" {...field('email')} />
        <Button type="submit" look="outline" className="sm:mt-6" isBusy={track.isPending}>
          {t('Track Order')}
        </Button>
      </form>
      {track.error && (
        <p role="alert" className="mt-3 text-sale">
          {problemOf(track.error)}
        </p>
      )}
      {track.data && (
        <p role="status" className="mt-4 flex flex-wrap items-center gap-3">
          <StatusBadge look={trackedLook(track.data.status)} />
          <Link
            className="underline underline-offset-4"
            to={addressWith({ edit: track.data.id })}
            preventScrollReset
          >
            {t('Open order {id}', { id: track.data.id })}
          </Link>
        </p>
      )}
    </section>
  )
}

function problemOf(error: Error): string {
  return (error instanceof ApiError && error.serverMessage) || FAILED
}
