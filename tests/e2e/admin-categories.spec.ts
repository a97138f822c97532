import { expect, expectAccessible, signInAsAdmin, test } from '../support/journey.ts'

test.use({ shopFor: 'admins' })

test('an admin adds a category with an icon, and it appears in the shop’s menu', { tag: '@long' }, async ({
  page,
}) => {
  await signInAsAdmin(page)
  await page.goto('/admin?tab=categories')
  await page.getByRole('link', { name: 'Add category' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add category' })
  await dialog.getByRole('button', { name: 'Add category' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByText('Slug is required')).toBeVisible()
  await expect(dialog.getByText('Description is required')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByLabel('Name').fill('Plants & Pots')
  await expect(dialog.getByLabel('Slug')).toHaveValue('plants-pots')
  await dialog.getByLabel('Slug').fill('Green Things')
  await dialog.getByLabel('Description').fill('Something green next to the screen.')
  await dialog.getByRole('button', { name: 'Add category' }).click()
  await expect(dialog.getByText('Slug must be in kebab-case format')).toBeVisible()
  await dialog.getByLabel('Slug').fill('green-things')

  const icon = dialog.getByRole('button', { name: /^Icon/ })
  await expect(icon).toContainText('fa-folder')
  await icon.click()
  const icons = page.getByRole('dialog', { name: 'Choose an icon' })
  await icons.getByLabel('Search icons').fill('seedling')
  await expectAccessible(page)
  await icons.getByRole('button', { name: 'seedling' }).click()
  await expect(icon).toContainText('fa-seedling')

  await dialog.getByRole('button', { name: 'Add category' }).click()
  await expect(page.getByText('Category created', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Plants & Pots' })).toBeVisible()
  const categories = (await (await page.request.get('/api/categories')).json()) as { slug: string }[]
  expect(categories.at(-1)).toMatchObject({
    name: 'Plants & Pots',
    slug: 'green-things',
    icon: 'fa-seedling',
  })
})

test.describe('a category with products', () => {
  // The browser logs the rejected request to the console.
  test.use({ expectedMessages: [/Failed to load resource.*409/] })

  test('can’t be deleted, and the number of products explains why', { tag: '@long' }, async ({ page }) => {
    await signInAsAdmin(page)
    await page.goto('/admin?tab=categories')
    await page.getByRole('button', { name: 'Delete Lighting' }).click()
    const question = page.getByRole('dialog', { name: 'Delete category' })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(
      question.getByText('This category has 2 products. Move them to another category first.'),
    ).toBeVisible()
    await expect(
      page.getByText('Failed to delete category. Please try again.', { exact: true }),
    ).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('link', { name: 'Lighting' })).toBeVisible()
  })
})
