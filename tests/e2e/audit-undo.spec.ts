import {
  aProduct,
  expect,
  expectAccessible,
  expectGoodInAllViews,
  signInAsAdmin,
  test,
} from '../support/journey.ts'

test.use({ shopFor: 'admins' })

test('a price changed by mistake is reverted from the audit log', { tag: '@long' }, async ({ page }) => {
  const id = await aProduct(page)
  const token = await signInAsAdmin(page)
  await page.request.patch(`/api/admin/products/${id}`, {
    headers: { authorization: `Bearer ${token}` },
    data: { price: '9.50' },
  })
  await page.goto(`/product/${id}`)
  await expect(page.getByText('$9.50').first()).toBeVisible()

  await page.goto(`/admin?tab=audit&subjectId=${id}`)
  const entry = page.getByRole('listitem').filter({ hasText: /admin changed product / })
  await entry.getByRole('button', { name: /^Undo change #\d+$/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Undo change #\d+$/ })
  await expect(dialog.getByText('$9.50', { exact: true })).toBeVisible()
  await expect(dialog.getByText('$95.00', { exact: true })).toBeVisible()
  await expectGoodInAllViews(page)
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Change undone', { exact: true })).toBeVisible()
  await expect(page.getByText(/· undone by #\d+$/)).toBeVisible()
  await expect(page.getByText(/· undoes #\d+$/)).toBeVisible()

  await page.goto(`/product/${id}`)
  await expect(page.getByText('$95.00').first()).toBeVisible()
})

test('later changes are kept, and the dialog explains why', { tag: '@long' }, async ({ page }) => {
  const id = await aProduct(page)
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  for (const price of ['9.50', '8.50'])
    await page.request.patch(`/api/admin/products/${id}`, { headers, data: { price } })
  await page.goto(`/admin?tab=audit&subjectId=${id}&action=product.changed`)
  await page
    .getByRole('button', { name: /^Undo change #\d+$/ })
    .last()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByText('admin changed price since. Nothing was undone.', { exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
})

test('the log is verified against a stored checkpoint hash', { tag: '@long' }, async ({ page }) => {
  await aProduct(page)
  await page.goto('/admin?tab=audit')
  await page.getByText('Verify audit log').click()
  const check = page.getByRole('button', { name: 'Verify now' })
  await check.click()
  await expect(page.getByText(/^Log intact: /)).toBeVisible()
  const seal = (await page.locator('code').textContent()) ?? ''
  await page.getByLabel('Saved checkpoint (optional)').fill(seal)
  await check.click()
  await expect(page.getByText(/^Log intact: /)).toBeVisible()
  await page.getByLabel('Saved checkpoint (optional)').fill(`1${'-00000000'.repeat(8)}`)
  await check.click()
  await expect(page.getByText(/does not match this checkpoint/)).toBeVisible()
  await expectGoodInAllViews(page)
})
