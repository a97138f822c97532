import { beforeAll, describe, expect, test } from 'vitest'
import * as after from '../../tests/support/after-purchase.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { plainText } from './plain-text.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
})

async function confirmation(email: string) {
  const product = await aProduct(shop, { name: 'Cork Tray', priceCents: 4500 })
  const { orderId } = await after.aPurchasedOrder(shop, [product], { email })
  return after.findEmail(shop, email, `Your order ${orderId} at Plinth`)
}

const TEXT = { searchTitle: '', searchDescription: '', isPublished: true, version: 0 }
const write = (name: string, title: string, html: string) =>
  admin.call('PUT /api/admin/pages/:name', { ...TEXT, name, title, html })

describe('the confirmation of an order (Directive 2011/83/EU, article 8)', () => {
  test('contains no policies in a shop that doesn’t ship to the EU', async () => {
    const { text, html } = await confirmation('us@example.com')
    expect(text.trimEnd()).toMatch(/\n\nPlinth$/)
    expect(html).not.toMatch(/<h\d/)
    expect(await shop.visitor().call('GET /api/shop')).not.toHaveProperty('orderPolicies')
  })

  test('contains the original terms and the withdrawal policy of a shop that ships to the EU', async () => {
    const methods = [{ kind: 'flat' as const, name: 'Mail', rate: '4.90' }]
    const zones = [{ name: 'Home', countries: ['United States', 'Germany'], methods }]
    await admin.call('PATCH /api/admin/settings', { zones })
    const form = '<h2>Model withdrawal form</h2><ul><li><p>To: Tea &amp; Co</p></li><li>Date:</li></ul>'
    const link = '<p>Withdraw <a href="/withdrawal">here</a>.</p>'
    await write('withdrawal-policy', 'Right of withdrawal', `${link}${form}`)
    const { text, html } = await confirmation('eu@example.com')
    const url = shop.shop.config.publicUrl
    expect(text).toContain(
      `${'-'.repeat(40)}\n\nTerms & Conditions\n\nThese terms apply between you and Plinth`,
    )
    expect(text).toContain('Shipping costs from $4.90 per order')
    expect(text).toContain(`see our Privacy Policy (${url}/privacy-policy).`)
    expect(text).toContain(`Right of withdrawal\n\nWithdraw here (${url}/withdrawal).`)
    expect(text.trimEnd()).toMatch(/Model withdrawal form\n\n- To: Tea & Co\n- Date:$/)
    expect(html).toContain('>Terms &amp; Conditions</h2>')
    expect(html).toContain(`href="${url}/withdrawal" style="color:#1d1a16">here</a>`)
    expect(html.indexOf('Cork Tray')).toBeLessThan(html.indexOf('These terms apply'))
    expect((await shop.visitor().call('GET /api/shop')).orderPolicies).toEqual([
      ['Terms & Conditions', '/terms-conditions'],
      ['Right of withdrawal', '/withdrawal-policy'],
      ['Privacy Policy', '/privacy-policy'],
    ])
  })

  test('contains the terms that were valid at the time of the order, and only in this email', async () => {
    await write('terms-conditions', 'Our terms', '<p>First version.</p>')
    const email = 'version@example.com'
    const product = await aProduct(shop, { priceCents: 4500 })
    const order = await after.aPurchasedOrder(shop, [product], { email })
    const placed = await after.findEmail(shop, email, `Your order ${order.orderId} at Plinth`)
    expect(placed.text).toContain('Our terms\n\nFirst version.')
    expect(placed.text).not.toContain('These terms apply between you')
    await after.ship(admin, order)
    const shipped = await after.findEmail(shop, email, `Your order ${order.orderId} has shipped`)
    expect(shipped.text).not.toContain('First version.')
  })
})

test('a page as plain text has bullets, numbers, URLs, and no markup', () => {
  const html =
    '<h2>Rules</h2><p>One<br>two &lt;3.</p><ol><li><p>First</p></li><li>Second<ul><li>Inner</li></ul></li></ol><p><a href="mailto:a@b.example">a@b.example</a>, <a href="https://b.example/?a=1&amp;b">B</a></p>'
  expect(plainText(html)).toBe(
    'Rules\n\nOne\ntwo <3.\n\n1. First\n2. Second\n- Inner\n\na@b.example, B (https://b.example/?a=1&b)',
  )
})

test('a page of nothing but spaces costs as much per character as a short one', () => {
  const cost = (times: number) => {
    const html = '<em> </em>'.repeat(times)
    const before = process.cpuUsage()
    plainText(html)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  cost(10_000)
  expect(cost(100_000)).toBeLessThan(40 * cost(10_000))
})
