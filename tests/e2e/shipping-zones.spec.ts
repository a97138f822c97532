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
import { ABROAD, CARD } from '../support/shopper-details.ts'

// A separate shop, because its settings are changed. The second test continues with the settings of the first one.
test.use({ shopFor: 'zones' })
test.describe.configure({ mode: 'serial' })

test('an admin sets up a zone with two methods, and a shopper buys with the second one', {
  tag: '@long',
}, async ({ page, shop }) => {
  await signInAsAdmin(page)
  await page.goto('/admin?tab=settings&section=places')
  const section = page.getByRole('form', { name: 'Places and shipping' })
  await section.getByRole('button', { name: 'Set up zones' }).click()
  await section.getByRole('button', { name: /^North America and the UK/ }).click()
  for (const name of ['Canada', 'Mexico', 'United Kingdom', 'United States'])
    await section.getByRole('button', { name: `Remove ${name}` }).click()
  await section.getByLabel('Zone name').fill('Alps')
  for (const name of ['Austria', 'Switzerland']) {
    await section.getByLabel('Add a country').fill(name)
    await section.getByRole('listbox').getByRole('option', { name }).click()
  }
  await section.getByRole('button', { name: 'Add method' }).click()
  await section.getByLabel('Method name').nth(1).fill('Express')
  await section.getByLabel('Rate', { exact: true }).nth(1).fill('19')
  await section.getByLabel('Business days, from').nth(1).fill('1')
  await section.getByLabel('Business days, to').nth(1).fill('2')
  await expectAccessible(page)
  await section.getByRole('button', { name: 'Done' }).click()
  await expect(section.getByRole('button', { name: /^Alps/ })).toContainText('Austria and Switzerland')
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

const SECOND_LINE = 'Apartment, suite, etc. (optional)'

/** Each country's form: its labels in order, and a postal code that it rejects. */
const FORMS: readonly {
  country: string
  place: { address: string; city?: string; state?: string; zipCode: string }
  wrongCode: string
  example: string
  labels: string[]
  region?: { label: string; count: number; missing: string }
}[] = [
  {
    country: 'Norway',
    place: ABROAD.NO.place,
    wrongCode: '839',
    example: '0025',
    labels: ['Address', SECOND_LINE, 'Postal code', 'Town or city'],
  },
  {
    country: 'Switzerland',
    place: ABROAD.CH.place,
    wrongCode: 'D-8001',
    example: '2544',
    labels: ['Address', SECOND_LINE, 'Postal code', 'City'],
  },
  {
    country: 'Japan',
    place: ABROAD.JP.place,
    wrongCode: '100-005',
    example: '154-0023',
    labels: ['Address, including the city', SECOND_LINE, 'Prefecture', 'Postal code'],
    region: { label: 'Prefecture', count: 47, missing: 'Please select a prefecture' },
  },
  {
    country: 'Brazil',
    place: ABROAD.BR.place,
    wrongCode: '1310-200',
    example: '40301-110',
    labels: ['Address', SECOND_LINE, 'City', 'State', 'Postal code'],
    region: { label: 'State', count: 27, missing: 'Please select a state' },
  },
]

test('shoppers enter addresses in Norway, Switzerland, Japan, and Brazil as people there write them', {
  tag: '@long',
}, async ({ page, shop }) => {
  await signInAsAdmin(page)
  await page.goto('/admin?tab=settings&section=places')
  const section = page.getByRole('form', { name: 'Places and shipping' })
  await section.getByRole('button', { name: /^Alps/ }).click()
  for (const name of ['Norway', 'Japan', 'Brazil']) {
    await section.getByLabel('Add a country').fill(name)
    await section.getByRole('listbox').getByRole('option', { name }).click()
  }
  await section.getByRole('button', { name: 'Done' }).click()
  await section.getByRole('button', { name: 'Save places and shipping' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()

  await addToCart(page, 'halo-desk-lamp')
  await proceed(page)
  const form = page.getByRole('region', { name: 'Shipping Information' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  const email = 'abroad@example.com'
  const person = { 'First name': 'Kari', 'Last name': 'Nordmann', Email: email, Phone: '+47 22 55 01 07' }
  for (const [label, text] of Object.entries(person)) await field(label).fill(text)
  for (const { country, place, labels, wrongCode, example, region } of FORMS) {
    await field('Country').selectOption({ label: country })
    const others = /^(First name|Last name|Email|Phone|Country|Standard|Express)/
    await expect(form.locator('label').filter({ hasNotText: others })).toHaveText(labels)
    const [first = '', city = 'City'] = labels.filter((label) => /^Address|city$/i.test(label))
    await field(first).fill('')
    await field('Postal code').fill(wrongCode)
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(form.getByText(`Please enter a postal code such as ${example}`)).toBeVisible()
    await expect(form.getByText(/^Address.* is required$/)).toBeVisible()
    if (region) {
      await expect(form.getByText(region.missing)).toBeVisible()
      await expect(field(region.label).getByRole('option')).toHaveCount(region.count + 1)
    }
    await expect(form).not.toContainText(/zip/i)
    await expectAccessible(page)
    await field(first).fill(place.address)
    await field('Postal code').fill(place.zipCode)
    if (place.city) await field(city).fill(place.city)
    if (region && place.state) await field(region.label).selectOption(place.state)
    await expect(form.getByText(/^Please |is required$/)).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await typeCard(cardFrame(page), CARD.good)
  await complete(page)
  const orderId = await expectSuccess(page)
  await settled(page)
  await page.goto(`/order-tracking?${new URLSearchParams({ orderId, email })}`)
  await expect(page.getByText('São Paulo, SP, Brazil', { exact: true })).toBeVisible()
  const mails = () => emailsTo(shop.sandboxUrl, email)
  await expect.poll(async () => (await mails())[0]?.subject).toBe(`Your order ${orderId} at Plinth`)
  expect((await mails())[0]?.text).toContain(ABROAD.BR.lines.join('\n'))
})
