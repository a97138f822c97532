import { expect, expectAccessible, settled, signInAsAdmin, test } from '../support/journey.ts'
import { payByCard } from '../support/purchase.ts'
import { SHIPPING } from '../support/shopper-details.ts'

// A separate shop, because it must start fresh and its settings are changed.
test.use({ shopFor: 'settings' })

test('the dashboard of a fresh demo shows 10, 5, 0, 0, and then a first sale', async ({ page, shop }) => {
  await signInAsAdmin(page)
  await page.goto('/admin')
  const cards = page.getByRole('definition')
  await expect(cards).toHaveText(['10', '5', '0', '0'])
  await page.getByRole('link', { name: 'Add product' }).click()
  await expect(page.getByRole('dialog', { name: 'Add product' })).toBeVisible()

  await page.request.post('/api/cart', { data: { productId: 1, quantity: 1 } })
  const items = await (await page.request.get('/api/cart')).json()
  const amount = items[0].product.price
  const checkout = { items, amount, shippingInfo: SHIPPING }
  const intent = await (await page.request.post('/api/create-payment-intent', { data: checkout })).json()
  expect(await payByCard({ sandboxUrl: shop.sandboxUrl }, intent)).toBe(200)

  await expect(async () => {
    await page.goto('/admin?days=7')
    await expect(cards).toHaveText(['10', '5', '1', '0'], { timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  const status = page.getByRole('region', { name: 'Orders by status' })
  await expect(status.getByRole('listitem')).toHaveText(['Processing1'])
  await expect(page.getByRole('img', { name: 'Orders by day: 1' })).toBeVisible()
  await page.getByText('Revenue and orders as a table').click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(8)
  await page.getByRole('link', { name: '90 days' }).click()
  await expect(page.getByRole('heading', { name: 'Last 90 days' })).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(91)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    await expectAccessible(page)
  }
})

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
    await page.goto('/admin?tab=settings')
    await page.getByLabel('Hold time').fill('45')
    const other = await anotherDevice()
    await signInAsAdmin(other)
    await other.goto('/admin?tab=settings')
    await other.getByLabel('Hold time').fill('20')
    await other.getByRole('button', { name: 'Save settings' }).click()
    await expect(other.getByText('Settings saved', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('Hold time: now “20”, your edit: “45”')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save settings' }).click()
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
