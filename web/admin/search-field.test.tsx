import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { anAdmin } from '../../tests/support/fixtures.ts'
import { openPage } from '../../tests/support/page.tsx'
import { openTestShop } from '../../tests/support/shop.ts'
import { storeToken } from '../platform/auth-token.ts'

/** Delays the form's code until after the search would have started. */
const SLOWER_THAN_TYPING_MS = 1000
vi.mock('../catalog/admin/product-sheet.tsx', async (load) => {
  const sheet = await load<typeof import('../catalog/admin/product-sheet.tsx')>()
  await new Promise((done) => setTimeout(done, SLOWER_THAN_TYPING_MS))
  return sheet
})

test('a link clicked right after typing a search opens, and its URL includes the search', async () => {
  const admin = await anAdmin(await openTestShop())
  storeToken(admin.token ?? '')
  const page = openPage((call) => admin.transport(call), '/admin?tab=products')
  const field = await screen.findByLabelText('Search by name, slug, or ID')
  const link = await screen.findByRole('link', { name: /^Halo/ })
  await userEvent.type(field, 'lamp')
  await userEvent.click(link)
  expect(await screen.findByRole('dialog', { name: 'Edit product' }, { timeout: 20_000 })).toBeDefined()
  await vi.waitFor(() => expect(page.addressNow()).toMatch(/^\/admin\?tab=products&edit=\d+&search=lamp$/))
})
