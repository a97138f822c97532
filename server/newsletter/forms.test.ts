import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { submit } from '../../tests/support/forms.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

describe('newsletter forms without JavaScript', () => {
  test('subscribe, confirm, and unsubscribe', async () => {
    const [visitor, email] = [shop.visitor(), 'plain@example.com']
    const home = await visitor.send({ url: '/about' })
    expect(home.text).toContain('action="/newsletter"')
    const outcome = await submit(visitor, '/newsletter', { email, leaveEmpty: '' })
    expect(outcome.location).toBe('/newsletter?outcome=asked')
    expect(outcome.main).toContain('We’ve sent an email to this address.')

    const token = await fixtures.newsletterToken(shop, 'confirm', email)
    const page = await visitor.send({ url: `/newsletter/confirm?token=${token}` })
    expect(page.text).toContain('action="/newsletter/confirm"')
    expect(page.text).toContain(`<input type="hidden" name="token" value="${token}"/>`)
    expect(page.text).toContain('<meta name="robots" content="noindex"/>')
    const confirmed = await submit(visitor, '/newsletter/confirm', { token })
    expect(confirmed.main).toContain('Thank you. You’re subscribed to our newsletter.')

    const leaving = await fixtures.newsletterToken(shop, 'unsubscribe', email)
    const leave = await visitor.send({ url: `/newsletter/unsubscribe?token=${leaving}` })
    expect(leave.text).toContain('action="/newsletter/leave"')
    const left = await submit(visitor, '/newsletter/leave', { token: leaving })
    expect(left.main).toContain('You’re unsubscribed.')
    const again = await submit(visitor, '/newsletter/leave', { token: leaving })
    expect(again.main).toContain('We couldn’t find a subscription for this link.')
  })

  test('show why they were rejected', async () => {
    const problem = async (action: string, fields: Record<string, string>) => {
      const { main } = await submit(shop.visitor(), action, fields)
      return /role="alert"[^>]*>([^<]+)</.exec(main)?.[1]
    }
    expect(await problem('/newsletter', { email: 'nonsense' })).toBe('Please enter a valid email address')
    expect(await problem('/newsletter', {})).toBe('Please enter a valid email address')
    expect(await problem('/newsletter/confirm', { token: 'used' })).toBe(
      'This link is no longer valid. Please subscribe again.',
    )
  })

  test('ignore an unknown outcome in the URL', async () => {
    for (const outcome of ['constructor', '%3Cb%3E', '']) {
      const page = await shop.visitor().send({ url: `/newsletter?outcome=${outcome}` })
      expect(page.status).toBe(200)
      expect(page.text).not.toContain('role="alert"')
    }
  })

  test('are rejected if they are submitted from other sites', async () => {
    const response = await submit(
      shop.visitor(),
      '/newsletter',
      { email: 'victim@example.com' },
      { 'sec-fetch-site': 'cross-site' },
    )
    expect(response.status).toBe(403)
    expect(await fixtures.emailsTo(shop, 'victim@example.com')).toEqual([])
  })
})
