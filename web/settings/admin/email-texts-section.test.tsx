import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { findEmail } from '../../../tests/support/after-purchase.ts'
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

const saved = async () => (await admin.call('GET /api/admin/settings')).emailTexts
const textOf = (label: string) => screen.getByLabelText(label) as HTMLInputElement

describe('the page of email texts', () => {
  test('shows the email with the draft and a sample order, sends it to the admin, saves it, and restores the original', async () => {
    storeToken(admin.token ?? '')
    openPage((call) => admin.transport(call), '/admin?tab=settings&section=email-texts')
    await userEvent.selectOptions(await screen.findByLabelText('Email'), 'Order delivered')
    expect(screen.getByText(/Emails to you and your staff have fixed texts/)).toBeDefined()
    expect(textOf('Subject').placeholder).toBe('Your order {order number} was delivered')
    expect(screen.getByRole('group', { name: 'Accounts' })).toBeDefined()
    await userEvent.type(textOf('First paragraph'), 'Enjoy it, {{name}.')
    expect(screen.getByRole('option', { name: 'Order delivered (edited)' })).toBeDefined()
    const shown = () => screen.getByTitle('Email').getAttribute('srcdoc') ?? ''
    await waitFor(() => expect(shown()).toContain('Enjoy it, Ada.'))
    expect(screen.getByTitle('Email').getAttribute('sandbox')).toBe('allow-same-origin')
    expect(shown()).not.toMatch(/<(style|script)/)
    expect(screen.getByText('Subject: Your order SAMPLE-0001 was delivered')).toBeDefined()

    const { email } = admin.user
    await userEvent.click(await screen.findByRole('button', { name: `Send a test to ${email}` }))
    expect(await screen.findByText('Test email sent')).toBeDefined()
    const { text } = await findEmail(shop, email, 'Your order SAMPLE-0001 was delivered')
    expect(text).toMatch(/^Enjoy it, Ada\./)
    expect(await saved()).toEqual({})

    await userEvent.type(textOf('Subject'), '{{order}')
    await userEvent.click(screen.getByRole('button', { name: 'Save email texts' }))
    expect(await screen.findByText(/^The only placeholders are/)).toBeDefined()
    await userEvent.clear(textOf('Subject'))
    await userEvent.click(screen.getByRole('button', { name: 'Save email texts' }))
    await waitFor(async () =>
      expect(await saved()).toEqual({
        delivered: { subject: '', greeting: 'Enjoy it, {name}.', closing: '' },
      }),
    )
    await screen.findByText('Settings saved')
    await userEvent.clear(textOf('First paragraph'))
    await userEvent.click(screen.getByRole('button', { name: 'Save email texts' }))
    await waitFor(async () => expect(await saved()).toEqual({}))
  })
})
