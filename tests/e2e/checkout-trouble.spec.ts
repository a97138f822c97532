import type { Page } from '@playwright/test'
import { answerBank, cardFrame, typeCard } from '../support/card-form/card-journey.ts'
import {
  addToCart,
  complete,
  emailsTo,
  expectSuccess,
  fillShipping,
  proceed,
  toPayment,
} from '../support/checkout-journey.ts'
import { expect, expectAccessible, settled, test } from '../support/journey.ts'
import { switchOn } from '../support/purchase.ts'
import { CARD } from '../support/shopper-details.ts'

test.describe('a payment that fails in every possible way', () => {
  test.use({ expectedMessages: [/status of (402|503)/] })
  test('is reported each time, charges nothing, and succeeds in the end', async ({ page, shop }) => {
    await addToCart(page, 'halo-desk-lamp')
    await proceed(page)
    await fillShipping(page)
    await switchOn(shop, 'error', { count: 1 })
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(toasts(page).getByText('Could not initialize payment', { exact: true })).toBeVisible()
    await expect(problem(page)).toContainText('Could not initialize payment')
    await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()

    await typeCard(cardFrame(page), CARD.declined)
    await complete(page)
    await expectFailed(page, 'Your bank declined this card. Try another card.')

    await cardFrame(page).getByLabel('Card number').fill('4000002500003155')
    await complete(page)
    await answerBank(page, 'Fail')
    await expectFailed(page, "Your bank couldn't confirm your identity. Try again, or use another card.")

    await cardFrame(page).getByLabel('Card number').fill('4000000000003220')
    await complete(page)
    await answerBank(page, 'Complete')
    await expectSuccess(page)
  })
})

// 'Next action, redirect_to_url' in Stripe's API reference.
test('a bank page that opens in place of the shop leads back to it, whether the shopper fails or confirms there', async ({
  page,
  shop,
}) => {
  await toPayment(page, 'halo-desk-lamp', 'redirected@example.com')
  for (const answer of ['Fail', 'Complete']) {
    await switchOn(shop, 'bank-redirects', { count: 1 })
    await typeCard(cardFrame(page), '4000002500003155')
    await complete(page)
    await page.waitForURL(/\/3ds\//)
    await page.getByRole('button', { name: answer }).click()
    if (answer === 'Complete') break
    await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to payment' }).click()
  }
  await expectSuccess(page)
})

async function expectFailed(page: Page, reason: string) {
  await expect(toasts(page).getByText('Payment failed', { exact: true })).toBeVisible()
  await expect(problem(page).getByText(reason, { exact: true })).toBeVisible()
  await expectAccessible(page)
}

const toasts = (page: Page) => page.getByRole('region', { name: /^Notifications/ })
const problem = (page: Page) => page.getByRole('main').getByRole('alert')

test('the order exists even if the browser is closed right after the payment', { tag: '@long' }, async ({
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
    .poll(async () => (await emailsTo(shop.sandboxUrl, 'vanished@example.com')).length, { timeout: 15_000 })
    .toBe(1)
  await after.goto('/')
  expect(await after.evaluate(() => fetch('/api/cart').then((response) => response.json()))).toEqual([])
})

test.describe('a cart that changes during the payment', () => {
  // The browser logs the rejected request to the console.
  test.use({ expectedMessages: [/status of 409/] })
  test('in another tab is never charged at the outdated total', { tag: '@long' }, async ({
    page,
    context,
  }) => {
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
    const notice = page.getByRole('region', { name: 'Your cart has changed' })
    await expect(notice).toContainText('The quantity changed from 1 to 3')
    await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
    await expectAccessible(page)
    // The form for the new total replaces the earlier one.
    const changed = page.waitForResponse((response) => response.url().endsWith('/api/create-payment-intent'))
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await changed
    await typeCard(cardFrame(page), CARD.good)
    await complete(page)
    await expectSuccess(page)
    await context.close()
  })
})

test('a forged success URL buys nothing, and the page of a slow payment updates automatically', {
  tag: '@long',
}, async ({ page, shop }) => {
  await toPayment(page, 'felt-desk-mat')
  const secret = await page.evaluate(() => sessionStorage.getItem('checkout-payment') ?? '')
  await page.goto(
    `/order-success?redirect_status=succeeded&payment_intent_client_secret=${encodeURIComponent(secret)}`,
  )
  await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to payment' }).click()

  await switchOn(shop, 'processing', { count: 1, delayMs: 4000 })
  await typeCard(cardFrame(page), CARD.good)
  await complete(page)
  await expect(page.getByRole('heading', { name: 'Your payment is being processed' })).toBeVisible()
  await expectAccessible(page)
  await expectSuccess(page)
})
