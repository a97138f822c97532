import type { Page } from '@playwright/test'
import { cardFrame, typeCard } from '../support/card-form/card-journey.ts'
import { addToCart, complete, emailsTo, expectSuccess, proceed } from '../support/checkout-journey.ts'
import { expect, expectAccessible, settled, signInAsAdmin, test } from '../support/journey.ts'
import { CARD } from '../support/shopper-details.ts'

// A separate shop, because its settings are changed.
test.use({ shopFor: 'eu' })

/** A lamp for €129.00 and shipping for €4.99 include 21.50 and 0.83 of tax at 20%, and 20.60 and 0.80 at 19%. */
const ORDERS = [
  {
    country: 'Austria',
    typed: { Phone: '+43 1 5550107', Address: 'Ring 1', 'Postal code': '1010', City: 'Wien' },
    lines: '1010 Wien',
    vat: { label: 'Includes USt. 20%', amount: '22,33 €' },
  },
  {
    country: 'Germany',
    typed: { Phone: '+49 30 5550107', Address: 'Ring 2', 'Postal code': '10115', City: 'Berlin' },
    lines: '10115 Berlin',
    vat: { label: 'Includes MwSt. 19%', amount: '21,40 €' },
  },
] as const

/** Amounts have a no-break space before the symbol. */
const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ')

async function buyLamp(page: Page, email: string, { country, typed, vat }: (typeof ORDERS)[number]) {
  await addToCart(page, 'halo-desk-lamp')
  await proceed(page)
  const form = page.getByRole('region', { name: 'Shipping Information' })
  await form.getByLabel('Country').selectOption({ label: country })
  const fields = { 'First name': 'Ada', 'Last name': 'Lovelace', Email: email, ...typed }
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text)
  await expect(form.getByLabel('State')).toHaveCount(0)
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary.getByText(vat.label).first()).toBeAttached()
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await typeCard(cardFrame(page), CARD.good)
  await complete(page)
  return expectSuccess(page)
}

test('an owner sets up a shop in Germany, and shoppers pay 20% VAT in Vienna and 19% in Berlin', {
  tag: '@long',
}, async ({ page, shop, anotherDevice }) => {
  await signInAsAdmin(page)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'one form for country, name, look, and legal pages' }).click()
  const form = page.getByRole('form', { name: 'Set up your shop' })
  await form.getByLabel('Country', { exact: true }).selectOption('Germany')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()

  const shopper = await anotherDevice()
  for (const order of ORDERS) {
    const email = `${order.country.toLowerCase()}@example.com`
    const orderId = await buyLamp(shopper, email, order)
    const amounts = `Total 133,99 € ${order.vat.label} ${order.vat.amount}`
    await settled(shopper)

    await shopper.goto(`/order-tracking?${new URLSearchParams({ orderId, email })}`)
    const card = shopper.getByRole('region', { name: `Order ${orderId}` })
    await expect(card.getByText(`${order.typed.City}, ${order.country}`)).toBeVisible()
    await expect.poll(async () => plain(await card.innerText())).toContain(amounts)

    const confirmation = () => emailsTo(shop.sandboxUrl, email)
    await expect.poll(async () => (await confirmation())[0]?.subject).toBe(`Your order ${orderId} at Plinth`)
    const text = plain((await confirmation())[0]?.text ?? '')
    expect(text).toContain(`Total: 133,99 € ${order.vat.label}: ${order.vat.amount}`)
    expect(text).toContain(order.lines)

    await page.goto('/admin?tab=orders')
    await page.getByRole('link', { name: orderId }).click()
    const sheet = page.getByRole('dialog', { name: `Order ${orderId}` })
    await expect.poll(async () => plain(await sheet.innerText())).toContain(amounts)
  }
  await expectAccessible(page)
})

const mailTo = { 'First name': 'Jan', 'Last name': 'Petersen', Phone: '+49 40 5550199' }
const HAMBURG = { Address: 'Ring 5', 'Postal code': '20459', City: 'Hamburg' }

/** Tea at 7% and a teapot at 19%, delivered in Germany for €4.99, with prices that include tax. */
async function sellTea(page: Page) {
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  const method = { kind: 'flat', name: 'Parcel', rate: '4.99', freeFrom: null, days: { from: 2, to: 3 } }
  const rates = { standard: { ppm: 190_000 }, reduced: { ppm: 70_000 } }
  await page.request.patch('/api/admin/settings', {
    headers,
    data: {
      currency: 'EUR',
      locale: 'de-DE',
      timeZone: 'Europe/Berlin',
      zones: [{ name: 'Home', countries: ['Germany'], methods: [method] }],
      taxes: {
        mode: 'table',
        pricesIncludeTax: true,
        home: 'DE',
        oss: 'destination',
        classes: [],
        rows: [{ country: 'DE', region: null, name: 'MwSt.', rates }],
      },
    },
  })
  const { image } = await (await page.request.get('/api/products/1')).json()
  for (const product of [
    { name: 'Darjeeling', slug: 'darjeeling', price: '12.90', taxClass: 'reduced' },
    { name: 'Teapot', slug: 'teapot', price: '34.50', stockQuantity: 10 },
  ]) {
    const data = { ...product, description: '<p>Good.</p>', categoryId: 4, image }
    await page.request.post('/api/admin/products', { headers, data })
  }
  const year = new Date().getUTCFullYear()
  return async () => {
    const taxes: { rate: string; taxable: string; tax: string }[] = await (
      await page.request.get(`/api/admin/taxes?from=${year}-01-01&to=${year + 1}-01-01`, { headers })
    ).json()
    return Object.fromEntries(taxes.map(({ rate, taxable, tax }) => [rate, [Number(taxable), Number(tax)]]))
  }
}

test('an owner refunds one of two teapots, and the order, the email, the stock, and the tax report agree', {
  tag: '@long',
}, async ({ page, shop, anotherDevice }) => {
  const readTaxes = await sellTea(page)
  const { '19%': [net = 0, tax = 0] = [] } = await readTaxes()
  const shopper = await anotherDevice()
  for (const slug of ['darjeeling', 'teapot']) {
    await shopper.goto(`/product/${slug}`)
    await settled(shopper)
    await shopper.getByRole('button', { name: 'Increase quantity' }).first().click()
    await shopper.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
    await expect(shopper.getByRole('dialog', { name: /^Your Cart/ })).toBeVisible()
  }
  await proceed(shopper)
  const form = shopper.getByRole('region', { name: 'Shipping Information' })
  const email = 'jan@example.com'
  for (const [label, text] of Object.entries({ ...mailTo, ...HAMBURG, Email: email }))
    await form.getByLabel(label, { exact: true }).fill(text)
  await shopper.getByRole('button', { name: 'Continue to Payment' }).click()
  await typeCard(cardFrame(shopper), CARD.good)
  await complete(shopper)
  const orderId = await expectSuccess(shopper)

  await page.goto(`/admin?tab=orders&edit=${orderId}`)
  const sheet = page.getByRole('dialog', { name: `Order ${orderId}` })
  await expect
    .poll(async () => plain(await sheet.innerText()))
    .toContain('Total 99,79 € Includes MwSt. 19% 11,60 € Includes MwSt. 7% 1,78 €')
  await sheet.getByRole('button', { name: 'Partial refund' }).click()
  const refund = page.getByRole('dialog', { name: 'Partial refund' })
  await refund.getByLabel(/^Teapot/).selectOption('1')
  await expect(refund.getByRole('checkbox', { name: 'Restock Teapot' })).toBeChecked()
  await expect
    .poll(async () => plain(await refund.innerText()))
    .toContain('Refund 34,50 € Includes MwSt. 19% 5,51 €')
  await refund.getByRole('textbox', { name: 'Reason' }).fill('A crack in the lid')
  await expectAccessible(page)
  await refund.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect.poll(async () => plain(await sheet.innerText())).toContain('Total after refunds 65,29 €')
  await expect(sheet.getByText('1 of 2 refunded')).toBeVisible()

  const mails = () => emailsTo(shop.sandboxUrl, email)
  await expect.poll(async () => plain((await mails())[0]?.subject ?? '')).toMatch(/^We refunded 34,50 €/)
  expect(plain((await mails())[0]?.text ?? '')).toContain('1 × Teapot: 34,50 € Includes MwSt. 19%: 5,51 €')
  const { stockQuantity } = await (await page.request.get('/api/products/teapot')).json()
  expect(stockQuantity).toBe(9)

  // The rest is a teapot, two teas, and shipping: 34.50 and 3.63 at 19%, 25.80 and 1.36 at 7%.
  const taxes = await readTaxes()
  expect(taxes['7%']).toEqual([25.38, 1.78])
  expect(taxes['19%']?.map((amount) => amount.toFixed(2))).toEqual([
    (net + 32.04).toFixed(2),
    (tax + 6.09).toFixed(2),
  ])
  await page.goto('/admin?tab=reports')
  const report = page.getByRole('table', { name: 'Tax by country and rate' })
  await expect.poll(async () => plain(await report.innerText())).toContain('MwSt. 7% 25,38 € 1,78 €')
  await expectAccessible(page)
})
