import {
  aProduct,
  expect,
  expectAccessible,
  expectGoodInAllViews,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'

test.use({ shopFor: 'admins' })

test('an admin discounts several products at once, and shoppers see the old price struck', {
  tag: '@long',
}, async ({ page }) => {
  const ids = [await aProduct(page), await aProduct(page)]
  const token = await signInAsAdmin(page)
  for (const id of ids) {
    const named = await page.request.patch(`/api/admin/products/${id}`, {
      headers: { authorization: `Bearer ${token}` },
      data: { name: `Bulk Journey ${id}` },
    })
    expect(named.ok()).toBe(true)
  }
  await page.goto('/admin?tab=products&search=Bulk+Journey')
  for (const id of ids) await page.getByLabel(`Select Bulk Journey ${id}`).check()
  await expect(page.getByText('2 products selected', { exact: true })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Bulk edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 2 products' })
  await dialog.getByLabel('Price', { exact: true }).selectOption('-')
  await dialog.getByLabel('Percent').fill('20')
  await dialog.getByLabel('Old price').selectOption('strike')
  await dialog.getByLabel('On sale').selectOption('yes')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const row = dialog.getByRole('row', { name: `Bulk Journey ${ids[0]}` })
  await expect(row).toContainText('Price: $95.00 → $76.00')
  await expect(row).toContainText('Old price: none → $95.00')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Update 2 products' }).click()
  await expect(page.getByText('2 products updated.', { exact: true })).toBeVisible()

  await page.goto(`/product/${ids[1]}`)
  await settled(page)
  await expect(page.getByText('was $95.00', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)
})

test('axe finds no issues in the preview, and it fits the screen', async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin?tab=products')
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Bulk edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New').selectOption('yes')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByRole('status')).toContainText('would change')
  await expectGoodInAllViews(page)
})
