import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { findEmail } from '../../../tests/support/after-purchase.ts'
import { anAdmin, type Customer } from '../../../tests/support/fixtures.ts'
import { openPage } from '../../../tests/support/page.tsx'
import { switchOn } from '../../../tests/support/purchase.ts'
import { sendRequest } from '../../../tests/support/send-request.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
afterEach(async () => {
  vi.useRealTimers()
  await sendRequest(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
})

async function openCard(name: string) {
  storeToken(admin.token ?? '')
  openPage((call) => admin.transport(call), '/admin?tab=integrations')
  return within(await screen.findByRole('region', { name }))
}
const sendTestEvent = (card: ReturnType<typeof within>) =>
  userEvent.click(card.getByRole('button', { name: 'Send test event' }))

describe('the email card', () => {
  test('shows the sender, the server, and the pending emails', async () => {
    const card = await openCard('Email')
    await card.findByText('Plinth <hello@plinth.example>')
    expect(card.getByText('Used if the server offers it')).toBeDefined()
    expect(card.getByText('Not checked. In the demo, email goes to the sandbox mailbox.')).toBeDefined()
    expect(card.getByText('0 rejected in the last 30 days')).toBeDefined()
  })

  test('sends a test email, which comes from the name, and is replied to at the address, that the owner entered', async () => {
    const card = await openCard('Email')
    await userEvent.type(await card.findByLabelText('Sender name'), 'Desk & Co')
    await userEvent.type(card.getByLabelText('Reply address'), 'help@desk.example')
    await userEvent.click(card.getByRole('button', { name: 'Save sender' }))
    await card.findByText('Desk & Co <hello@plinth.example>')
    const to = card.getByLabelText('Send a test to')
    await userEvent.clear(to)
    await userEvent.type(to, 'no-address')
    await userEvent.click(card.getByRole('button', { name: 'Send a test email' }))
    expect(await card.findByText('Please enter a valid email address')).toBeDefined()
    await userEvent.clear(to)
    await userEvent.type(to, 'owner@desk.example')
    await userEvent.click(card.getByRole('button', { name: 'Send a test email' }))
    await card.findByText('Waiting for the mail server...')
    await shop.runJobs()
    expect(
      await card.findByText(
        'The mail server accepted the email to owner@desk.example. Check the inbox.',
        {},
        { timeout: 20_000 },
      ),
    ).toBeDefined()
    const { id } = await findEmail(shop, 'owner@desk.example', 'Test email from Plinth')
    const { text: shown } = await sendRequest(`${shop.sandboxUrl}/mailbox/${id}`)
    expect(shown).toMatch(/Desk (&|&amp;) Co.*hello@plinth\.example/)
    expect(shown).toMatch(/Reply-To[\s\S]*help@desk\.example/i)
    await admin.call('PATCH /api/admin/settings', { senderName: '', replyAddress: '' })
  })
})

describe('the payment provider (contract section 0)', () => {
  test('appears with its mode, and without a webhook so far', async () => {
    const card = await openCard('Payment provider')
    await card.findByText('Stripe')
    expect(card.getByText('Demo')).toBeDefined()
    expect(card.getByText('None yet.')).toBeDefined()
  })

  test("has its setup explained under 'Configure': keys, URL, and events", async () => {
    const card = await openCard('Payment provider')
    const configure = card.getByRole('button', { name: 'Configure' })
    expect(configure.getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(configure)
    await card.findByRole('heading', { name: 'How to configure' })
    for (const text of [
      'http://localhost:3000/api/webhooks/stripe',
      'payment_intent.succeeded',
      'PLINTH_DEMO=off',
    ])
      expect(card.getByText(text)).toBeDefined()
    await userEvent.click(configure)
    expect(card.queryByRole('heading', { name: 'How to configure' })).toBeNull()
  })

  test('gets keys from the owner, who sees which one Stripe rejects, and never a stored one', async () => {
    const card = await openCard('Payment provider')
    await userEvent.click(card.getByRole('button', { name: 'Configure' }))
    await userEvent.type(await card.findByLabelText('Secret key'), 'sk_test_other')
    await userEvent.type(card.getByLabelText('Publishable key'), 'pk_test_plinth_sandbox')
    await userEvent.type(card.getByLabelText('Webhook signing secret'), 'whsec_plinth_sandbox')
    await userEvent.click(card.getByRole('button', { name: 'Check and save keys' }))
    await waitFor(() => expect(card.getByLabelText('Secret key').getAttribute('aria-invalid')).toBe('true'))
    await userEvent.clear(card.getByLabelText('Secret key'))
    await userEvent.type(card.getByLabelText('Secret key'), 'sk_test_plinth_sandbox')
    await userEvent.click(card.getByRole('button', { name: 'Check and save keys' }))
    await card.findByText(/^Entered here\. Account: /)
    for (const label of ['Secret key', 'Publishable key', 'Webhook signing secret'])
      expect(card.getByLabelText<HTMLInputElement>(label).value).toBe('')
    await userEvent.click(card.getByRole('button', { name: 'Remove keys' }))
    const question = within(await screen.findByRole('dialog', { name: 'Remove the keys?' }))
    await userEvent.click(question.getByRole('button', { name: 'Remove' }))
    await card.findByText('Those of the sandbox.')
  })

  test('returns a test event, which appears as the last webhook', async () => {
    const card = await openCard('Payment provider')
    await card.findByText('Stripe')
    await sendTestEvent(card)
    expect(
      await card.findByText(
        'The test event arrived. The provider can reach the shop.',
        {},
        { timeout: 20_000 },
      ),
    ).toBeDefined()
    expect(card.getByText('payment_intent.canceled')).toBeDefined()
  })

  test('is reported as silent after half a minute without a webhook, with what to check', async () => {
    await switchOn(shop, 'webhook-lost', { count: 10 })
    const card = await openCard('Payment provider')
    await card.findByText('Stripe')
    await sendTestEvent(card)
    await card.findByRole('button', { name: 'Waiting...' })
    vi.useFakeTimers({ toFake: ['Date'] })
    await waitFor(
      () => {
        vi.setSystemTime(Date.now() + 31_000)
        expect(card.getByText(/^No webhook arrived within 30 seconds\./)).toBeDefined()
      },
      { timeout: 20_000, interval: 300 },
    )
    expect(card.getByRole('button', { name: 'Send test event' })).toBeDefined()
  })

  test('is reported when it is unavailable', async () => {
    await switchOn(shop, 'down', { count: 10 })
    const card = await openCard('Payment provider')
    await card.findByText('Stripe')
    await sendTestEvent(card)
    expect(await card.findByText("We couldn't reach Stripe. Please try again.")).toBeDefined()
  })
})

test('integrations are in the order of their importance', async () => {
  await openCard('Email')
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['Payment provider', 'Email', 'Webhooks', 'Platform sync', 'Marketplace'])
})

test("the marketplace card is disabled and labeled 'Coming Soon' (spec section 2)", async () => {
  const card = await openCard('Marketplace')
  expect(card.getByRole('button', { name: 'Coming Soon' })).toHaveProperty('disabled', true)
})
