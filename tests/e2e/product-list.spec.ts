import { aProduct, expect, expectGoodInAllViews, settled, signInAsAdmin, test } from '../support/journey.ts'

test.use({ shopFor: 'admins' })

test('an admin edits a price in the list, and the message covers no button of a bar', async ({ page }) => {
  const id = await aProduct(page)
  const token = await signInAsAdmin(page)
  const headers = { authorization: `Bearer ${token}` }
  const name = `Row Journey ${id}`
  expect((await page.request.patch(`/api/admin/products/${id}`, { headers, data: { name } })).ok()).toBe(true)

  // The bar is at the bottom of the window only below a long list, which begins with the last change.
  await page.goto('/admin?tab=products')
  await page.getByLabel(`Select ${name}`).check()
  await page.getByRole('button', { name: `Edit Price of ${name}` }).click()
  await expectGoodInAllViews(page)
  const field = page.getByRole('textbox', { name: `Price of ${name}` })
  await field.fill('cheap')
  await field.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Must be an amount such as 49.99')
  await expectGoodInAllViews(page)
  await field.fill('61')
  await field.press('Enter')
  await expect(page.getByRole('button', { name: `Edit Price of ${name}: $61.00` })).toBeFocused()

  const toast = page.locator('.toast', { hasText: 'Product updated' })
  await expect(toast).toBeVisible()
  const bar = await page.getByRole('region', { name: 'Selected products' }).boundingBox()
  const message = await toast.boundingBox()
  if (!bar || !message) throw new Error('no boxes')
  expect(message.y + message.height).toBeLessThanOrEqual(bar.y)
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: `Edit Price of ${name}: $95.00` })).toBeVisible()
})

test('an admin archives several products at once, and finds those that can’t be deleted', {
  tag: '@long',
}, async ({ page }) => {
  const ids = [await aProduct(page), await aProduct(page)]
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  for (const id of ids) {
    const data = { name: `Batch Journey ${id}` }
    expect((await page.request.patch(`/api/admin/products/${id}`, { headers, data })).ok()).toBe(true)
  }
  await page.goto('/admin?tab=products&search=Batch+Journey')
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await settled(page)
  await expectGoodInAllViews(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Archive 2 products' }).click()
  await expect(page.getByText('2 products archived', { exact: true })).toBeVisible()
  await expect(page.getByText('No products match your search and filters.')).toBeVisible()
  expect((await page.request.get(`/api/products/${ids[0]}`)).status()).toBe(404)
})
