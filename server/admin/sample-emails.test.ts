import { beforeAll, describe, expect, test } from 'vitest'
import { EMAIL_TEXT_KINDS, EMAIL_TEXTS } from '#contract/settings/email-kinds.ts'
import { NO_WORDS } from '#contract/settings/email-texts.ts'
import { findEmail } from '../../tests/support/after-purchase.ts'
import { anAdmin, type Customer } from '../../tests/support/fixtures.ts'
import { anotherAdmin } from '../../tests/support/second-factor.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

const SAMPLES: Record<string, string> = {
  'order number': 'SAMPLE-0001',
  username: 'ada',
  product: 'Sample product',
  'shop name': 'Plinth',
}

describe('an email with a draft of its words, and sample data', () => {
  test.each(EMAIL_TEXT_KINDS)('shows what customers would get, for %s', async (kind) => {
    const [placeholder = 'shop name'] = EMAIL_TEXTS[kind].placeholders
    const words = {
      subject: `Draft {${placeholder}}`,
      greeting: 'Dear reader <i>',
      closing: 'Bye from {shop name}',
    }
    const { subject, html } = await admin.call('POST /api/admin/mail/preview', { kind, words })
    expect(subject).toBe(`Draft ${SAMPLES[placeholder]}`)
    expect(html).toContain('Dear reader &lt;i&gt;')
    expect(html).toContain('Bye from Plinth')
    expect((await admin.call('GET /api/admin/settings')).emailTexts).toEqual({})
  })

  test('is sent only as a test, to the given email address, without being saved', async () => {
    const to = `${crypto.randomUUID()}@example.com`
    const words = { ...NO_WORDS, greeting: 'Only a draft.' }
    const { id } = await admin.call('POST /api/admin/mail/samples', { kind: 'delivered', words, to })
    const { text } = await findEmail(shop, to, 'Your order SAMPLE-0001 was delivered')
    expect(text).toMatch(/^Only a draft\./)
    expect(await admin.call('GET /api/admin/mail/tests/:id', { id })).toMatchObject({ state: 'accepted' })
    expect((await admin.call('GET /api/admin/settings')).emailTexts).toEqual({})
  })

  test('is sent to one mailbox at most 20 times a day, together with test emails', async () => {
    const name = crypto.randomUUID()
    const send = (page: 'samples' | 'tests', tag: number) =>
      admin.send({
        method: 'POST',
        url: `/api/admin/mail/${page}`,
        body: { kind: 'delivered', words: NO_WORDS, to: `${name}+${tag}@example.com` },
      })
    for (let sent = 0; sent < 10; sent++)
      for (const page of ['samples', 'tests'] as const) expect((await send(page, sent)).status).toBe(201)
    expect((await send('samples', 20)).status).toBe(429)
    expect((await send('tests', 20)).status).toBe(429)
  })

  test('is sent by one admin at most 60 times a day, to any mailboxes', async () => {
    const sender = await anotherAdmin(shop)
    const send = (page: 'samples' | 'tests') =>
      sender.send({
        method: 'POST',
        url: `/api/admin/mail/${page}`,
        body: { kind: 'delivered', words: NO_WORDS, to: `${crypto.randomUUID()}@example.com` },
      })
    for (let sent = 0; sent < 30; sent++)
      for (const page of ['samples', 'tests'] as const) expect((await send(page)).status).toBe(201)
    expect((await send('samples')).status).toBe(429)
    expect((await send('tests')).status).toBe(429)
  })
})
