import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anAdmin } from '../../../tests/support/fixtures.ts'
import { openPage } from '../../../tests/support/page.tsx'
import { openTestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

test('a second save is sent while the pages that depend on the first one are still fetched again', async () => {
  const shop = await openTestShop()
  const admin = await anAdmin(shop)
  storeToken(admin.token ?? '')
  let isHeld = false
  const held: (() => void)[] = []
  openPage(async (call) => {
    if (isHeld && call.name === 'GET /api/shop') await new Promise<void>((resolve) => held.push(resolve))
    return admin.transport(call)
  }, '/admin?tab=settings&section=stock')
  const save = async (threshold: string) => {
    fireEvent.change(await screen.findByLabelText('Low-stock threshold'), { target: { value: threshold } })
    await userEvent.click(screen.getByRole('button', { name: 'Save stock settings' }))
    await waitFor(async () =>
      expect((await admin.call('GET /api/admin/settings')).lowStockThreshold).toBe(Number(threshold)),
    )
  }
  await screen.findByLabelText('Low-stock threshold')
  isHeld = true
  await save('7')
  await waitFor(() => expect(held.length).toBeGreaterThan(0))
  await save('8')
  for (const release of held) release()
})
