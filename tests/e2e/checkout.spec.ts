import { bankFrame, cardFrame, typeCard } from '../support/card-form/card-journey.ts'
import {
  addToCart,
  complete,
  expectSuccess,
  fillShipping,
  lettersTo,
  proceed,
  toPayment,
} from '../support/checkout-journey.ts'
import { expect, expectAccessible, settled, test } from '../support/journey.ts'
import { CARD, SHIPPING, switchOn } from '../support/purchase.ts'

test('a guest buys a lamp, and gets a letter', async ({ page, shop }) => {
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
  expect(await page.evaluate(() => fetch('/api/cart').then((answer) => answer.json()))).toEqual([])
  await expect
    .poll(async () => (await lettersTo(shop.sandboxUrl, 'guest@example.com')).map(({ subject }) => subject))
    .toEqual([`Your order ${orderId} at Plinth`])
  await expect(page.getByRole('link', { name: 'View Orders' })).toHaveAttribute(
    'href',
    `/order-tracking?orderId=${orderId}&email=guest%40example.com`,
  )
})

test('what is typed survives a refresh, Back, and a second tab finds the same order', async ({
  page,
  context,
}) => {
  await toPayment(page)
  await page.reload()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  const other = await context.newPage()
  await other.goto('/checkout')
  await expect(other.getByLabel('City')).toHaveValue('Austin')
  await other.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(cardFrame(other).getByLabel('Card number')).toBeVisible()
  await other.getByRole('button', { name: 'Back to Shipping' }).click()
  await expect(other.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
  await other.close()
})

test('with an empty cart leads to /', async ({ page }) => {
  await page.goto('/checkout')
  await expect(page).toHaveURL('/')
})

test.describe('a declined card', () => {
  test.use({ expectedMessages: [/status of 402/] })
  test('is told of, and another one pays', async ({ page }) => {
    await toPayment(page)
    await typeCard(cardFrame(page), CARD.declined)
    await complete(page)
    await expect(page.getByText('Payment failed', { exact: true })).toBeVisible()
    await cardFrame(page).getByLabel('Card number').fill(CARD.good)
    await complete(page)
    await expectSuccess(page)
  })
})

test.describe("the bank's question", () => {
  test('answered: the order is placed', async ({ page }) => {
    await toPayment(page)
    await typeCard(cardFrame(page), '4000000000003220')
    await complete(page)
    await bankFrame(page).getByRole('button', { name: 'Complete' }).click()
    await expectSuccess(page)
  })

  test('failed: nothing is charged, and the form stays', async ({ page }) => {
    await toPayment(page)
    await typeCard(cardFrame(page), '4000002500003155')
    await complete(page)
    await bankFrame(page).getByRole('button', { name: 'Fail' }).click()
    await expect(page.getByText('Payment failed', { exact: true })).toBeVisible()
    await cardFrame(page).getByLabel('Card number').fill(CARD.good)
    await complete(page)
    await expectSuccess(page)
  })
})

test('the browser is closed right after the payment: the order is there all the same', async ({
  page,
  shop,
  context,
}) => {
  await toPayment(page, 'cable-dock', 'vanished@example.com')
  await typeCard(cardFrame(page), CARD.good)
  const confirmed = page.waitForResponse(/\/confirm$/)
  await page.route('**/order-success**', (route) => route.abort())
  await complete(page)
  await confirmed
  await page.close()
  const after = await context.newPage()
  await expect
    .poll(async () => (await lettersTo(shop.sandboxUrl, 'vanished@example.com')).length, { timeout: 15_000 })
    .toBe(1)
  await after.goto('/')
  expect(await after.evaluate(() => fetch('/api/cart').then((answer) => answer.json()))).toEqual([])
})

test.describe('a cart that changes under the payment', () => {
  // The browser reports the refusal on the console.
  test.use({ expectedMessages: [/status of 409/] })
  test('in another tab: nobody pays the other total', async ({ page, context }) => {
    await toPayment(page)
    await page.evaluate(async () => {
      const items = (await (await fetch('/api/cart')).json()) as { id: number }[]
      await fetch(`/api/cart/${items[0]?.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ quantity: 3 }),
      })
    })
    await typeCard(cardFrame(page), CARD.good)
    await complete(page)
    await expect(page.getByText('Could not initialize payment', { exact: true })).toBeVisible()
    const notice = page.getByRole('region', { name: 'Changes of your cart' })
    await expect(notice).toContainText('you had 1 and now have 3')
    await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await typeCard(cardFrame(page), CARD.good)
    await complete(page)
    await expectSuccess(page)
    await context.close()
  })
})

test('a payment that takes its time: the page says so and updates itself', async ({ page, shop }) => {
  await toPayment(page, 'felt-desk-mat')
  await switchOn(shop, 'processing', { count: 1, delayMs: 4000 })
  await typeCard(cardFrame(page), CARD.good)
  await complete(page)
  await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible()
  await expectAccessible(page)
  await expectSuccess(page)
})

test.describe('while the provider is away', () => {
  test.use({ expectedMessages: [/status of 503/] })
  test('the payment cannot begin: told, back to Shipping, and a later try works', async ({ page, shop }) => {
    await addToCart(page, 'halo-desk-lamp')
    await proceed(page)
    await fillShipping(page)
    await switchOn(shop, 'error', { count: 1 })
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(page.getByText('Could not initialize payment', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
  })
})

test('a lie in the address of the next page buys nothing', async ({ page }) => {
  await toPayment(page)
  const secret = await page.evaluate(() => sessionStorage.getItem('checkout-payment') ?? '')
  await page.goto(
    `/order-success?redirect_status=succeeded&payment_intent_client_secret=${encodeURIComponent(secret)}`,
  )
  await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to payment' }).click()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
})

test('the keyboard alone can buy', async ({ page }) => {
  await addToCart(page, 'concrete-pen-cup')
  await proceed(page)
  await page.getByLabel('First name').focus()
  const { firstName, lastName, email, phone, address, city, zipCode } = SHIPPING
  for (const text of [firstName, lastName, email, phone, address, city]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('Tex')
  await page.keyboard.press('Tab')
  await page.keyboard.type(zipCode)
  await page.keyboard.press('Enter')
  const card = cardFrame(page)
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
  // High enough for all of a step: what lies half under the summary's line would count as too small to be hit.
  const WHOLE = { width: 375, height: 1500 }
  test.use({ colorScheme: 'dark', viewport: PHONE })
  test('both steps are accessible, and the total stays in sight', async ({ page }) => {
    await toPayment(page)
    const summary = page.getByRole('complementary', { name: 'Order summary' }).locator('summary')
    await expect(summary).toBeInViewport()
    await expect(summary).toContainText('$133.99')
    await expect(page.getByText('Shipping information saved', { exact: true })).toBeHidden()
    await page.setViewportSize(WHOLE)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Back to Shipping' }).click()
    await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize(PHONE)
    await expect(summary).toBeInViewport()
  })
})
