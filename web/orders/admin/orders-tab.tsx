import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ADMIN_PAGE_SIZE } from '#contract/catalog/rules.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { DataTable } from '../../admin/data-table.tsx'
import { ExportButton } from '../../admin/export-button.tsx'
import { ListFrame } from '../../admin/list-frame.tsx'
import { useApi } from '../../platform/api-context.ts'
import { loadLater } from '../../platform/load-later.ts'
import { Pending } from '../../ui/pending.tsx'
import { FILTERS, OrderFilters } from './order-filters.tsx'
import { ORDER_COLUMNS } from './order-table.tsx'
import { type OrderListQuery, ordersQuery } from './queries.ts'
import { TrackOrder } from './track-order.tsx'

const OrderSheet = loadLater(async () => (await import('./order-sheet.tsx')).OrderSheet)

const SORT = 'placed_desc'

/** The orders with search, filters, sorting and pages; one of them opens beside the list. */
export function OrdersTab() {
  const api = useApi()
  const { read, page } = useAdminAddress()
  // What the address says goes to the server as it is; nonsense gets its 400.
  const filters = Object.fromEntries(FILTERS.map((name) => [name, read(name)]))
  const query = { ...filters, sort: read('sort'), page } as OrderListQuery
  const list = useQuery(ordersQuery(api, query))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Orders</h1>
        <ExportButton
          what="orders"
          ask={() => api.callForText('GET /api/admin/orders/export', filters as OrderListQuery)}
        />
      </div>
      <OrderFilters />
      <ListFrame
        what="orders"
        one="order"
        list={list}
        filters={FILTERS}
        pageSize={ADMIN_PAGE_SIZE}
        empty="There are no orders yet. The first one will appear here as soon as it is paid."
      >
        {(orders) => (
          <DataTable caption="Orders" columns={ORDER_COLUMNS} rows={orders} sort={read('sort') ?? SORT} />
        )}
      </ListFrame>
      <TrackOrder />
      <Suspense fallback={<Pending />}>{read('edit') && <OrderSheet />}</Suspense>
    </>
  )
}
