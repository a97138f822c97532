import {
  expect,
  expectAccessible,
  expectGoodInAllViews,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'

test.use({ shopFor: 'admins' })

test("an admin replies to a review, and shoppers see the shop's reply under it", { tag: '@long' }, async ({
  page,
  anotherDevice,
}) => {
  const name = `reviewer-${process.pid}`
  const registered = await page.request.post('/api/auth/register', {
    data: { username: name, email: `${name}@example.com`, password: 'correct horse battery' },
  })
  const { token } = (await registered.json()) as { token: string }
  const product = (await (await page.request.get('/api/products/cable-dock')).json()) as { id: number }
  const title = `Heavy enough ${process.pid}`
  const review = { productId: product.id, rating: 2, title, comment: 'It could be a little heavier still.' }
  await page.request.post('/api/reviews', { data: review, headers: { authorization: `Bearer ${token}` } })

  await signInAsAdmin(page)
  await page.goto('/admin?tab=reviews')
  await settled(page)
  await page.getByLabel('Stars', { exact: true }).selectOption('2 stars')
  await expect(page).toHaveURL(/rating=2/)
  await page.getByRole('button', { name: `Reply to “${title}”` }).click()
  const dialog = page.getByRole('dialog', { name: `Reply to “${title}”` })
  await dialog.getByRole('textbox', { name: 'Reply' }).fill('Thank you. The next one will be.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Publish reply' }).click()
  await expect(page.getByText('Reply from the shop')).toBeVisible()
  await expectGoodInAllViews(page)

  const shopper = await anotherDevice()
  await shopper.goto('/product/cable-dock')
  await expect(shopper.getByText('Thank you. The next one will be.')).toBeVisible()
})
