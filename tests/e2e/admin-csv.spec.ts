import { readFile } from 'node:fs/promises'
import { aProduct, expect, expectAccessible, signInAsAdmin, test } from '../support/journey.ts'

test.use({ shopFor: 'admins' })

/** Returns a CSV upload in which `IMAGE` is replaced by the URL of one of the shop's images. */
const file = (text: string, image = '') => ({
  name: 'products.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text.replaceAll('IMAGE', image)),
})
const HEADER = 'name,description,price,category,images'
const line = (name: string, price: number | string = 5) =>
  `${name},<p>Plain.</p>,${price},tech-accessories,IMAGE`

test('an invalid file lists its errors by line, and a valid one is imported with progress', async ({
  page,
}) => {
  await signInAsAdmin(page)
  const { image } = (await (await page.request.get('/api/products/1')).json()) as { image: string }
  await page.goto('/admin?tab=products')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  const chooser = dialog.getByLabel('CSV file')
  await chooser.setInputFiles(file([HEADER, line('Good'), line('Bad', 'cheap')].join('\n'), image))
  await expect(dialog.getByText('1 error in the file. Nothing was imported.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: '3 price Must be an amount such as 49.99' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled()
  await expectAccessible(page)

  const lines = Array.from({ length: 600 }, (_, number) => line(`Imported Lamp ${number}`))
  await chooser.setInputFiles(file([HEADER, ...lines].join('\n'), image))
  await expect(dialog.getByText('600 products to add')).toBeVisible()
  await expectAccessible(page)
  // Looks in every frame, because the import is short.
  const progress = page.waitForFunction(() =>
    /(Writing|Indexing): \d+ of 600/.test(document.querySelector('dialog[open]')?.textContent ?? ''),
  )
  await dialog.getByRole('button', { name: 'Import' }).click()
  await progress
  await expect(dialog.getByText('600 products added')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  // Wait: the dialog covers the fields until it has closed.
  await expect(dialog).toBeHidden()
  await page.getByLabel('Search by name, slug, SKU, or ID').fill('Imported Lamp')
  await expect(page.getByText('600 products', { exact: true })).toBeVisible()
})

test('an imported export changes nothing', { tag: '@long' }, async ({ page }) => {
  await signInAsAdmin(page)
  await page.goto('/admin?tab=products')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('products.csv')
  const text = await readFile(await download.path(), 'utf8')
  await page.getByRole('link', { name: 'Import', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  await dialog.getByLabel('CSV file').setInputFiles(file(text))
  await expect(dialog.getByText('0 products to add')).toBeVisible()
  await expect(dialog.getByText('0 products to update')).toBeVisible()
  await expect(dialog.getByText(/[1-9][\d,]* products unchanged/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled()
})

test('every change can be found in the audit log', { tag: '@long' }, async ({ page }) => {
  await signInAsAdmin(page)
  const id = await aProduct(page)
  await page.goto(`/admin?tab=products&edit=${id}`)
  const form = page.getByRole('region', { name: 'Edit product' })
  await form.getByLabel('Price', { exact: true }).fill('77.00')
  await form.getByRole('button', { name: 'Save product' }).click()
  await expect(page.getByText('Product updated', { exact: true })).toBeVisible()

  await page.goto('/admin?tab=audit')
  await page.getByLabel('Action', { exact: true }).selectOption('product.changed')
  await page.getByLabel('Order or product ID').fill(String(id))
  await expect(page).toHaveURL(new RegExp(`subjectId=${id}`))
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: `admin changed product ${id}` })
    .first()
  await entry.locator('summary').click()
  await expect(entry.getByText('77.00')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('To').fill('2020-01-01')
  await expect(page.getByText('No changes match your search and filters.')).toBeVisible()
})
