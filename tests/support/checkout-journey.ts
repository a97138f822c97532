import type { Page } from '@playwright/test'
import { cardFrame, typeCard } from './card-form/card-journey.ts'
import { expect, settled } from './journey.ts'
import { CARD, SHIPPING } from './shopper-details.ts'

const LABELS = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  city: 'City',
  zipCode: 'Zip code',
} as const

export async function addToCart(page: Page, slug: string) {
  await page.goto(`/product/${slug}`)
  await settled(page)
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await expect(page.getByRole('dialog', { name: 'Your Cart (1)' })).toBeVisible()
}

/** The panel takes 300 ms to slide out, and the page behind it ignores input until then. */
export async function proceed(page: Page) {
  await page.getByRole('link', { name: 'Proceed to Checkout' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Shipping Information' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
}

export async function fillShipping(page: Page, email: string = SHIPPING.email) {
  const info = { ...SHIPPING, email }
  const form = page.getByRole('region', { name: 'Shipping Information' })
  for (const [field, label] of Object.entries(LABELS))
    await form.getByLabel(label, { exact: true }).fill(info[field as keyof typeof LABELS])
  await form.getByLabel('State').selectOption(SHIPPING.state)
}

export async function toPayment(page: Page, slug = 'halo-desk-lamp', email?: string) {
  await addToCart(page, slug)
  await proceed(page)
  await fillShipping(page, email)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(page.getByText('Shipping information saved', { exact: true })).toBeVisible()
  await expect(cardFrame(page).getByLabel('Card number')).toBeVisible()
}

/** Right after scrolling, Chromium still sends clicks to the card's frame where it was, so the page scrolls first. */
export async function complete(page: Page) {
  const button = page.getByRole('button', { name: 'Complete Payment' })
  await button.scrollIntoViewIfNeeded()
  await nextFrames(page)
  await button.click()
}

/** Resolves after two painted frames. */
const nextFrames = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )

export async function expectSuccess(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Order Successful!' })).toBeVisible()
  const order = await page.getByText(/^Order ID PL-/).textContent()
  return order?.replace('Order ID ', '').trim() ?? ''
}

export async function emailsTo(
  sandboxUrl: string,
  email: string,
): Promise<{ id: number; subject: string; text: string }[]> {
  const response = await fetch(`${sandboxUrl}/sandbox/api/mails?${new URLSearchParams({ to: email })}`)
  return (await response.json()) as { id: number; subject: string; text: string }[]
}

/** Buys a product, from its page to 'Order Successful!'. @returns the order ID */
export async function buy(page: Page, slug: string, email: string): Promise<string> {
  await toPayment(page, slug, email)
  await typeCard(cardFrame(page), CARD.good)
  await complete(page)
  return expectSuccess(page)
}
