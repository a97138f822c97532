import {
  expect,
  expectAccessible,
  expectGoodInAllViews,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'

// A separate shop, because its settings are changed.
test.use({ shopFor: 'settings' })

test('settings apply from the next page load', { tag: '@long' }, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin?tab=settings')
  await page.getByLabel('Page size').fill('0')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Page size must be a whole number from 1 to 100')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Page size').fill('3')
  await page.getByLabel('Shipping rate').fill('6.5')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Shipping rate')).toHaveValue('6.50')
  await page.getByRole('link', { name: 'View Store' }).click()
  const products = page.getByRole('region', { name: 'All Products' })
  await expect(products.getByRole('article')).toHaveCount(3)
  await page.reload()
  await expect(products.getByRole('article')).toHaveCount(3)
  await page.goto('/product/halo-desk-lamp')
  await expect(page.getByText('Shipping Cost: $6.50')).toBeVisible()
})

test.describe('settings edited by two admins', () => {
  // The browser logs the rejected request to the console.
  test.use({ expectedMessages: [/Failed to load resource.*409/] })

  test('the second admin sees what the first one saved, and keeps the entered values', {
    tag: '@long',
  }, async ({ page, anotherDevice }) => {
    await signInAsAdmin(page)
    await page.goto('/admin?tab=settings&section=checkout')
    await page.getByLabel('Hold time').fill('45')
    const other = await anotherDevice()
    await signInAsAdmin(other)
    await other.goto('/admin?tab=settings&section=checkout')
    await other.getByLabel('Hold time').fill('20')
    await other.getByRole('button', { name: 'Save checkout settings' }).click()
    await expect(other.getByText('Settings saved', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Save checkout settings' }).click()
    await expect(page.getByText('Hold time: now “20”, your edit: “45”')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save checkout settings' }).click()
    await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Hold time')).toHaveValue('45')
  })
})

test('a test event of the payment provider returns as a webhook', { tag: '@long' }, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin?tab=integrations')
  await page.getByRole('button', { name: 'Send test event' }).click()
  await expect(page.getByText('The test event arrived. The provider can reach the shop.')).toBeVisible({
    timeout: 30_000,
  })
  await page.getByRole('button', { name: 'Configure' }).click()
  await expect(page.getByRole('heading', { name: 'How to configure' })).toBeVisible()
  await expectAccessible(page)
})

test('the settings, the staff, the customers, and the command palette fit all windows, and nothing shifts', {
  tag: '@long',
}, async ({ page }) => {
  await signInAsAdmin(page)
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) {
          const { dataset } = document.documentElement
          dataset.shift = String(Number(dataset.shift ?? 0) + entry.value)
        }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const query of [
    'tab=settings',
    'tab=settings&section=places',
    'tab=settings&section=taxes',
    'tab=settings&section=emails',
    'tab=settings&section=staff',
    'tab=customers',
    'tab=integrations',
  ]) {
    await page.goto(`/admin?${query}`)
    await settled(page)
    const shift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))
    expect(shift, query).toBeLessThan(0.02)
    await expectGoodInAllViews(page)
  }
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search the admin' })
  await palette.getByRole('combobox').fill('halo')
  await expect(palette.getByRole('group', { name: 'Products' })).toBeVisible()
  await expectGoodInAllViews(page)
  await palette.getByRole('option', { name: /^Halo LED Desk Lamp/ }).click()
  await expect(page).toHaveURL(/tab=products&edit=\d+$/)
})

test('the index of the settings shows the open page, even the last one', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 600 })
  await signInAsAdmin(page)
  await page.goto('/admin?tab=settings&section=security')
  const index = page.getByRole('navigation', { name: 'Settings' })
  await expect(index.getByRole('link', { name: 'Security' })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('a phone shows the samples of an accent color whole', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await signInAsAdmin(page)
  await page.goto('/admin?tab=settings&section=brand')
  const samples = page.getByRole('list', { name: 'Samples' }).getByRole('listitem')
  await expect(samples).toHaveCount(6)
  for (const sample of await samples.all())
    expect(await sample.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

for (const [section, title] of [
  ['brand', 'Brand'],
  ['home', 'Home page'],
  ['email-texts', 'Email texts'],
] as const)
  test(`the settings of ${title} are accessible next to their preview`, { tag: '@long' }, async ({
    page,
  }) => {
    await signInAsAdmin(page)
    await page.goto(`/admin?tab=settings&section=${section}`)
    await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
    await expect(page.locator('iframe')).toHaveAttribute('srcdoc', /<html/)
    await expectGoodInAllViews(page)
  })
