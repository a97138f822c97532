import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, type Customer } from '../../../tests/support/fixtures.ts'
import { openPage } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
async function openCard() {
  storeToken(admin.token ?? '')
  openPage((call) => admin.transport(call), '/admin?tab=reports')
  return within(await screen.findByRole('region', { name: 'Integrity' }))
}
async function runNow(card: ReturnType<typeof within>) {
  await userEvent.click(await card.findByRole('button', { name: 'Run now' }))
  await card.findByRole('button', { name: 'Running...' })
  // The button has this label before the server has queued the job.
  await waitFor(async () => {
    await shop.runJobs()
    card.getByRole('button', { name: 'Run now' })
  })
}

describe('the integrity card', () => {
  test('shows a message before the first reconciliation', async () => {
    const card = await openCard()
    expect(await card.findByText('No results yet.')).toBeDefined()
  })

  test('runs the reconciliation as a job, and reports that everything matches', async () => {
    const card = await openCard()
    await runNow(card)
    expect(await card.findByText('No discrepancies found.')).toBeDefined()
  })

  test('lists the discrepancies that need attention', async () => {
    const { id } = await aProduct(shop, { stockQuantity: 5 })
    await shop.shop.db.updateTable('stock').set({ quantity: 7 }).where('variant_id', '=', id).execute()
    const card = await openCard()
    await runNow(card)
    expect(await card.findByText('1 discrepancy')).toBeDefined()
    expect(card.getByText(`product ${id}`)).toBeDefined()
    expect(card.getByText('Needs attention.')).toBeDefined()
  })
})
