import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { aSubscriber, emailsTo, newsletterToken } from '../../tests/support/fixtures.ts'
import { openPage, openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

const ASKED = 'We’ve sent an email to this address. Open the link in it to confirm your subscription.'
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
const footer = async () => within(await screen.findByRole('form', { name: 'Newsletter' }))

describe("the footer's newsletter form", () => {
  test('requests an email, shows a message, and is cleared', async () => {
    openPageOf(shop.visitor(), '/about')
    const form = await footer()
    await userEvent.type(form.getByLabelText('Email address'), 'footer@example.com')
    await userEvent.click(form.getByRole('button', { name: 'Subscribe' }))
    expect(await form.findByText(ASKED)).toBeDefined()
    expect(form.getByLabelText('Email address')).toHaveProperty('value', '')
    expect(await emailsTo(shop, 'footer@example.com')).toHaveLength(1)
  })

  test.each(['', 'not-an-address'])("rejects '%s' next to the field, without a request", async (text) => {
    const calls: string[] = []
    const visitor = shop.visitor()
    openPage((call) => {
      calls.push(call.url)
      return visitor.transport(call)
    }, '/about')
    const form = await footer()
    const field = form.getByLabelText('Email address')
    if (text) await userEvent.type(field, text)
    await userEvent.click(form.getByRole('button', { name: 'Subscribe' }))
    expect(await form.findByText('Please enter a valid email address')).toBeDefined()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(calls).not.toContain('/api/newsletter')
  })

  test('shows the server’s error, and keeps the entered email address', async () => {
    const visitor = shop.visitor()
    for (let round = 0; round < 10; round++)
      await visitor.call('POST /api/newsletter', { email: `many-${round}@example.com` })
    openPageOf(visitor, '/about')
    const form = await footer()
    await userEvent.type(form.getByLabelText('Email address'), 'eleventh@example.com')
    await userEvent.click(form.getByRole('button', { name: 'Subscribe' }))
    expect(await form.findByText('Too many attempts. Please wait a while and try again.')).toBeDefined()
    expect(form.getByLabelText('Email address')).toHaveProperty('value', 'eleventh@example.com')
  })

  test('hides the field that only bots fill in', async () => {
    openPageOf(shop.visitor(), '/about')
    const form = await footer()
    expect(form.queryByRole('textbox', { name: 'Leave this field empty' })).toBeNull()
    await userEvent.click(form.getByLabelText('Email address'))
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Subscribe')
  })
})

describe('the confirmation link', () => {
  test('opens a page with a button that confirms', async () => {
    await shop.visitor().call('POST /api/newsletter', { email: 'button@example.com' })
    const token = await newsletterToken(shop, 'confirm', 'button@example.com')
    openPageOf(shop.visitor(), `/newsletter/confirm?token=${token}`)
    expect(await screen.findByRole('heading', { name: 'Confirm your subscription' })).toBeDefined()
    expect(await emailsTo(shop, 'button@example.com')).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Confirm subscription' }))
    const message = await screen.findByText('Thank you. You’re subscribed to our newsletter.')
    await waitFor(() => expect(document.activeElement).toBe(message))
    expect(screen.queryByRole('button', { name: 'Confirm subscription' })).toBeNull()
    expect(await emailsTo(shop, 'button@example.com')).toHaveLength(2)
  })

  test('shows a message if it is no longer valid', async () => {
    openPageOf(shop.visitor(), '/newsletter/confirm?token=used-already')
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm subscription' }))
    expect(await screen.findByText('This link is no longer valid. Please subscribe again.')).toBeDefined()
  })

  test('shows an error immediately if it is truncated', async () => {
    openPageOf(shop.visitor(), '/newsletter/confirm')
    expect(await screen.findByText('This link is no longer valid. Please subscribe again.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Confirm subscription' })).toBeNull()
  })
})

describe('the unsubscribe link', () => {
  test('opens a page with a button that unsubscribes, and shows the result', async () => {
    const token = await aSubscriber(shop, 'leaving@example.com')
    openPageOf(shop.visitor(), `/newsletter/unsubscribe?token=${token}`)
    expect(await screen.findByText(/We’ll also delete your email address/)).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Unsubscribe' }))
    expect(await screen.findByText(/^You’re unsubscribed. We’ve deleted your email address/)).toBeDefined()
  })

  test('shows that there is no subscription when it is used again', async () => {
    openPageOf(shop.visitor(), '/newsletter/unsubscribe?token=used-already')
    await userEvent.click(await screen.findByRole('button', { name: 'Unsubscribe' }))
    expect(await screen.findByText(/^We couldn’t find a subscription for this link/)).toBeDefined()
  })
})
