import type { Page } from '@playwright/test'
import { buy, emailsTo } from '../support/checkout-journey.ts'
import { ADMIN } from '../support/config.ts'
import { expect, expectAccessible, settled, signInAsCustomer, test } from '../support/journey.ts'

type Shop = { url: string; sandboxUrl: string }
type Order = { items: { id: number }[]; returns: { id: number }[] }

/** Sends the request that the admin's pages would send. */
async function admin(page: Page, path: string, data: object = {}) {
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = ADMIN
  const signedIn = await page.request.post('/api/auth/login', { data: { username, password } })
  const { token } = (await signedIn.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const response = await page.request.post(`/api/admin/${path}`, { data, headers })
  expect(response.status()).toBe(200)
}

/** Waits for an email in the mailbox and opens it there. */
async function openEmail(page: Page, { sandboxUrl }: Shop, email: string, subject: string) {
  const found = async () => (await emailsTo(sandboxUrl, email)).find((message) => message.subject === subject)
  await expect.poll(async () => (await found())?.subject).toBe(subject)
  await page.goto(`${sandboxUrl}/mailbox/${(await found())?.id}`)
  return page.frameLocator('iframe[title="The email"]')
}

async function track(page: Page, shop: Shop, email: string, subject: string) {
  const message = await openEmail(page, shop, email, subject)
  const href = await message.getByRole('link', { name: 'Track your order' }).getAttribute('href')
  await page.goto(href ?? '')
  await settled(page)
}

// The email is in a sandboxed frame, in which no script runs, not even the test runner's.
const FROM_EMAILS = /document's frame is sandboxed and the 'allow-scripts' permission is not set/
test.use({ expectedMessages: [FROM_EMAILS] })

const card = (page: Page, orderId: string) => page.getByRole('region', { name: `Order ${orderId}` })

/** Expects dark text on white without any controls in print, even with the dark theme. */
async function expectGoodPrint(page: Page, orderId: string) {
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(29, 26, 22)')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(card(page, orderId)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  for (const part of ['banner', 'contentinfo', 'complementary', 'button', 'textbox'] as const)
    await expect(page.getByRole(part)).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(243, 238, 230)')
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible()
  await page.emulateMedia({ colorScheme: null, media: null })
}

test('a guest buys, follows the order through its emails, prints it, returns it, and gets a refund', async ({
  page,
  shop,
}) => {
  const email = 'follows@example.com'
  const orderId = await buy(page, 'halo-desk-lamp', email)

  await track(page, shop, email, `Your order ${orderId} at Plinth`)
  await expect(page.getByLabel('Order ID')).toHaveValue(orderId)
  await expect(card(page, orderId).getByRole('status')).toHaveText('Processing')
  await expectAccessible(page)
  await expectGoodPrint(page, orderId)

  await admin(page, `orders/${orderId}/ship`, { carrier: 'UPS', trackingNumber: '1Z999' })
  const message = await openEmail(page, shop, email, `Your order ${orderId} has shipped`)
  await expect(message.getByText('Tracking number: 1Z999')).toBeVisible()
  await track(page, shop, email, `Your order ${orderId} has shipped`)
  await expect(card(page, orderId).getByRole('status')).toHaveText('Shipped')
  await expect(page.getByText('Shipped with UPS')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeHidden()

  await admin(page, `orders/${orderId}/deliver`)
  await track(page, shop, email, `Your order ${orderId} was delivered`)
  await page.getByRole('button', { name: 'Return items' }).click()
  const dialog = page.getByRole('dialog', { name: 'Return items' })
  await dialog.getByLabel('Reason (optional)').fill('Too bright')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Request return' }).click()
  await expect(page.getByText('Return requested', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('1 × Halo LED Desk Lamp').first()).toBeVisible()
  await track(page, shop, email, `We received your return request for order ${orderId}`)

  const query = new URLSearchParams({ orderId, email })
  const order = (await (await page.request.get(`/api/orders/track?${query}`)).json()) as Order
  await admin(page, `returns/${order.returns[0]?.id}/accept`, { refund: '20.00', restock: true })
  await track(page, shop, email, `Your return for order ${orderId} was accepted`)
  await track(page, shop, email, `We refunded $20.00 for your order ${orderId}`)
  await expect(page.getByText('Return accepted')).toBeVisible()
  await expect(page.getByText('$20.00 refunded')).toBeVisible()
  await expect(card(page, orderId).getByRole('status')).toHaveText('Delivered')
  await expectAccessible(page)
})

test('a customer finds an order in the order history, orders it again and cancels it', {
  tag: '@long',
}, async ({ page, shop }) => {
  const email = 'regular@example.com'
  await signInAsCustomer(page, 'regular', email)
  const orderId = await buy(page, 'cable-dock', email)
  const orders = page.getByRole('link', { name: 'View Orders' })
  // The server renders the link for any visitor; the page's script changes its target.
  await expect(orders).toHaveAttribute('href', '/orders')
  await orders.click()
  await expect(page).toHaveURL('/orders')
  await expect(page.getByRole('row', { name: new RegExp(orderId) })).toContainText('Processing')
  await expectAccessible(page)
  await page.setViewportSize({ width: 375, height: 800 })
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)

  await page.getByRole('button', { name: `View details of order ${orderId}` }).click()
  const details = page.getByRole('dialog', { name: `Order ${orderId}` })
  await expect(details.getByText('12 Analytical Row')).toBeVisible()
  await expectAccessible(page)
  await details.getByRole('button', { name: 'Order again' }).click()
  await expect(page.getByRole('dialog', { name: 'Your Cart (1)' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto('/account/orders')
  await expect(page).toHaveURL('/orders')
  await page.getByRole('button', { name: `View details of order ${orderId}` }).click()
  await details.getByRole('button', { name: 'Cancel order' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this order?' })
  await question.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Order cancelled', { exact: true })).toBeVisible()
  await expect(details.getByText('Cancelled').first()).toBeVisible()
  await openEmail(page, shop, email, `Your order ${orderId} was cancelled`)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, expectedMessages: [/status of 40[04]/] })
  test('the tracking form works, and shows errors', async ({ page }) => {
    const form = page.getByRole('main')
    await page.goto('/order-tracking')
    await form.getByLabel('Email Address').fill('nobody')
    await page.getByRole('button', { name: 'Track Order' }).click()
    await expect(page.getByText('Order ID is required')).toBeVisible()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await page.getByLabel('Order ID').fill('PL-0000-0000')
    await form.getByLabel('Email Address').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Track Order' }).click()
    await expect(page.getByRole('alert')).toHaveText('Order not found')
  })
})
