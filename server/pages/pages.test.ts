import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { anAdmin } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { taxRow } from '../../tests/support/taxes.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
const page = (url: string) => shop.visitor().send({ url })

describe('pages', () => {
  test('are rendered by React in production mode in any environment', () => {
    const folder = new URL('../../dist/server/', import.meta.url)
    const files = readdirSync(folder).filter((file) => file.endsWith('.js'))
    const built = files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('\n')
    expect(built.includes('https://react.dev/errors/'), 'messages of production').toBe(true)
    expect(built.includes('Each child in a list should have a unique'), 'messages of development').toBe(false)
  })

  test('contain all ten products in the HTML of / and /?page=2', async () => {
    const products = await shop.visitor().call('GET /api/products')
    const body = (text: string) => text.slice(0, text.indexOf('id="plinth-state"'))
    const html = body((await page('/')).text) + body((await page('/?page=2')).text)
    for (const { name } of products) expect(html).toContain(name)
  })

  test('have the product’s name in the title on a product page', async () => {
    const response = await page('/product/halo-desk-lamp')
    expect(response.status).toBe(200)
    expect(response.text).toContain('<title>Halo LED Desk Lamp')
  })

  test('return 404 with a separate page for an unknown product', async () => {
    const response = await page('/product/unknown')
    expect(response.status).toBe(404)
    expect(response.text).toContain('Product Not Found')
  })

  test('return 404 with the not-found screen for an unknown path', async () => {
    const response = await page('/no/such/page')
    expect(response.status).toBe(404)
    expect(response.text).toContain('404 Page Not Found')
    expect(response.text).toContain('Did you forget to add the page to the router?')
  })

  test('mention included taxes in the footer without JavaScript, if prices include any', async () => {
    expect((await page('/')).text).not.toContain('All prices')
    await (await anAdmin(shop)).call('PATCH /api/admin/settings', {
      taxes: { ...NO_TAXES, mode: 'table', pricesIncludeTax: true, rows: [taxRow('DE', 190_000)] },
    })
    const text = (await page('/')).text.replaceAll('<!-- -->', '')
    expect(text).toMatch(/All prices incl\. VAT, plus <a [^>]*href="\/shipping"[^>]*>shipping<\/a>/)
  })

  test('show the checkout of the visitor’s cart with its total, to that visitor only', async () => {
    const shopper = shop.visitor()
    await shopper.call('POST /api/cart', { productId: 1, quantity: 2 })
    const { text, headers } = await shopper.send({ url: '/checkout' })
    expect(headers['cache-control']).toBe('no-store')
    expect(text).toContain('Shipping Information')
    expect(text.replaceAll('<!-- -->', '')).toContain('2 × $149.00')
    expect(text).toContain('$302.99')
    const payment = await shopper.send({ url: '/checkout?step=payment' })
    expect(payment.text).not.toContain('Walnut Monitor Stand')
    const stranger = await page('/checkout')
    expect(stranger.text).not.toContain('Shipping Information')
    expect(stranger.text).toContain('Turn on JavaScript to check out')
  })

  test('show the checkout’s items and the ways to sign in if the shop requires an account', async () => {
    const admin = await anAdmin(shop)
    await admin.call('PATCH /api/admin/settings', { guestCheckout: false })
    const shopper = shop.visitor()
    await shopper.call('POST /api/cart', { productId: 1, quantity: 2 })
    const { text } = await shopper.send({ url: '/checkout' })
    await admin.call('PATCH /api/admin/settings', { guestCheckout: true })
    expect(text).toContain('Sign in to check out')
    expect(text).toContain('/auth?form=register')
    expect(text.replaceAll('<!-- -->', '')).toContain('2 × $149.00')
    expect(text).not.toContain('Shipping Information')
  })

  test('are all marked as a demo', async () => {
    expect((await page('/')).text).toContain('Demo mode – no card is charged')
  })

  test('redirect from /sandbox to the sandbox in demo mode', async () => {
    const response = await page('/sandbox')
    expect(response.status).toBe(302)
    expect(response.headers.location).toBe(shop.sandboxUrl)
  })

  test('contain no text from the database that could close the state script', async () => {
    const { text } = await page('/product/halo-desk-lamp')
    const state = text.slice(text.indexOf('id="plinth-state"'))
    expect(state.match(/<\/script>/g)).toHaveLength(1)
  })
})
