import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { anAdmin, aSubscriber, type Customer } from '../../../tests/support/fixtures.ts'
import { openPage } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
function open(address: string) {
  storeToken(admin.token ?? '')
  return openPage((call) => admin.transport(call), address)
}

test('the Newsletter tab shows a message when there are no subscribers', async () => {
  open('/admin?tab=newsletter')
  await screen.findByText('No subscribers yet. Email addresses appear here once they’re confirmed.')
})

test('the Newsletter tab lists, searches and exports confirmed subscribers', async () => {
  await aSubscriber(shop, 'ada@example.com')
  await aSubscriber(shop, 'grace@example.com')
  open('/admin?tab=newsletter&search=ada')
  expect(await screen.findByRole('cell', { name: 'ada@example.com' })).toBeDefined()
  expect(screen.queryByRole('cell', { name: 'grace@example.com' })).toBeNull()
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push(file as Blob)
    return '#'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.text()).toContain('grace@example.com')
})
