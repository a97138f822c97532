import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAdmin, aProduct } from '../../../tests/support/fixtures.ts'
import { openPage } from '../../../tests/support/page.tsx'
import { openTestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

test('the products have views by status and stock, each with its URL', async () => {
  const shop = await openTestShop()
  const admin = await anAdmin(shop)
  await aProduct(shop, { name: 'Sold Tray', stockQuantity: 0 })
  storeToken(admin.token ?? '')
  const page = openPage((call) => admin.transport(call), '/admin?tab=products&page=1')
  await screen.findByText('11 products')
  const views = within(screen.getByRole('navigation', { name: 'Views of the products' }))
  const current = () => views.getByRole('link', { current: 'page' }).textContent
  expect(current()).toBe('Active')
  await userEvent.click(await views.findByRole('link', { name: 'Sold out 1' }))
  expect(await screen.findByText('1 product')).toBeDefined()
  expect([page.addressNow(), current()]).toEqual(['/admin?tab=products&stock=out', 'Sold out1'])
  await userEvent.click(views.getByRole('link', { name: 'Archived' }))
  expect(await screen.findByText('No products match your search and filters.')).toBeDefined()
  expect(page.addressNow()).toBe('/admin?tab=products&status=archived')
})

test('a new product can be a draft, which the list shows among the drafts', async () => {
  const shop = await openTestShop()
  const admin = await anAdmin(shop)
  const { id } = await aProduct(shop, {
    name: 'Given Tray',
    description: '<p>Soft.</p>',
    images: [{ url: 'https://pictures.example/tray.jpg', alt: '', width: null, height: null }],
  })
  storeToken(admin.token ?? '')
  openPage((call) => admin.transport(call), `/admin?tab=products&edit=new&copy=${id}`)
  const form = within(await screen.findByRole('region', { name: 'Add product' }))
  await userEvent.selectOptions(await form.findByLabelText('Status'), 'Draft')
  expect(form.getByText('Shoppers don’t see it yet.')).toBeDefined()
  await userEvent.click(form.getByRole('button', { name: 'Add product' }))
  await screen.findByText('Product created')
  await userEvent.click(await screen.findByRole('link', { name: 'Drafts' }))
  const status = await screen.findByRole('combobox', { name: 'Status of Given Tray copy' })
  expect(status).toHaveProperty('value', 'draft')
  expect(await shop.visitor().call('GET /api/products', { search: 'Given' })).toHaveLength(1)

  await userEvent.click(screen.getByRole('link', { name: 'Given Tray copy' }))
  const page = within(await screen.findByRole('region', { name: 'Edit product' }))
  await userEvent.click(await page.findByRole('button', { name: 'Activate' }))
  await page.findByText('Shoppers see it in the shop.')
  expect(await shop.visitor().call('GET /api/products', { search: 'Given' })).toHaveLength(2)
})
