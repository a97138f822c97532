import type { Page } from '@playwright/test'
import {
  aProduct,
  EMAIL_WITHOUT_SCRIPTS,
  expect,
  expectGoodInAllViews,
  openEmail,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'
import type { ShopProcess } from '../support/shop-process.ts'

test.use({ shopFor: 'admins', expectedMessages: [EMAIL_WITHOUT_SCRIPTS] })

const SUBJECT = 'Journey Box (Blue) is back in stock'
const CONFIRM = 'Confirm your request for Journey Box (Blue)'
const FORM = 'Get one email when it’s back in stock'

test('a shopper gets one email when an admin restocks a sold-out variant, and unsubscribes', {
  tag: '@long',
}, async ({ page, anotherDevice, shop }) => {
  const admin = await anotherDevice()
  const id = await aSoldOutColor(admin)
  await page.goto(`/product/${id}?option1=Gray`)
  await settled(page)
  await expect(page.getByRole('form', { name: FORM })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Blue Sold out' }).check({ force: true })
  await expect(page.getByRole('form', { name: FORM })).toBeVisible()
  await expectGoodInAllViews(page)
  await requestEmail(page, shop, 'shopper@example.com')

  await openDemand(admin)
  await setStockOfBlue(admin, 3)
  await openEmail(page, shop, 'shopper@example.com', SUBJECT)
  await page.getByRole('link', { name: /\/product\/.+\?variant=\d+$/ }).click()
  await settled(page)
  await expect(page.getByRole('radio', { name: 'Blue', exact: true })).toBeChecked()
  await expect(page.getByText('Only 3 left')).toBeVisible()
  await expect(page.getByRole('form', { name: FORM })).toHaveCount(0)

  await openEmail(page, shop, 'shopper@example.com', SUBJECT)
  await page.getByRole('link', { name: /back-in-stock\/unsubscribe/ }).click()
  await settled(page)
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText(/^We’ve deleted your email address/)).toBeFocused()
})

/** Creates a box in gray (5 left), and in blue, which is sold out. @returns its ID */
async function aSoldOutColor(page: Page): Promise<number> {
  const id = await aProduct(page)
  const response = await page.request.put(`/api/admin/products/${id}/variants`, {
    headers: { authorization: `Bearer ${await signInAsAdmin(page)}` },
    data: {
      options: [{ name: 'Color', values: ['Gray', 'Blue'] }],
      variants: [
        { optionValues: ['Gray'], stockQuantity: 5 },
        { optionValues: ['Blue'], stockQuantity: 0 },
      ],
    },
  })
  expect(response.ok(), await response.text()).toBe(true)
  return id
}

/** Requests the email on the open product page, and confirms it by the emailed link. */
async function requestEmail(page: Page, shop: ShopProcess, email: string) {
  const form = page.getByRole('form', { name: FORM })
  await form.getByLabel('Email address').fill(email)
  await form.getByRole('button', { name: 'Email me' }).click()
  await expect(page.getByText(/^We’ve sent an email to this address/)).toBeFocused()
  const product = page.url()
  await openEmail(page, shop, email, CONFIRM)
  await page.getByRole('link', { name: /back-in-stock\/confirm/ }).click()
  await settled(page)
  await page.getByRole('button', { name: 'Confirm request' }).click()
  await expect(page.getByText('Thank you. We’ll email you once when this is back in stock.')).toBeFocused()
  await page.goto(product)
}

/** Opens the product whose blue variant one shopper waits for, from the list of the demand. */
async function openDemand(admin: Page) {
  await admin.goto('/admin?tab=products&view=back-in-stock')
  const row = admin.getByRole('row', { name: /^Journey Box Blue 1 / })
  await row.getByRole('link', { name: 'Journey Box' }).click()
  await expect(admin.getByText('Shoppers wait for an email when it’s back in stock: Blue (1)')).toBeVisible()
}

async function setStockOfBlue(admin: Page, units: number) {
  await admin.getByLabel('Stock of Blue', { exact: true }).fill(String(units))
  const save = admin.getByRole('button', { name: 'Save product' })
  await save.click()
  await expect(admin.getByText('Unsaved changes')).toHaveCount(0)
}
