import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { storeToken } from './auth-token.ts'

/** Intl separates amounts and symbols with no-break spaces. */
const plain = (element: HTMLElement) => (element.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ')

const IMAGE = { url: 'https://pictures.example/pad.jpg', alt: 'A pad', width: null, height: null }

const FORMATS = [
  {
    code: 'EUR',
    locale: 'de-DE' as const,
    rate: '4.90',
    cents: 124_990,
    typed: '1.299,50',
    saved: '1299.50',
    price: '1.249,90 €',
    twice: '2.499,80 €',
    total: '2.504,70 €',
    hint: 'In euros, such as 49,99.',
  },
  {
    code: 'JPY',
    locale: 'en-US' as const,
    rate: '800',
    cents: 4990,
    typed: '12,500',
    saved: '12500',
    price: '¥4,990',
    twice: '¥9,980',
    total: '¥10,780',
    hint: 'In Japanese yen, such as 4999.',
  },
]

describe.each(FORMATS)('a shop in $code', ({ code, locale, rate, cents, typed, saved, ...written }) => {
  let shop: TestShop
  let admin: Customer
  beforeAll(async () => {
    shop = await openTestShop()
    admin = await anAdmin(shop)
    await admin.call('PATCH /api/admin/settings', { currency: code, locale, shippingRate: rate })
  })

  test('shows it on the product page, in the cart, and at checkout', async () => {
    const { id } = await aProduct(shop, { name: 'Paper Lamp', priceCents: cents })
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: id, quantity: 2 })
    const product = openPageOf(visitor, `/product/${id}`)
    await screen.findByRole('heading', { name: 'Paper Lamp' })
    expect(plain(document.body)).toContain(written.price)
    product.unmount()

    const cart = openPageOf(visitor, '/cart')
    await screen.findByText('Total')
    for (const amount of [written.twice, written.total]) expect(plain(document.body)).toContain(amount)
    cart.unmount()

    openPageOf(visitor, '/checkout')
    await screen.findAllByText('Subtotal')
    expect(plain(document.body)).toContain(written.total)
    expect(document.body.textContent).not.toContain('$')
  })

  test('reads amounts that admins enter, and shows their currency', async () => {
    const { id } = await aProduct(shop, { name: 'Desk Pad', priceCents: cents, images: [IMAGE] })
    storeToken(admin.token ?? '')
    openPageOf(admin, `/admin?tab=products&edit=${id}`)
    const form = within(await screen.findByRole('region', { name: 'Edit product' }))
    const price = await form.findByLabelText('Price')
    expect(form.getByText(written.hint)).toBeDefined()
    fireEvent.change(price, { target: { value: '1.2345' } })
    await userEvent.click(form.getByRole('button', { name: 'Save product' }))
    const sample = written.hint.replace(/^.*such as /, '').replace(/\.$/, '')
    expect(await form.findByText(`Must be an amount such as ${sample}`)).toBeDefined()
    fireEvent.change(price, { target: { value: typed } })
    await userEvent.click(form.getByRole('button', { name: 'Save product' }))
    expect(await screen.findByText('Product updated')).toBeDefined()
    expect((await admin.call('GET /api/admin/products/:id', { id })).price).toBe(saved)
  })
})

describe('the settings for currency and formats', () => {
  test('can change the currency until the shop has an order', async () => {
    const shop = await openTestShop()
    const admin = await anAdmin(shop)
    storeToken(admin.token ?? '')
    openPageOf(admin, '/admin?tab=settings&section=formats')
    const form = within(await screen.findByRole('form', { name: 'Currency and formats' }))
    await userEvent.selectOptions(form.getByLabelText('Currency'), 'JPY – Japanese Yen')
    await userEvent.selectOptions(form.getByLabelText('Numbers and dates'), 'en-GB')
    await userEvent.click(form.getByRole('button', { name: 'Save currency and formats' }))
    expect(await screen.findByText('Settings saved')).toBeDefined()
    const { currency, locale } = await shop.visitor().call('GET /api/shop')
    expect([currency, locale]).toEqual([{ code: 'JPY', exponent: 0 }, 'en-GB'])
    await userEvent.click(screen.getByRole('link', { name: /^Store/ }))
    expect(
      await screen.findByText('In Japanese yen. Charged unless everything in the cart ships free.'),
    ).toBeDefined()
  })
})
