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

test('an owner applies the preset for Germany, and shoppers pay 20% VAT in Vienna and 19% in Berlin', {
  tag: '@long',
}, async ({ page, shop, anotherDevice }) => {
  await signInAsAdmin(page)
  await page.goto('/admin?tab=settings')
  await page.getByRole('button', { name: 'Use a preset' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use a preset' })
  await dialog.getByLabel('Preset').selectOption('EU shop')
  await dialog.getByLabel('Your country').selectOption('Germany')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Apply preset' }).click()
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
