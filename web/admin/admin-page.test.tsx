import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, anAdmin, type Customer } from '../../tests/support/fixtures.ts'
import { failing, openPage, openPageOf } from '../../tests/support/page.tsx'
import { anotherAdmin } from '../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { storeToken } from '../platform/auth-token.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

async function signedIn(): Promise<Customer> {
  const admin = await anAdmin(shop)
  storeToken(admin.token ?? '')
  return admin
}
const heading = (name: string) => screen.findByRole('heading', { name, level: 1 })

describe('/admin (spec section 2)', () => {
  test('sends a visitor to /auth and a customer to /', async () => {
    const visitor = openPageOf(shop.visitor(), '/admin')
    await screen.findByRole('tab', { name: 'Login' })
    expect(visitor.addressNow()).toBe('/auth')
    visitor.unmount()
    storeToken((await aCustomer(shop)).token ?? '')
    const customer = openPageOf(shop.visitor(), '/admin?tab=products')
    await screen.findByRole('heading', { name: 'Elevate Your Workspace' })
    expect(customer.addressNow()).toBe('/')
  })

  test('opens on the dashboard: four cards with totals, and quick actions', async () => {
    await signedIn()
    openPageOf(shop.visitor(), '/admin')
    await heading('Dashboard')
    await screen.findByText('10')
    const cards = screen.getAllByRole('term').map((term) => term.textContent)
    expect(cards).toEqual(['Total Products', 'Categories', 'Orders', 'Customers'])
    expect(screen.getByRole('link', { name: 'Add product' }).getAttribute('href')).toBe(
      '/admin?tab=products&edit=new',
    )
  })

  test('requires the generated password to be changed; outside the demo nothing else is shown until then', async () => {
    const admin = await anotherAdmin(shop)
    const generated = { must_change_password: true }
    await shop.shop.db.updateTable('users').set(generated).where('id', '=', admin.user.id).execute()
    storeToken(admin.token ?? '')
    const shopInfo = await admin.call('GET /api/shop')
    const text = JSON.stringify({ ...shopInfo, demo: false })
    const isShop = ({ url }: { url: string }) => url === '/api/shop'
    const real = openPage(failing(admin, isShop, { status: 200, text }), '/admin')
    const mainHeadings = () => screen.getAllByRole('heading', { level: 1 }).map((one) => one.textContent)
    await heading('Choose a new password')
    expect(mainHeadings()).toEqual(['Choose a new password'])
    expect(screen.queryByRole('heading', { name: 'Dashboard' })).toBeNull()
    real.unmount()

    openPageOf(shop.visitor(), '/admin')
    await screen.findByRole('heading', { name: 'Choose a new password', level: 2 })
    await heading('Dashboard')
    expect(mainHeadings()).toEqual(['Dashboard'])
    screen.getByText('Use at least 12 characters. Longer is better than complicated.')
    const change = async (password: string) => {
      await userEvent.clear(screen.getByLabelText('New password'))
      await userEvent.type(screen.getByLabelText('New password'), password)
      await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    }
    await userEvent.type(screen.getByLabelText('Current password'), admin.password)
    await change(admin.password)
    expect(await screen.findByText('The new password must be different from the current one')).toBeDefined()
    await change('a password of my own')
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Choose a new password' })).toBeNull())
    expect(await admin.call('GET /api/auth/user')).toMatchObject({ mustChangePassword: false })
  })

  test("has the shop's sidebar and a link to the store, but not the store's header", async () => {
    await signedIn()
    openPageOf(shop.visitor(), '/admin')
    const nav = within(await screen.findByRole('navigation', { name: 'Admin' }))
    expect(nav.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'Dashboard',
      'Products',
      'Categories',
      'Orders',
      'Returns',
      'Customers',
      'Reviews',
      'Newsletter',
      'Pages',
      'Reports',
      'Audit log',
      'Integrations',
      'Settings',
      'View Store',
    ])
    expect(nav.getByRole('link', { name: 'View Store' }).getAttribute('href')).toBe('/')
    expect(nav.getByRole('button', { name: 'Logout' })).toBeDefined()
    expect(screen.queryByPlaceholderText('Search for desk accessories...')).toBeNull()
  })

  test('opens the tab in the URL, or the first one if it is invalid', async () => {
    await signedIn()
    const page = openPageOf(shop.visitor(), '/admin?tab=categories')
    await heading('Categories')
    page.unmount()
    openPageOf(shop.visitor(), '/admin?tab=nothing')
    await heading('Dashboard')
  })

  test('shows an error with a retry button when a list can’t be loaded', async () => {
    const admin = await signedIn()
    let isBroken = true
    openPage(
      failing(admin, (call) => isBroken && call.url.startsWith('/api/admin/'), {
        status: 503,
        statusText: '',
      }),
      '/admin?tab=products',
    )
    expect(await screen.findByText('The products couldn’t be loaded.')).toBeDefined()
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Halo LED Desk Lamp' })).toBeDefined()
  })

  test('shows a message when nothing matches, with a button that clears the filters', async () => {
    await signedIn()
    const page = openPageOf(shop.visitor(), '/admin?tab=products&search=nothing+like+it')
    await screen.findByText('No products match your search and filters.')
    await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
    expect(await screen.findByText('10 products')).toBeDefined()
    expect(page.addressNow()).toBe('/admin?tab=products')
  })
})
