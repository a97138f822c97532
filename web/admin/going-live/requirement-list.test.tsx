import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, type Customer } from '../../../tests/support/fixtures.ts'
import { openPage } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

function open() {
  storeToken(admin.token ?? '')
  return openPage(admin.transport, '/admin?tab=settings&section=live')
}

async function step(title: string) {
  const heading = await screen.findByRole('heading', { name: title, level: 3 })
  return within(heading.closest('li') as HTMLElement)
}

describe('going live from the demo (trade section 6)', () => {
  test('says why emails, webhooks, and purchases of the demo don’t count, with a link to what does', async () => {
    open()
    for (const [title, why, link, section] of [
      ['Use your own domain', /^On the server, end the demo/, 'See the steps under Configure', 'payments'],
      ['Send an email', /^Test emails of the demo don’t count/, 'Enter the mail server', 'emails'],
      ['Connect payments', /^The sandbox emulates payments/, 'Enter the Stripe keys', 'payments'],
      ['Receive a webhook', /^Webhooks of the demo don’t count/, 'Enter the signing secret', 'payments'],
      [
        'Buy something, and refund it',
        /^Purchases of the demo don’t count/,
        'Enter the keys first',
        'payments',
      ],
    ] as const) {
      const one = await step(title)
      expect(one.getByText(why)).toBeDefined()
      expect(one.getByRole('link', { name: link }).getAttribute('href')).toBe(
        `/admin?tab=settings&section=${section}`,
      )
    }
  })

  test('removes the demo’s products with the categories that this empties, unless the owner keeps those', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the demo products' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the demo products?' }))
    const choice = dialog.getByRole('checkbox', {
      name: /^Also delete the demo categories that this empties: /,
    })
    expect(choice).toHaveProperty('checked', true)
    const categories = await shop.visitor().call('GET /api/categories')
    expect(categories).toHaveLength(5)
    for (const { name } of categories) expect(dialog.getByText(new RegExp(name))).toBeDefined()
    await userEvent.click(dialog.getByRole('button', { name: 'Remove 10 demo products' }))
    expect(await screen.findByText('10 deleted. 5 categories deleted.')).toBeDefined()
    expect(await shop.visitor().call('GET /api/categories')).toEqual([])
    await waitFor(() => expect(screen.queryByText(/^The shop still sells/)).toBeNull())
  })
})
