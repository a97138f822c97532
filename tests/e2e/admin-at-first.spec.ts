import { expect, expectGoodInAllViews, settled, signInAsAdmin, test } from '../support/journey.ts'
import { payByCard } from '../support/purchase.ts'
import { SHIPPING } from '../support/shopper-details.ts'

// By its name, this file is the first of this shop, because it needs a fresh one.
test.use({ shopFor: 'admins' })

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
  await settled(page)
  await expectGoodInAllViews(page)
})
