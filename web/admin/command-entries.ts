import { t } from '#contract/language/language.ts'
import { customersQuery, type ListedCustomer } from '../accounts/admin/queries.ts'
import { ordersQuery } from '../orders/admin/queries.ts'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { type Dates, useDates } from '../platform/dates.ts'
import { type Formats, useFormats } from '../platform/formats.ts'
import { HOME } from '../platform/paths.ts'
import { useQuery } from '../platform/use-query.ts'
import { isFound, maySee, SETTING_PAGES, settingsAddress } from '../settings/admin/setting-pages.ts'
import { adminAddress, type TabName } from './address.ts'
import { useMay } from './permissions.tsx'
import { productsQuery } from './queries.ts'

type May = ReturnType<typeof useMay>
type Entry = { address: string; label: string; detail?: string | undefined; end?: string }
export type Group = { title: string; entries: Entry[] }

const FOUND_MAX = 5
const PAGES_MAX = 6

/** Pages of the admin and its settings whose names match. All tabs if nothing is entered. */
export function pagesFor(text: string, tabs: readonly { name: TabName; label: string }[], may: May): Group[] {
  const entries: (Entry & { words: string })[] = [
    ...tabs.map(({ name, label }) => ({ address: adminAddress(name), label, words: label })),
    ...SETTING_PAGES.filter((page) => maySee(page, may)).map(({ name, title, summary, keywords }) => ({
      address: settingsAddress(name),
      label: title,
      detail: summary,
      end: 'Settings',
      words: `${title} ${keywords} settings`,
    })),
    ...(may('POST /api/admin/products')
      ? [
          {
            address: adminAddress('products', { edit: 'new' }),
            label: t('Add product'),
            words: 'Add new product',
          },
        ]
      : []),
    ...(may('POST /api/admin/categories')
      ? [
          {
            address: adminAddress('categories', { edit: 'new' }),
            label: t('Add category'),
            words: 'Add new category',
          },
        ]
      : []),
    { address: HOME, label: t('View Store'), words: 'View store shop home' },
  ]
  const found =
    text === ''
      ? entries.slice(0, tabs.length)
      : entries.filter(({ words }) => isFound(text, words)).slice(0, PAGES_MAX)
  return found.length > 0 ? [{ title: t('Go to'), entries: found }] : []
}

/** Finds orders, products, and customers. */
export function useFound(search: string): { groups: Group[]; isSearching: boolean } {
  const api = useApi()
  const formats = useFormats()
  const dates = useDates()
  const enabled = search.length > 1
  const query = { search, pageSize: FOUND_MAX }
  const orders = useQuery({ ...ordersQuery(api, query), enabled })
  const products = useQuery({ ...productsQuery(api, { ...query, status: 'all' }), enabled })
  const canSeeCustomers = useMay()('GET /api/admin/customers')
  const customers = useQuery({ ...customersQuery(api, query), enabled: enabled && canSeeCustomers })
  if (!enabled) return { groups: [], isSearching: false }
  const lists = [orders, products, customers]
  const groups: Group[] = [
    {
      title: t('Orders'),
      entries: (orders.data?.items ?? []).map((order) => orderEntry(order, formats, dates)),
    },
    {
      title: t('Products'),
      entries: (products.data?.items ?? []).map((product) => productEntry(product, formats)),
    },
    {
      title: t('Customers'),
      entries: (customers.data?.items ?? []).map((customer) => customerEntry(customer, formats)),
    },
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    // While the next results load, the previous ones stay.
    isSearching: lists.some(({ isPlaceholderData, isLoading }) => isPlaceholderData || isLoading),
  }
}

type Orders = ResponseOf<'GET /api/admin/orders'>
type Products = ResponseOf<'GET /api/admin/products'>

function orderEntry(
  { id, customer, email, total, createdAt }: Orders[number],
  { formatMoney }: Formats,
  { formatDay }: Dates,
): Entry {
  return {
    address: adminAddress('orders', { edit: id }),
    label: id,
    detail: `${customer} · ${email} · ${formatDay(createdAt)}`,
    end: formatMoney(total),
  }
}

function productEntry(
  { id, name, price, sku, isArchived, isDraft }: Products[number],
  formats: Formats,
): Entry {
  return {
    address: adminAddress('products', { edit: String(id) }),
    label: name,
    detail: [sku, isDraft && 'Draft', isArchived && 'Archived'].filter(Boolean).join(' · ') || undefined,
    end: formats.formatMoney(price),
  }
}

function customerEntry({ id, email, name, account, orders }: ListedCustomer, { locale }: Formats): Entry {
  return {
    address: adminAddress('customers', { edit: id }),
    label: email ?? account?.username ?? id,
    detail: [name, account?.username].filter(Boolean).join(' · ') || undefined,
    end: orders === 1 ? '1 order' : `${orders.toLocaleString(locale)} orders`,
  }
}
