import type { Page } from '@playwright/test'
import type { ListedReturn } from '#contract/returns/api.ts'
import type { Screen } from './steps.ts'
import { answering, failing, holding, openActions, openDialog, press, seen, seenLoading } from './steps.ts'

const TABS = [
  'products',
  'categories',
  'orders',
  'returns',
  'customers',
  'reviews',
  'newsletter',
  'pages',
  'reports',
  'audit',
  'integrations',
  'settings',
]

/** Pages of the settings that no other screen shows in their first state. */
const SECTIONS = [
  'live',
  'store',
  'business',
  'brand',
  'home',
  'formats',
  'checkout',
  'stock',
  'search',
  'reviews',
  'payments',
  'sync',
  'security',
]

const admin = (name: string, query: string, more: Partial<Screen> = {}): Screen => ({
  name: `admin-${name}`,
  address: `/admin${query}`,
  who: 'admin',
  ...more,
})
/** An open return request of this many days ago. */
const aReturn = (id: number, days: number): ListedReturn => ({
  id,
  orderId: `PL-0000-000${id}`,
  status: 'requested',
  items: [{ itemId: 1, name: 'Walnut Monitor Stand', quantity: 1 }],
  reason: 'It is a little too high for my desk.',
  answer: null,
  refund: null,
  requestedAt: new Date(Date.now() - days * 86_400_000).toISOString(),
  settledAt: null,
  customer: 'Grace Hopper',
  email: 'grace@example.com',
  itemsTotal: '149.00',
  refundable: '153.99',
})

/** A form or dialog over a tab. */
const over = (name: string, query: string, act?: Screen['act']): Screen =>
  admin(name, query, { isWhole: false, ...(act && { act }) })

const choosePage = (page: Page) => page.getByLabel('Select all on this page').check()
const chooseCsv = (page: Page, lines: string[]) =>
  page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

/** The tabs of /admin with their forms and dialogs. */
export const ADMIN_SCREENS: Screen[] = [
  admin('dashboard', ''),
  admin('dashboard-loading', '', { before: holding(/api\/admin\/dashboard/), act: seenLoading }),
  admin('dashboard-error', '', { before: failing(/api\/admin\/dashboard/), act: seen('Try again') }),
  ...TABS.map((tab) => admin(tab, `?tab=${tab}`)),
  ...SECTIONS.map((name) => admin(`settings-${name}`, `?tab=settings&section=${name}`)),
  admin('products-loading', '?tab=products', { before: holding(/api\/admin\/products/), act: seenLoading }),
  admin('products-error', '?tab=products', {
    before: failing(/api\/admin\/products/),
    act: seen('Try again'),
  }),
  admin('products-empty', '?tab=products&search=xylophone'),
  over('product-form', '?tab=products&edit=new'),
  over('product-form-error', '?tab=products&edit=new', async (page) => {
    await page.getByRole('main').getByRole('button', { name: 'Add product' }).click()
    await seen('Name is required')(page)
  }),
  over('product-edit', '?tab=products&edit=1'),
  over('product-menu', '?tab=products', openActions),
  over('product-delete', '?tab=products', async (page) => {
    await openActions(page)
    await openDialog('Delete')(page)
  }),
  over('bulk-chosen', '?tab=products', choosePage),
  over('bulk-form', '?tab=products', async (page) => {
    await choosePage(page)
    await openDialog('Bulk edit')(page)
  }),
  over('bulk-preview', '?tab=products', async (page) => {
    await choosePage(page)
    await openDialog('Bulk edit')(page)
    await page.getByLabel('Price', { exact: true }).selectOption('-')
    await page.getByLabel('Percent').fill('15')
    await page.getByLabel('Old price').selectOption('strike')
    await press('Preview')(page)
    await seen(/products would change/)(page)
  }),
  over('import', '?tab=products&edit=import'),
  over('import-good', '?tab=products&edit=import', async (page) => {
    await chooseCsv(page, ['id,name', '1,Renamed Stand'])
    await seen('The file is valid.')(page)
  }),
  over('import-mistakes', '?tab=products&edit=import', async (page) => {
    const bad = Array.from({ length: 30 }, (_, row) => `${row},cheap,${'no-such-category-'.repeat(8)}`)
    await chooseCsv(page, ['name,price,category', ...bad])
    await seen(/errors in the file/)(page)
  }),
  over('category-form', '?tab=categories&edit=new'),
  over('category-icons', '?tab=categories&edit=new', openDialog(/^Icon/)),
  over('category-icons-empty', '?tab=categories&edit=new', async (page) => {
    await openDialog(/^Icon/)(page)
    await page.getByLabel('Search icons').fill('xylophone of glass')
  }),
  over('category-delete', '?tab=categories', openDialog(/^Delete/)),
  ...[undefined, 'Mark as shipped', 'Partial refund', 'Cancel and refund'].map((button): Screen => {
    const name = button ? `order-${button.toLowerCase().replaceAll(' ', '-')}` : 'order'
    return {
      ...over(name, '', button ? openDialog(button) : undefined),
      address: ({ orderId }) => `/admin?tab=orders&edit=${orderId}`,
    }
  }),
  over('orders-chosen', '?tab=orders', choosePage),
  over('orders-ship', '?tab=orders', async (page) => {
    await choosePage(page)
    await openDialog('Mark as shipped')(page)
  }),
  {
    ...admin('packing-slips', ''),
    address: ({ orderId, arrivedId }) => `/admin?tab=orders&slip=${orderId},${arrivedId}`,
  },
  admin('returns-open', '?tab=returns', {
    before: answering(/api\/admin\/returns/, [aReturn(1, 1), aReturn(2, 12)]),
  }),
  {
    ...over('order-correct-tracking', '', openDialog('Correct tracking')),
    address: ({ arrivedId }) => `/admin?tab=orders&edit=${arrivedId}`,
  },
  { ...admin('packing-slip', ''), address: ({ orderId }) => `/admin?tab=orders&slip=${orderId}` },
  over('customer', '?tab=customers&edit=3'),
  over('customer-block', '?tab=customers&edit=3', openDialog('Block')),
  over('review-answer', '?tab=reviews', openDialog(/^Reply to/)),
  admin('connection', '?tab=integrations', { act: press('Connection') }),
  admin('configure', '?tab=integrations', { act: press('Configure') }),
  over('menu', '', async (page) => {
    const button = page.getByRole('button', { name: 'Menu' })
    if (await button.isVisible()) await openDialog('Menu')(page)
  }),
]
