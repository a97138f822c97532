import type { Page } from '@playwright/test'
import { addToCart, emailsTo, expectSuccess, proceed } from '../support/checkout-journey.ts'
import {
  expect,
  expectAccessible,
  expectGoodInAllViews,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'
import { switchOn } from '../support/purchase.ts'

// The only shop with wallets.
test.use({ shopFor: 'admins' })

const wallets = (page: Page) => page.getByRole('region', { name: 'Express checkout' })
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Google Pay (sandbox)' })

async function openSheet(page: Page) {
  await wallets(page).getByRole('button', { name: 'Pay with Google Pay' }).click()
  await expect(sheet(page)).toContainText('Total $')
}

const cartOf = (page: Page) =>
  page.evaluate(async () => ((await (await fetch('/api/cart')).json()) as unknown[]).length)

test('a wallet payment starts from the cart, and cancelling its sheet loses nothing', async ({ page }) => {
  await addToCart(page, 'halo-desk-lamp')
  await expect(wallets(page)).toBeVisible()
  await settled(page)
  await expectGoodInAllViews(page)
  await openSheet(page)
  await expect(sheet(page)).toContainText('Standard shipping: $4.99')
  await sheet(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Payment cancelled', { exact: true })).toBeVisible()

  await openSheet(page)
  await sheet(page).getByLabel('Ship to').selectOption('Berlin, Germany')
  await expect(sheet(page).getByText("This shop doesn't ship to this address.")).toBeVisible()
  await expect(sheet(page).getByRole('button', { name: 'Pay' })).toBeDisabled()
  await sheet(page).getByRole('button', { name: 'Cancel' }).click()
  expect(await cartOf(page)).toBe(1)

  await openSheet(page)
  await sheet(page).getByRole('button', { name: 'Pay' }).click()
  const orderId = await expectSuccess(page)
  expect(await cartOf(page)).toBe(0)

  const token = await signInAsAdmin(page)
  const order = await page.request.get(`/api/admin/orders/${orderId}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(await order.json()).toMatchObject({
    shippingAddress: { firstName: 'Ada', lastName: 'Lovelace', state: 'TX', zipCode: '78701', country: 'US' },
    billingAddress: null,
    contactEmail: 'ada@example.com',
    totalAmount: '133.99',
  })
})

test.describe('a declined wallet payment', () => {
  // The browser logs each rejected request to the console.
  test.use({ expectedMessages: [/status of (402|409)/] })
  test('at the checkout is explained, keeps the cart and the form, and succeeds in the end', {
    tag: '@long',
  }, async ({ page, shop, anotherDevice }) => {
    await addToCart(page, 'monitor-light-bar')
    await proceed(page)
    await page.getByLabel('City').fill('Boston')
    await expectAccessible(page)
    await openSheet(page)
    await sheet(page).getByLabel('Card').selectOption('Visa 0002, which is declined')
    await sheet(page).getByRole('button', { name: 'Pay' }).click()
    await expect(page.getByText('Payment failed', { exact: true })).toBeVisible()
    await expect(
      page.getByText('Your bank declined this card. Try another card.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByLabel('City')).toHaveValue('Boston')
    expect(await cartOf(page)).toBe(1)

    const admin = await anotherDevice()
    const stock = (stockQuantity: number) => setStock(admin, 'monitor-light-bar', stockQuantity)
    await openSheet(page)
    await page.evaluate(async () => {
      const [item] = (await (await fetch('/api/cart')).json()) as { id: number }[]
      const headers = { 'content-type': 'application/json' }
      await fetch(`/api/cart/${item?.id}`, { method: 'PATCH', headers, body: '{"quantity":3}' })
    })
    await stock(2)
    await sheet(page).getByRole('button', { name: 'Pay' }).click()
    await expect(page.getByText('Could not initialize payment', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Only 2 of .* left\.$/)).toBeVisible()
    await expect(sheet(page)).toBeHidden()
    await expect(page.getByRole('region', { name: 'Your cart has changed' })).toContainText(
      'Only 2 available',
    )
    await expect(page.getByLabel('City')).toHaveValue('Boston')
    expect(await cartOf(page)).toBe(1)

    await stock(5)
    await page.reload()
    await openSheet(page)
    await sheet(page).getByRole('button', { name: 'Pay' }).click()
    await expectSuccess(page)
    await expect
      .poll(async () => (await emailsTo(shop.sandboxUrl, 'ada@example.com')).length)
      .toBeGreaterThan(0)
  })
})

test('a wallet offers the methods of the zone it ships to, however it names the place, and pays for the chosen one', {
  tag: '@long',
}, async ({ page }) => {
  const headers = { authorization: `Bearer ${await signInAsAdmin(page)}` }
  const saveZones = async (zones: object[] | null) => {
    const saved = await page.request.patch('/api/admin/settings', { headers, data: { zones } })
    expect(saved.ok(), await saved.text()).toBe(true)
  }
  const mail = { kind: 'flat', name: 'Mail', rate: '5.00' }
  const express = { kind: 'flat', name: 'Express', rate: '19.00' }
  await saveZones([
    { name: 'Texas', countries: ['US'], regions: ['TX'], methods: [express, mail] },
    { name: 'Germany', countries: ['DE'], methods: [{ ...mail, rate: '9.00' }] },
    { name: 'Ontario', countries: ['CA'], regions: ['ON'], methods: [{ ...mail, rate: '4.00' }] },
    { name: 'Puerto Rico', countries: ['US'], regions: ['PR'], methods: [{ ...mail, rate: '7.00' }] },
    // The wallet shares only SW1A before the payment.
    { name: 'Westminster', countries: ['GB'], postalCodes: ['SW1A 1'], methods: [{ ...mail, rate: '6.00' }] },
  ])
  try {
    await addToCart(page, 'halo-desk-lamp')
    await openSheet(page)
    await expect(sheet(page)).toContainText('Mail: $5.00')
    await sheet(page).getByLabel('Ship to').selectOption('Berlin, Germany')
    await expect(sheet(page)).toContainText('Total $138.00')
    await sheet(page).getByLabel('Ship to').selectOption('London, United Kingdom')
    await expect(sheet(page)).toContainText('Total $135.00')
    await sheet(page).getByLabel('Ship to').selectOption('Toronto, Ontario')
    await expect(sheet(page)).toContainText('Total $133.00')
    await sheet(page).getByLabel('Ship to').selectOption('San Juan, Puerto Rico')
    await expect(sheet(page)).toContainText('Total $136.00')
    await sheet(page).getByLabel('Ship to').selectOption('Austin, Texas')
    await sheet(page)
      .getByRole('combobox', { name: /^Shipping/ })
      .selectOption('Express')
    await expect(sheet(page)).toContainText('Total $148.00')
    await sheet(page).getByRole('button', { name: 'Pay' }).click()
    const orderId = await expectSuccess(page)
    const order = await page.request.get(`/api/admin/orders/${orderId}`, { headers })
    expect(await order.json()).toMatchObject({
      totalAmount: '148.00',
      shippingMethod: { name: 'Express' },
    })
  } finally {
    await saveZones(null)
  }
})

test('a browser without a wallet shows no button, and the layout doesn’t shift', async ({ page, shop }) => {
  await switchOn(shop, 'no-wallet', { count: 2 })
  await addToCart(page, 'cable-dock')
  const session = page.waitForResponse(/\/v1\/elements\/sessions/)
  await page.getByRole('link', { name: 'Proceed to Checkout' }).press('Enter')
  await session
  await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
  await settled(page)
  await expect(wallets(page)).toBeHidden()
  await expect(page.getByText('Or enter your details')).toBeHidden()
})

async function setStock(admin: Page, slug: string, stockQuantity: number) {
  const headers = { authorization: `Bearer ${await signInAsAdmin(admin)}` }
  const { id } = (await (await admin.request.get(`/api/products/${slug}`)).json()) as { id: number }
  const changed = await admin.request.patch(`/api/admin/products/${id}`, { headers, data: { stockQuantity } })
  expect(changed.ok(), await changed.text()).toBe(true)
}
