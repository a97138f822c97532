import { Suspense } from 'react'
import { ADMIN_PAGE_SIZE } from '#contract/catalog/rules.ts'
import { english, t } from '#contract/language/language.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { type Columns, DataTable, Day, RowLink } from '../../admin/data-table.tsx'
import { ExportButton, ListFrame } from '../../admin/list-frame.tsx'
import { SearchField } from '../../admin/search-field.tsx'
import { useApi } from '../../platform/api.ts'
import { Amount } from '../../platform/formats.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Pending } from '../../ui/feedback.tsx'
import { Select } from '../../ui/field.tsx'
import { loadLater } from '../../ui/load-later.tsx'
import { type CustomerListQuery, customersQuery, type ListedCustomer } from './queries.ts'

const CustomerSheet = loadLater(async () => (await import('./customer-sheet.tsx')).CustomerSheet)

const FILTERS = ['search', 'kind'] as const

/** All buyers and accounts, by email address. A selected customer opens next to the list. */
export function CustomersTab() {
  const { read, page, filter } = useAdminAddress()
  const api = useApi()
  const filters = { search: read('search'), kind: read('kind') }
  const query = { ...filters, sort: read('sort') ?? 'last_desc', page } as CustomerListQuery
  const list = useQuery(customersQuery(api, query))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="type-title">{t('Customers')}</h1>
        <ExportButton
          name="customers"
          endpoint="GET /api/admin/customers/export"
          fetchCsv={() => api.callForText('GET /api/admin/customers/export', filters as CustomerListQuery)}
        />
      </div>
      <section aria-label={t('Customers')} className="mt-5 grid max-w-2xl gap-3 sm:grid-cols-[2fr_1fr]">
        <SearchField label={t('Search by email, name, or username')} />
        <Select label={t('Show')} {...filter('kind')}>
          <option value="">{t('All customers')}</option>
          <option value="account">{t('With an account')}</option>
          <option value="guest">{t('Guests')}</option>
        </Select>
      </section>
      <ListFrame
        plural="customers"
        singular="customer"
        list={list}
        filters={FILTERS}
        pageSize={ADMIN_PAGE_SIZE}
        empty={t('No customers yet. They appear here with their first order, with or without an account.')}
      >
        {(customers) => (
          <DataTable caption={t('Customers')} columns={CUSTOMER_COLUMNS} rows={customers} sort={query.sort} />
        )}
      </ListFrame>
      <Suspense fallback={<Pending />}>{read('edit') && <CustomerSheet />}</Suspense>
    </>
  )
}

const CUSTOMER_COLUMNS: Columns<ListedCustomer> = [
  { id: 'name', header: english('Customer'), cell: (customer) => <Name customer={customer} /> },
  {
    id: 'orders',
    header: english('Orders'),
    isSortable: true,
    cell: ({ orders }) => <span className="tabular-nums">{orders}</span>,
  },
  {
    id: 'spent',
    header: english('Total spent'),
    isSortable: true,
    cell: ({ spent }) => (
      <span className="tabular-nums">
        <Amount of={spent} />
      </span>
    ),
  },
  {
    id: 'last',
    header: english('Last order'),
    isSortable: true,
    isMinor: true,
    cell: ({ lastOrderAt }) =>
      lastOrderAt ? <Day time={lastOrderAt} /> : <span className="text-muted text-sm">{t('None yet')}</span>,
  },
]

function Name({ customer: { id, email, name, account, note } }: { customer: ListedCustomer }) {
  const facts = [account ? account.username : 'Guest', account?.role === 'admin' && 'Staff'].filter(Boolean)
  return (
    <>
      <RowLink id={id} className="wrap-anywhere">
        {email ?? account?.username ?? id}
      </RowLink>
      {account?.isBlocked && <span className="ml-2 font-medium text-sale text-sm">{t('Blocked')}</span>}
      <p className="text-muted text-sm">{[name, ...facts].filter(Boolean).join(' · ')}</p>
      {note && <p className="line-clamp-1 max-w-md text-sm">{note}</p>}
    </>
  )
}
