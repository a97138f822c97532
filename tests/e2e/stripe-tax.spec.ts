import { cardFrame, typeCard } from '../support/card-form/card-journey.ts'
import {
  addToCart,
  complete,
  emailsTo,
  expectSuccess,
  fillShipping,
  proceed,
} from '../support/checkout-journey.ts'
import { expect, expectAccessible, settled, signInAsAdmin, test } from '../support/journey.ts'
import { switchOn } from '../support/purchase.ts'
import { CARD } from '../support/shopper-details.ts'

// A separate shop, because its settings are changed.
test.use({ shopFor: 'taxes' })

const OFFICE = {
  'Legal name': 'Plinth LLC',
  Address: '350 5th Avenue',
  City: 'New York',
  'State or region': 'NY',
  'Postal code': '10118',
}
test('an owner turns on Stripe Tax, and checkout, order, and email of a purchase agree on the tax', {
  tag: '@long',
}, async ({ page, shop, anotherDevice }) => {
  const token = await signInAsAdmin(page)
  await page.goto('/admin?tab=settings&section=business')
  const section = (name: string) => page.getByRole('form', { name, exact: true })
  const save = async (name: string, label: string) => {
    const response = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await section(name).getByRole('button', { name: label }).click()
    expect((await response).status()).toBe(200)
  }
  for (const [label, text] of Object.entries(OFFICE)) await section('Business').getByLabel(label).fill(text)
  await save('Business', 'Save business settings')
  await page.getByRole('link', { name: /^Taxes/ }).click()
  await section('Taxes').getByLabel('Taxes', { exact: true }).selectOption('Calculated by Stripe Tax')
  await save('Taxes', 'Save taxes')

  // $129.00 at 6.25%, 1%, and 1% are 8.06, 1.29, and 1.29; $4.99 are 0.31, 0.05, and 0.05.
  const tax = { label: 'Sales tax 8.25%', amount: '$11.05', total: '$145.04' }
  const email = 'austin@example.com'
  const shopper = await anotherDevice()
  await addToCart(shopper, 'halo-desk-lamp')
  await expect(shopper.getByText('Calculated at checkout')).toBeVisible()
  await proceed(shopper)
  await fillShipping(shopper, email)
  const summary = shopper.getByRole('complementary', { name: 'Order summary' })
  const rows = new RegExp(
    `Shipping\\s*\\$4\\.99\\s*${tax.label}\\s*\\${tax.amount}\\s*Total\\s*\\${tax.total}`,
  )
  await expect(summary).toContainText(rows)
  await shopper.getByRole('button', { name: 'Continue to Payment' }).click()
  await typeCard(cardFrame(shopper), CARD.good)
  await complete(shopper)
  const orderId = await expectSuccess(shopper)
  await settled(shopper)
  await shopper.goto(`/order-tracking?${new URLSearchParams({ orderId, email })}`)
  await expect(shopper.getByRole('region', { name: `Order ${orderId}` })).toContainText(rows)
  await expectAccessible(shopper)
  const mails = () => emailsTo(shop.sandboxUrl, email)
  await expect.poll(async () => (await mails())[0]?.subject).toBe(`Your order ${orderId} at Plinth`)
  expect((await mails())[0]?.text).toContain(`${tax.label}: ${tax.amount}`)

  await page.goto('/admin?tab=orders')
  await page.getByRole('link', { name: orderId }).click()
  await expect(page.getByRole('dialog', { name: `Order ${orderId}` })).toContainText(rows)
  await page.request.post(`/api/admin/orders/${orderId}/refunds`, {
    headers: { authorization: `Bearer ${token}` },
    data: { amount: '45.04', seenRefunded: '0.00', reason: 'Damaged' },
  })
  await expect
    .poll(async () => (await mails()).map(({ subject }) => subject))
    .toContain(`We refunded $45.04 for your order ${orderId}`)

  await switchOn(shop, 'tax-inactive', {})
  // The shop remembers for ten seconds that Stripe Tax works.
  const notice = page.getByRole('status', { name: 'Tax calculation' })
  await expect(async () => {
    await page.goto('/admin')
    await expect(notice).toContainText('Stripe isn’t calculating your taxes', { timeout: 2000 })
  }).toPass()
  await expectAccessible(page)
  await page.goto('/admin?tab=settings&section=taxes')
  await expect(section('Taxes')).toContainText('Open Tax in your Stripe dashboard')
  await expectAccessible(page)
})
