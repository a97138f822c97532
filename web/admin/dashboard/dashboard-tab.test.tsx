import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { anAdmin, aProduct, type Customer } from '../../../tests/support/fixtures.ts'
import { failing, openPage } from '../../../tests/support/page.tsx'
import { aPaidOrder } from '../../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { taxRow } from '../../../tests/support/taxes.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

async function open(address = '/admin', transport = admin.transport) {
  storeToken(admin.token ?? '')
  const page = openPage((call) => transport(call), address)
  const name = address.includes('reports') ? 'Reports' : 'Dashboard'
  await screen.findByRole('heading', { name, level: 1 })
  return page
}
const region = async (name: string) => within(await screen.findByRole('region', { name }))
const rowsOf = (card: ReturnType<typeof within>) =>
  card.getAllByRole('listitem').map((row: HTMLElement) => row.textContent)

describe('the dashboard of a fresh demo', () => {
  test('shows 10 products, 5 categories, 0 orders and 0 customers', async () => {
    await open()
    await screen.findByText('10')
    const values = screen.getAllByRole('definition').map((card: HTMLElement) => card.textContent)
    expect(values).toEqual(['10', '5', '0', '0'])
  })

  test('has nothing to do, and shows what the shop needs before its first order instead of empty charts', async () => {
    const page = await open()
    expect(await screen.findByText('Nothing is waiting for you.')).toBeDefined()
    const next = await region('Set up your shop')
    await next.findAllByRole('listitem')
    expect(next.getAllByRole('heading', { level: 3 }).map((one: HTMLElement) => one.textContent)).toEqual([
      'Add your products',
      'Name your business',
      'Choose where you ship',
      'Set your taxes',
      'Make it look like yours',
      'Publish your legal pages',
      'Use your own domain',
      'Send an email',
      'Connect payments',
      'Receive a webhook',
      'Buy something, and refund it',
      'Protect each admin account',
      'Back up the shop',
    ])
    expect(next.getByText('0 of 13 done')).toBeDefined()
    const [current] = next.getAllByRole('listitem', { current: 'step' })
    const link = within(current as HTMLElement).getByRole('link', { name: 'Add product' })
    expect(link.getAttribute('href')).toBe('/admin?tab=products&edit=new')
    expect(screen.queryByRole('navigation', { name: 'Period' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Best sellers' })).toBeNull()
    page.unmount()
  })
})

describe('the dashboard of a shop with sales', () => {
  beforeAll(async () => {
    const lamp = await aProduct(shop, { name: 'Paper Lamp', priceCents: 4500, stockQuantity: 2 })
    const { orderId } = await aPaidOrder(shop, shop.visitor(), [lamp])
    await shop.shop.db
      .insertInto('payment_transitions')
      .values({ order_id: orderId, at: new Date(), kind: 'declined', amount_cents: 4999, note: 'No funds' })
      .execute()
    const cart = shop.visitor()
    await cart.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    const day = new Date().toISOString().slice(0, 10)
    const search = { day, text: 'unicorn', count: 3 }
    await shop.shop.db.insertInto('zero_result_searches').values(search).execute()
  })

  test('switches the period, which is part of the URL', async () => {
    const page = await open()
    await screen.findByRole('heading', { name: 'Last 30 days' })
    const periods = within(screen.getByRole('navigation', { name: 'Period' }))
    expect(periods.getByRole('link', { name: '30 days' }).getAttribute('aria-current')).toBe('true')
    await userEvent.click(periods.getByRole('link', { name: '7 days' }))
    await screen.findByRole('heading', { name: 'Last 7 days' })
    expect(page.addressNow()).toBe('/admin?days=7')
    await userEvent.click(await screen.findByText('Revenue and orders as a table'))
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(8))
  })

  test('shows an error with a retry button when the statistics can’t be loaded', async () => {
    let isBroken = true
    await open(
      '/admin',
      failing(admin, (call) => isBroken && call.url.startsWith('/api/admin/dashboard'), {
        status: 503,
        statusText: '',
      }),
    )
    const alert = within(await screen.findByRole('alert'))
    alert.getByText('The statistics couldn’t be loaded.')
    isBroken = false
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('img', { name: 'Orders by day: 1' })).toBeDefined()
  })

  test('shows revenue and orders by day as charts and as a table', async () => {
    await open()
    expect(await screen.findByRole('img', { name: 'Revenue by day: $49.99' })).toBeDefined()
    expect(screen.getByRole('img', { name: 'Orders by day: 1' })).toBeDefined()
    await userEvent.click(await screen.findByText('Revenue and orders as a table'))
    const table = within(screen.getByRole('table', { name: 'Revenue and orders by day' }))
    const [head, newest] = table.getAllByRole('row')
    expect(head?.textContent).toBe('DayOrdersRevenueRefunded')
    expect(newest?.textContent).toMatch(/^\w{3} \d+, \d{4}1\$49\.99\$0\.00$/)
  })

  test('shows revenue, orders, and the average order, each with the period before', async () => {
    await open()
    const figures = await screen.findByText('Average order')
    const list = within(figures.closest('dl') as HTMLElement)
    expect(list.getAllByRole('definition').map((one: HTMLElement) => one.textContent)).toEqual([
      '$49.99$0.00 in the 30 days before',
      '10 in the 30 days before',
      '$49.99None in the 30 days before',
    ])
  })

  test('lists best sellers, low stock, zero-result searches, and checkout steps', async () => {
    await open()
    expect(rowsOf(await region('Orders by status'))).toEqual(['Processing1'])
    expect(rowsOf(await region('Best sellers'))).toEqual(['Paper Lamp1 sold, $45.00'])
    expect(rowsOf(await region('Low stock'))).toContain('Paper Lamp1 left')
    expect(rowsOf(await region('Searches with no results'))).toEqual(['unicorn3'])
    expect(rowsOf(await region('Cart conversion'))).toEqual([
      'Carts started2',
      'Checkouts started1 (50%)',
      'Orders paid1 (50%)',
    ])
    expect((await region('Cart conversion')).getByText('Declined: 1 card in 1 order.')).toBeDefined()
  })

  test('links to the orders of a status and to the product', async () => {
    await open()
    const status = (await region('Orders by status')).getByRole('link', { name: 'Processing' })
    expect(status.getAttribute('href')).toBe('/admin?tab=orders&status=processing')
    const product = (await region('Best sellers')).getByRole('link', { name: 'Paper Lamp' })
    expect(product.getAttribute('href')).toMatch(/^\/admin\?tab=products&edit=\d+$/)
  })
})

describe('what is to be done', () => {
  test('links to the list of each kind, with the number that it has', async () => {
    const sold = await aProduct(shop, { name: 'Rare Lamp', priceCents: 1000, stockQuantity: 2 })
    await aPaidOrder(shop, shop.visitor(), [sold])
    await aPaidOrder(shop, shop.visitor(), [sold])
    const page = await open()
    const tasks = await region('To do')
    await tasks.findAllByRole('listitem')
    const links = tasks
      .getAllByRole('link')
      .map((link: HTMLElement) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Ship 3 orders', '/admin?tab=orders&needs=shipment'],
      ['1 sold out', '/admin?tab=products&stock=out'],
    ])
    await userEvent.click(tasks.getByRole('link', { name: /sold out/ }))
    expect(await screen.findByText('1 product')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Rare Lamp' })).toBeDefined()
    page.unmount()
    await admin.call('DELETE /api/admin/products/:id', { id: sold.id })
  })
})

describe('the reports', () => {
  test('say that the shop charges no taxes, and have the last reconciliation', async () => {
    await open('/admin?tab=reports')
    expect((await region('Taxes')).getByText(/Your shop charges no taxes/)).toBeDefined()
    expect((await region('Integrity')).getByRole('button', { name: 'Run now' })).toBeDefined()
  })
})

describe('the tax report of a shop that charges taxes', () => {
  test('shows tax by country and rate, and exports the One-Stop-Shop return of the last quarter', async () => {
    const rows = ['US', 'AT'].map((country) => taxRow(country, 200_000))
    const taxes = { ...NO_TAXES, mode: 'table' as const, pricesIncludeTax: true, home: 'DE', rows }
    await admin.call('PATCH /api/admin/settings', { taxes })
    const lamp = await aProduct(shop, { priceCents: 12_000, shippingCostCents: 0 })
    await aPaidOrder(shop, shop.visitor(), [lamp])
    const urls: string[] = []
    await open('/admin?tab=reports', (call) => {
      urls.push(call.url)
      return admin.transport(call)
    })
    const report = await region('Taxes')
    const [, row] = await report.findAllByRole('row')
    expect(
      within(row as HTMLElement)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual([...['United States', 'VAT 20%', '$100.00', '$20.00']])
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('#')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
    const [, ossExport] = report.getAllByRole('button', { name: 'Export' })
    await userEvent.click(ossExport as HTMLElement)
    const month = new Date().getUTCMonth()
    const year = new Date().getUTCFullYear() - (month < 3 ? 1 : 0)
    const last = `${year}-Q${month < 3 ? 4 : Math.floor(month / 3)}`
    await waitFor(() => expect(urls).toContain(`/api/admin/taxes/oss?quarter=${last}`))
    await admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES })
  })

  test('asks to check filled-in rates two years after the day of their source, and not earlier', async () => {
    const charge = (day: string) => {
      const rows = [taxRow('GB', 200_000, { source: { name: 'A list', day } })]
      return admin.call('PATCH /api/admin/settings', { taxes: { ...NO_TAXES, mode: 'table', rows } })
    }
    const years = new Date().getUTCFullYear()
    await charge(`${years - 1}-01-01`)
    const page = await open('/admin?tab=reports')
    await (await region('Taxes')).findByLabelText('From')
    expect(screen.queryByText(/filled-in tax rates/)).toBeNull()
    page.unmount()
    await charge(`${years - 2}-01-01`)
    await open('/admin?tab=reports')
    expect((await screen.findByText(/filled-in tax rates/)).textContent).toBe(
      `Your filled-in tax rates are from January 1, ${years - 2}. Check under Settings that they still apply.`,
    )
    await admin.call('PATCH /api/admin/settings', { taxes: NO_TAXES })
  })
})
