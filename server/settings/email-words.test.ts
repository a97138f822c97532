import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NO_WORDS } from '#contract/settings/email-texts.ts'
import { aDeliveredOrder, findEmail, submitReturn } from '../../tests/support/after-purchase.ts'
import { aCustomer, anAdmin, aProduct, aSubscriber, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { InputOf } from '../../web/platform/api.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})
afterEach(async () => {
  await shop.shop.db.deleteFrom('settings').where('name', '<>', 'demoSeeded').execute()
})

type Changes = InputOf<'PATCH /api/admin/settings'>
const save = (emailTexts: Changes['emailTexts']) => admin.call('PATCH /api/admin/settings', { emailTexts })
const anAddress = () => `${crypto.randomUUID()}@example.com`

describe('the words of emails that aren’t about orders', () => {
  test('replace those of a return, its answer, and its refund', async () => {
    const words = { greeting: 'Hello {name}.', closing: 'Bye.' }
    await save({
      'return-requested': {
        ...words,
        subject: 'A: {order number}',
        greeting: 'Hello {name}, on {date and time}.',
      },
      'return-accepted': { ...words, subject: 'B: {order number}' },
      refund: { ...words, subject: 'C: {amount} for {order number}' },
    })
    const product = await aProduct(shop)
    const order = await aDeliveredOrder(shop, admin, [product], { email: anAddress() })
    const { orderId, email } = order
    const { returns } = await submitReturn(shop, order)
    const id = returns[0]?.id ?? 0
    await admin.call('POST /api/admin/returns/:id/accept', { id, refund: '1.50', restock: true })
    const items = `\n\n1 × ${product.name}\n`
    const requested = await findEmail(shop, email, `A: ${orderId}`)
    expect(requested.text).toMatch(new RegExp(`^Hello Ada, on .* \\d{4} at .* UTC\\.${items}`))
    const accepted = await findEmail(shop, email, `B: ${orderId}`)
    expect(accepted.text).toMatch(new RegExp(`^Hello Ada\\.${items}`))
    const { text } = await findEmail(shop, email, `C: $1.50 for ${orderId}`)
    expect(text).toMatch(/^Hello Ada\.\n\nIt can take up to 10 days/)
    expect(text).toContain('\n\nBye.\n\n')
  })

  test('surround the receipt of a withdrawal, which keeps items, date, and time', async () => {
    const methods = [{ kind: 'flat' as const, name: 'Mail', rate: '4.90' }]
    const zones = [{ name: 'Abroad', countries: null, methods }]
    const withdrawal = { subject: 'D: {order number}', greeting: 'What a pity, {name}.', closing: 'Bye.' }
    await admin.call('PATCH /api/admin/settings', { zones, emailTexts: { withdrawal } })
    const product = await aProduct(shop)
    const order = await aDeliveredOrder(shop, admin, [product], { email: anAddress() })
    await submitReturn(shop, order)
    const { text } = await findEmail(shop, order.email, `D: ${order.orderId}`)
    expect(text).toMatch(
      /^What a pity, Ada\.\n\nWe received your withdrawal from the contract .* \d{4} at .* UTC/,
    )
    expect(text).toContain(`1 × ${product.name}`)
  })

  test('surround what an account’s owner has to know', async () => {
    const words = { subject: 'E: {username}', greeting: 'Dear {username}.', closing: 'Your {shop name} team' }
    await save({ reset: words, verify: words })
    const { user } = await aCustomer(shop)
    const verify = await findEmail(shop, user.email, `E: ${user.username}`)
    expect(verify.text).toMatch(
      /^Dear .+\.\n\nAn account “.+” was created at Plinth[\s\S]+Your Plinth team\n\nVerify/,
    )
    expect(verify.text).toContain("If you didn't create this account, don't open it.")
  })

  test('name what changed in an account, and the earlier email by its subject', async () => {
    const undo = { ...NO_WORDS, subject: 'F: {username}' }
    const draft = { kind: 'email-changed' as const, words: { ...NO_WORDS, greeting: 'Hi.' } }
    await save({ undo })
    const { html } = await admin.call('POST /api/admin/mail/preview', draft)
    expect(html).toContain('our earlier email “F: ada”')
    const signIn = {
      kind: 'sign-in-changed' as const,
      words: { ...NO_WORDS, subject: '{shop name}: {change}' },
    }
    const { subject } = await admin.call('POST /api/admin/mail/preview', signIn)
    expect(subject).toBe('Plinth: A passkey was added')
  })

  test('replace those of the newsletter, with its link', async () => {
    await save({ 'newsletter-welcome': { subject: 'G', greeting: 'Glad to have you.', closing: 'Bye.' } })
    const email = anAddress()
    await aSubscriber(shop, email)
    const { text } = await findEmail(shop, email, 'G')
    expect(text).toMatch(
      /^Glad to have you\.\n\nYou can unsubscribe at any time[\s\S]+Bye\.\n\nUnsubscribe:\nhttp/,
    )
  })

  test.each([
    ['newsletter-welcome', /^The only placeholder is \{shop name\}$/],
    ['refund', /\{order number\}, \{name\}, \{amount\}, \{shop name\}$/],
    ['verify', /\{username\}, \{shop name\}$/],
  ] as const)('may contain only the placeholders of their email: %s', async (kind, message) => {
    await expect(save({ [kind]: { ...NO_WORDS, closing: '{product}' } })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: `emailTexts.${kind}.closing`, message: expect.stringMatching(message) }],
    })
  })
})
