import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, emailsTo } from '../../tests/support/fixtures.ts'
import { failing, openPage, openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { storeToken } from '../platform/auth-token.ts'

const SENT = 'Thanks for your message. We’ll reply by email.'
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
const form = async () => within(await screen.findByRole('form', { name: 'Contact' }))
const fill = async (fields: Record<string, string>) => {
  const contact = await form()
  for (const [label, text] of Object.entries(fields))
    await userEvent.type(contact.getByLabelText(label), text)
}
const send = async () => userEvent.click((await form()).getByRole('button', { name: 'Send message' }))
const GOOD = { Name: 'Ada', Email: 'ada@example.com', Message: 'Where is my lamp, please?' }

describe('/contact', () => {
  test('sends a message to the shop, and thanks the sender', async () => {
    openPageOf(shop.visitor(), '/contact')
    await fill({ ...GOOD, 'Subject or order ID (optional)': 'PL-7K3F-92QX' })
    await send()
    const thanks = await screen.findByText(SENT)
    await waitFor(() => expect(document.activeElement).toBe(thanks))
    expect(screen.queryByRole('form', { name: 'Contact' })).toBeNull()
    expect((await emailsTo(shop, 'hello@plinth.example'))[0]?.text).toContain('Where is my lamp, please?')
    await userEvent.click(screen.getByRole('link', { name: 'Contact Us' }))
    expect((await form()).getByLabelText('Message')).toHaveProperty('value', '')
  })

  test.each([
    ['Name', 'A', 'Name must be at least 2 characters'],
    ['Email', 'not-an-address', 'Please enter a valid email address'],
    ['Message', 'Too short', 'Message must be at least 10 characters'],
  ])("rejects %s '%s' next to its field, which gets the focus", async (label, text, message) => {
    openPageOf(shop.visitor(), '/contact')
    await fill({ ...GOOD, [label]: text })
    await send()
    expect(await screen.findByText(message)).toBeDefined()
    const field = (await form()).getByLabelText(label)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  test('keeps the entered message when it can’t be sent', async () => {
    const visitor = shop.visitor()
    openPage(
      failing(visitor, (call) => call.url === '/api/contact', {
        status: 503,
        statusText: 'Service Unavailable',
      }),
      '/contact',
    )
    await fill(GOOD)
    await send()
    expect(await screen.findByText('Your message wasn’t sent. Please try again.')).toBeDefined()
    expect((await form()).getByLabelText('Message')).toHaveProperty('value', GOOD.Message)
  })

  test('is prefilled with the signed-in customer, and with the subject in the link', async () => {
    const { token, user } = await aCustomer(shop, { fullName: 'Mary Somerville' })
    storeToken(token ?? '')
    openPageOf(shop.visitor(), '/contact?subject=PL-7K3F-92QX')
    const contact = await form()
    await waitFor(() => expect(contact.getByLabelText('Email')).toHaveProperty('value', user.email))
    expect(contact.getByLabelText('Name')).toHaveProperty('value', 'Mary Somerville')
    expect(contact.getByLabelText(/^Subject/)).toHaveProperty('value', 'PL-7K3F-92QX')
  })

  test('lists other ways to get help, and the support email address', async () => {
    openPageOf(shop.visitor(), '/contact')
    const aside = within(await screen.findByRole('complementary', { name: 'Quick answers' }))
    // The address arrives with the shop's settings.
    await aside.findByRole('link', { name: 'hello@plinth.example' })
    expect(aside.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/order-tracking',
      '/shipping',
      '/returns',
      '/faq',
      'mailto:hello@plinth.example',
    ])
  })
})
