import { cardFrame, typeCard } from '../support/card-form/card-journey.ts'
import {
  addToCart,
  complete,
  emailsTo,
  expectSuccess,
  fillShipping,
  proceed,
  toPayment,
} from '../support/checkout-journey.ts'
import { expect, expectAccessible, settled, test, VIEWS } from '../support/journey.ts'
import { BILLING, CARD, SHIPPING } from '../support/shopper-details.ts'

test('a guest buys a lamp, and gets an email', async ({ page, shop }) => {
  await addToCart(page, 'halo-desk-lamp')
  await proceed(page)
  await expect(page).toHaveURL('/checkout')
  await settled(page)
  await expect(page.getByText('Item added to cart', { exact: true })).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  for (const message of [
    'First name must be at least 2 characters',
    'Please enter a valid email address',
    'Please enter a valid phone number',
    'Please select a state',
    'Zip code must be at least 5 characters',
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await fillShipping(page, 'guest@example.com')
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByText('All transactions are secure and encrypted')).toBeVisible()
  await typeCard(cardFrame(page), CARD.good)
  await expectAccessible(page)
  await complete(page)
  const orderId = await expectSuccess(page)
  await settled(page)
  await expectAccessible(page)
  expect(await page.evaluate(() => fetch('/api/cart').then((response) => response.json()))).toEqual([])
  await expect
    .poll(async () => (await emailsTo(shop.sandboxUrl, 'guest@example.com')).map(({ subject }) => subject))
    .toEqual([`Your order ${orderId} at Plinth`])
  await expect(page.getByRole('link', { name: 'View Orders' })).toHaveAttribute(
    'href',
    `/order-tracking?orderId=${orderId}&email=guest%40example.com`,
  )
})

test('a gift is paid with a separate billing address, which survives Back and a refresh', {
  tag: '@long',
}, async ({ page }) => {
  await toPayment(page, 'felt-desk-mat', 'gift@example.com')
  await typeCard(cardFrame(page), CARD.good)
  await page.getByRole('checkbox', { name: 'Billing address is the same' }).uncheck()
  const billing = page.getByRole('group', { name: 'Billing address' })
  // The button has moved, and the browser notices only after it has rendered the fields.
  await billing.getByLabel('Zip code').click()
  await complete(page)
  await expect(page.getByText('Zip code must be at least 5 characters', { exact: true })).toBeVisible()
  // Tall enough for the whole step: an element half covered by the summary bar would count as too small a target.
  for (const { width, colorScheme } of VIEWS) {
    await page.setViewportSize({ width, height: 1600 })
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }

  await billing.getByLabel('First name').fill(BILLING.firstName)
  await billing.getByLabel('Last name').fill(BILLING.lastName)
  await billing.getByLabel('Address', { exact: true }).fill(BILLING.address)
  await billing.getByLabel('City').fill(BILLING.city)
  await billing.getByLabel('State').selectOption(BILLING.state)
  await billing.getByLabel('Zip code').fill(BILLING.zipCode)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
  await page.goForward()
  await page.reload()
  await expect(billing.getByLabel('State')).toHaveValue(BILLING.state)
  await expect(billing.getByLabel('Zip code')).toHaveValue(BILLING.zipCode)
  await typeCard(cardFrame(page), CARD.good)
  const confirmed = page.waitForRequest(/\/confirm$/)
  await complete(page)
  const sent = new URLSearchParams((await confirmed).postData() ?? '')
  expect(sent.get('payment_method_data[billing_details][address][postal_code]')).toBe(BILLING.zipCode)
  expect(sent.get('shipping[address][postal_code]')).toBe(SHIPPING.zipCode)
  await expectSuccess(page)
})

test('an empty cart redirects to /, and a purchase works with the keyboard alone', async ({ page }) => {
  await page.goto('/checkout')
  await expect(page).toHaveURL('/')
  await addToCart(page, 'concrete-pen-cup')
  await proceed(page)
  await page.getByRole('main').getByLabel('Email').focus()
  const { firstName, lastName, email, phone, address, city, zipCode } = SHIPPING
  for (const text of [email, phone, firstName, lastName, address, city]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('Tex')
  await page.keyboard.press('Tab')
  await page.keyboard.type(zipCode)
  await page.keyboard.press('Enter')
  const card = cardFrame(page)
  await expect(card.getByLabel('Card number')).toBeVisible()
  await card.getByLabel('Card number').focus()
  await page.keyboard.type(CARD.good)
  await page.keyboard.press('Tab')
  await page.keyboard.type('1234')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.getByRole('button', { name: 'Complete Payment' }).press('Enter')
  await expectSuccess(page)
})

test.describe('in the dark theme on a phone', () => {
  const PHONE = { width: 375, height: 760 }
  // Tall enough for a whole step: an element half covered by the summary bar would count as too small a target.
  const WHOLE = { width: 375, height: 1500 }
  test.use({ colorScheme: 'dark', viewport: PHONE })
  test('both steps are accessible, the total stays visible, and entered values survive Refresh, Back, and a second tab', async ({
    page,
    context,
  }) => {
    await toPayment(page)
    const summary = page.getByRole('complementary', { name: 'Order summary' }).locator('summary')
    await expect(summary).toBeInViewport()
    await expect(summary).toContainText('$133.99')
    await expect(page.getByText('Shipping information saved', { exact: true })).toBeHidden()
    await page.setViewportSize(WHOLE)
    await expectAccessible(page)
    await page.reload()
    await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
    await page.goBack()
    await expect(page.getByLabel('First name')).toHaveValue('Ada')
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expect(summary).toBeInViewport()

    const other = await context.newPage()
    await other.goto('/checkout')
    await expect(other.getByLabel('City')).toHaveValue('Austin')
    await other.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(cardFrame(other).getByLabel('Card number')).toBeVisible()
    await other.getByRole('button', { name: 'Back to Shipping' }).click()
    await expect(other.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
    await other.close()
  })
})
