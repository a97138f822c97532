import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NO_WORDS } from '#contract/settings/email-texts.ts'
import { aPurchasedOrder, findEmail, ship } from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
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

type Texts = InputOf<'PATCH /api/admin/settings'>['emailTexts']
const save = (emailTexts: Texts) => admin.call('PATCH /api/admin/settings', { emailTexts })
const buy = async () => {
  const email = `${crypto.randomUUID()}@example.com`
  return aPurchasedOrder(shop, [await aProduct(shop)], { email })
}
/** Without what differs from order to order. */
const general = (text: string, { orderId, email, products }: Awaited<ReturnType<typeof buy>>) =>
  [orderId, email, encodeURIComponent(email), products[0]?.name ?? ''].reduce(
    (text, part) => text.replaceAll(part, '-'),
    text,
  )

describe('the words of emails about orders', () => {
  test('replace the subject, the first, and the last paragraph, with the facts in between', async () => {
    await save({
      placed: {
        subject: 'Hi {name}: {order number}',
        greeting: 'We pack it now, {name}.\nThe {shop name} team',
        closing: 'Love <b>& more</b>, {shop name}',
      },
    })
    const order = await buy()
    const { text, html } = await findEmail(shop, order.email, `Hi Ada: ${order.orderId}`)
    expect(text).toMatch(/^We pack it now, Ada\.\nThe Plinth team\n\nOrder ID: /)
    expect(text).toContain('Love <b>& more</b>, Plinth')
    expect(text).toContain(order.products[0]?.name)
    expect(html).toContain('We pack it now, Ada.<br>The Plinth team')
    expect(html).toContain('Love &lt;b&gt;&amp; more&lt;/b&gt;, Plinth')

    await ship(admin, order)
    await findEmail(shop, order.email, `Your order ${order.orderId} has shipped`)
  })

  test('are those of a fresh install if they are empty, and once a change is undone', async () => {
    const first = await buy()
    const subject = ({ orderId }: typeof first) => `Your order ${orderId} at Plinth`
    const before = await findEmail(shop, first.email, subject(first))
    await save({ placed: { ...NO_WORDS, closing: '  ' } })
    const second = await buy()
    const empty = await findEmail(shop, second.email, subject(second))
    expect(general(empty.html, second)).toBe(general(before.html, first))
    expect(general(empty.text, second)).toBe(general(before.text, first))

    await save({ placed: { ...NO_WORDS, subject: 'Other' } })
    const [entry] = await admin.call('GET /api/admin/audit', { kind: 'settings' })
    await admin.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    const third = await buy()
    expect(general((await findEmail(shop, third.email, subject(third))).html, third)).toBe(
      general(before.html, first),
    )
  })

  test.each([
    [{ subject: 'Your {order} is here' }, 'subject', /^The only placeholders are \{order number\}/],
    [{ greeting: 'Hello {name' }, 'greeting', /^The only placeholders/],
    [{ subject: 'One\r\nBcc: all@example.com' }, 'subject', /single line/],
    [{ closing: 'a'.repeat(1001) }, 'closing', /^At most 1000 characters/],
  ])('are rejected: %j', async (words, field, message) => {
    await expect(save({ shipped: { ...NO_WORDS, ...words } })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: `emailTexts.shipped.${field}`, message: expect.stringMatching(message) }],
    })
  })
})
