import { readFileSync } from 'node:fs'
import {
  expect,
  expectAccessible,
  expectGoodInAllViews,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'

test.use({ shopFor: 'admins' })

const TABS = [
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
]

test('/admin is for admins: shoppers load no admin code, a visitor is sent to the sign-in page, and a customer to the home page', async ({
  page,
}) => {
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname.slice(1)))
  for (const address of ['/', '/product/halo-desk-lamp', '/auth']) {
    await page.goto(address)
    await settled(page)
  }
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >
  const admin = Object.entries(manifest).filter(([name]) =>
    /^web\/(routes\/admin|([a-z]+\/)?admin\/|(audit|sync|webhooks)\/)/.test(name),
  )
  expect(admin.length).toBeGreaterThan(5)
  for (const [, { file }] of admin) expect(files).not.toContain(file)

  await page.goto('/admin')
  await expect(page).toHaveURL('/auth')
  const name = `admin-not-${process.pid}`
  const response = await page.request.post('/api/auth/register', {
    data: { username: name, email: `${name}@example.com`, password: 'correct horse battery' },
  })
  const { token } = (await response.json()) as { token: string }
  await page.evaluate((token) => localStorage.setItem('auth_token', token), token)
  await page.goto('/admin')
  await expect(page).toHaveURL('/')
})

test('tabs, the list’s search, filters, and sort order are in the URL, and Logout signs out', async ({
  page,
}) => {
  await signInAsAdmin(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText(/^[\d,]+$/)
  const nav = page.getByRole('navigation', { name: 'Admin' })
  await nav.getByRole('link', { name: 'Products' }).click()
  await expect(page).toHaveURL('/admin?tab=products')
  await page.getByRole('table', { name: 'Products' }).waitFor()
  await nav.getByRole('link', { name: 'Categories' }).click()
  await expect(page.getByRole('heading', { name: 'Categories', exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Products' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Products' })).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Products' })).toHaveAttribute('aria-current', 'page')

  // On a slow device a link is clickable before the page has rendered the entered text.
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.getByLabel('Search by name, slug, SKU, or ID').fill('desk')
  await expect(page).toHaveURL(/search=desk/)
  await page.getByRole('link', { name: 'Price' }).click()
  await expect(page).toHaveURL(/search=desk.*sort=price_asc/)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByLabel('Category').selectOption('Lighting')
  const rows = page.getByRole('table', { name: 'Products' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await page.reload()
  await expect(rows.nth(1)).toContainText('Halo LED Desk Lamp')
  await page.getByLabel('Search by name, slug, SKU, or ID').fill('nothing like this')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(page.getByText(/^[\d,]+ products$/)).toBeVisible()
  await expect(page).toHaveURL(/tab=products&sort=price_asc$/)

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('You have been logged out successfully', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull()
})

test('axe finds no issues on any tab, every tab fits the screen, and on a phone the tabs are in a menu', async ({
  page,
}) => {
  await signInAsAdmin(page)
  await page.goto('/admin')
  const nav = page.getByRole('navigation', { name: 'Admin' })
  for (const name of TABS) {
    await nav.getByRole('link', { name, exact: true }).click()
    await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
    await settled(page)
    await expectGoodInAllViews(page)
    // WCAG 2.2, 1.4.10: no scrolling sideways at 320 px.
    await page.setViewportSize({ width: 320, height: 700 })
    const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(sideways, { message: name }).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
  }

  await page.setViewportSize({ width: 375, height: 812 })
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Admin' })
  await expectAccessible(page)
  await menu.getByRole('link', { name: 'Categories' }).click()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Categories', exact: true })).toBeVisible()
})
