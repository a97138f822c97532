import { makeSale } from '../support/first-sale.ts'
import { expect, expectGoodInAllViews, settled, signInAsAdmin, test } from '../support/journey.ts'

// By its name, this file is the first of this shop, because it needs a fresh one.
test.use({ shopFor: 'admins' })

test('the dashboard of a fresh demo shows 10, 5, 0, 0, and then a first sale', async ({ page, shop }) => {
  await signInAsAdmin(page)
  await page.goto('/admin')
  const cards = page.getByRole('definition')
  await expect(cards).toHaveText(['10', '5', '0', '0'])
  await page.getByRole('link', { name: 'Add product' }).first().click()
  await expect(page.getByRole('region', { name: 'Add product' })).toBeVisible()

  await page.goto('/admin')
  await expect(page.getByText('Nothing is waiting for you.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Set up your shop' }).getByRole('listitem')).toHaveCount(13)
  await expectGoodInAllViews(page)

  await makeSale(page, shop)

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
  const ship = page.getByRole('region', { name: 'To do' }).getByRole('link', { name: 'Ship 1 order' })
  await ship.click()
  await expect(page).toHaveURL('/admin?tab=orders&needs=shipment')
  await page.goto('/admin?tab=reports')
  await expect(page.getByRole('button', { name: 'Run now' })).toBeVisible()
  await settled(page)
  await expectGoodInAllViews(page)
})
