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
