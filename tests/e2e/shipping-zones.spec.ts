import { cardFrame, typeCard } from '../support/card-form/card-journey.ts'
import { addToCart, complete, emailsTo, expectSuccess, proceed } from '../support/checkout-journey.ts'
import {
  expect,
  expectAccessible,
  expectGoodInAllViews,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'
import { CARD } from '../support/shopper-details.ts'

// A separate shop, because its settings are changed.
test.use({ shopFor: 'zones' })

test('an admin sets up a zone with two methods, and a shopper buys with the second one', async ({
  page,
  shop,
}) => {
  await signInAsAdmin(page)
  await page.goto('/admin?tab=settings')
  const section = page.getByRole('form', { name: 'Places and shipping' })
  await section.getByRole('button', { name: 'Set up zones' }).click()
  for (const name of ['Canada', 'Mexico', 'United Kingdom', 'United States'])
    await section.getByRole('button', { name: `Remove ${name}` }).click()
  await section.getByLabel('Zone name').fill('Alps')
  await section.getByLabel('Add a country').fill('Austria')
  await section.getByLabel('Add a country').fill('Switzerland')
  await section.getByRole('button', { name: 'Add method' }).click()
  await section.getByLabel('Method name').nth(1).fill('Express')
  await section.getByLabel('Rate', { exact: true }).nth(1).fill('19')
  await section.getByLabel('Business days, from').nth(1).fill('1')
  await section.getByLabel('Business days, to').nth(1).fill('2')
  await section.getByLabel('Parcel to').selectOption('AT')
  await expect(section.getByRole('row')).toHaveText(['Standard shipping$4.99', 'Express$19.00'])
  await expectGoodInAllViews(page)
  await section.getByRole('button', { name: 'Save places and shipping' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()

  await addToCart(page, 'halo-desk-lamp')
  await expect(page.getByText(/^from \$4\.99$/)).toBeVisible()
  await proceed(page)
  const form = page.getByRole('region', { name: 'Shipping Information' })
  await expect(form.getByLabel('Country').getByRole('option')).toHaveText(['Austria', 'Switzerland'])
  const typed = {
    'First name': 'Ada',
    'Last name': 'Lovelace',
    Email: 'alps@example.com',
    Phone: '+43 1 5550107',
    Address: 'Ring 1',
    City: 'Vienna',
    'Postal code': '1010',
  }
  for (const [label, text] of Object.entries(typed)) await form.getByLabel(label, { exact: true }).fill(text)
  await expect(form.getByRole('radio', { name: /Standard shipping/ })).toBeChecked()
  await form.getByRole('radio', { name: /Express/ }).check()
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary.getByText('$19.00').first()).toBeAttached()
  await expect(page.getByText('Item added to cart', { exact: true })).toBeHidden()
  await expectAccessible(page)
  await page.reload()
  await expect(form.getByRole('radio', { name: /Express/ })).toBeChecked()
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await typeCard(cardFrame(page), CARD.good)
  await complete(page)
  const orderId = await expectSuccess(page)
  await settled(page)
  await page.goto(`/order-tracking?orderId=${orderId}&email=alps%40example.com`)
  await expect(page.getByText('Express', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Expected delivery')).toBeVisible()
  await expectAccessible(page)
  await expect
    .poll(async () => (await emailsTo(shop.sandboxUrl, 'alps@example.com')).map(({ subject }) => subject))
    .toEqual([`Your order ${orderId} at Plinth`])
})
