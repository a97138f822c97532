import type { Page } from '@playwright/test'
import { SHIPPING } from '../support/shopper-details.ts'
import { type FilledShop, LONG_PRODUCT, type People } from './people.ts'

export type Screen = {
  name: string
  address: string | ((shop: FilledShop) => string)
  /** The user whose token the browser has, or a visitor if omitted. */
  who?: keyof People
  before?(page: Page): Promise<unknown>
  /** An action once the page responds. Waits for its outcome. */
  act?(page: Page): Promise<unknown>
  /** If false, captures only the viewport, as for panels over a page. */
  isWhole?: boolean
}

/** Never responds to matching requests. */
export const holding = (pattern: RegExp) => (page: Page) => page.route(pattern, () => undefined)
export const failing = (pattern: RegExp) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }))
export const answering = (pattern: RegExp, json: object) => (page: Page) =>
  page.route(pattern, (route) =>
    route.fulfill({ json, headers: { 'x-total-count': String(Array.isArray(json) ? json.length : 1) } }),
  )

export const seen = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
export const seenLoading = (page: Page) => page.locator('.animate-pulse').first().waitFor()

/** Clicks a link, so the page is rendered in the browser. */
export const follow = (name: string) => async (page: Page) => {
  await page.getByRole('link', { name }).first().click()
  await seenLoading(page)
}

/** Clicks buttons or links in turn, waiting for each to appear. */
export const press =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    for (const name of names) {
      const button = page.getByRole('button', { name }).or(page.getByRole('link', { name }))
      await button.or(page.getByRole('menuitem', { name })).first().click()
    }
  }

/** Clicks buttons or links in turn, and waits for the dialog that opens. */
export const openDialog =
  (...names: (string | RegExp)[]) =>
  async (page: Page) => {
    await press(...names)(page)
    await page.getByRole('dialog').last().waitFor()
    await page.waitForLoadState('networkidle')
  }

export async function withCart(page: Page) {
  await page.request.post('/api/cart', { data: { productId: 1, quantity: 2 } })
  await page.request.post('/api/cart', { data: { productId: 3, quantity: 1 } })
}

export async function withLongCart(page: Page) {
  const response = await page.request.get(`/api/products/${LONG_PRODUCT.split('/').at(-1)}`)
  const { id } = (await response.json()) as { id: number }
  await page.request.post('/api/cart', { data: { productId: id, quantity: 999 } })
}

export async function openCart(page: Page) {
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click()
  await page.getByRole('dialog', { name: /Your Cart/ }).waitFor()
}

export async function openMenu(page: Page) {
  const button = page.getByRole('button', { name: 'Menu' })
  if (await button.isVisible()) {
    await button.click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  } else await page.getByText('Categories', { exact: true }).first().click()
}

export const openActions = (page: Page) =>
  page
    .getByLabel(/^Actions for/)
    .first()
    .click()

/** On a wide screen the filters are next to the list. */
export async function openFilters(page: Page) {
  const button = page.getByRole('button', { name: /^Filters/ })
  if (await button.isVisible()) await openDialog(/^Filters/)(page)
  else await page.getByRole('heading', { name: 'All Products' }).scrollIntoViewIfNeeded()
}

export async function typeSearch(page: Page) {
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially('walnut')
  await page.getByRole('option').first().waitFor()
}

/** Continues from Shipping to the payment provider's form. */
export async function toPayment(page: Page) {
  await sendShipping(page)
  await page.getByRole('button', { name: 'Complete Payment' }).waitFor()
  await page.frameLocator('iframe').first().getByLabel('Card number').waitFor()
}

/** Fills in an address in Texas. */
export async function typeShipping(page: Page) {
  const labels = {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    phone: 'Phone',
    address: 'Address',
    city: 'City',
    zipCode: 'Zip code',
  } as const
  const form = page.getByRole('main')
  for (const [name, label] of Object.entries(labels))
    await form.getByLabel(label, { exact: true }).fill(SHIPPING[name as keyof typeof labels])
  await form.getByLabel('State', { exact: true }).selectOption(SHIPPING.state)
}

async function sendShipping(page: Page) {
  await typeShipping(page)
  await press('Continue to Payment')(page)
}

/** Proceeds to the error shown when another shopper has bought the last units. */
export async function toChangedCart(page: Page) {
  const line = { price: '149.00', seenPrice: '129.00', seenQuantity: 2, quantity: 2 }
  await page.route(/api\/create-payment-intent/, (route) =>
    route.fulfill({
      status: 409,
      json: {
        message: 'Your cart has changed.',
        code: 'cart_changed',
        quote: {
          lines: [{ ...line, productId: 1, name: 'Walnut Monitor Stand', left: 1 }],
          subtotal: '298.00',
          shipping: '4.99',
          total: '302.99',
        },
      },
    }),
  )
  await sendShipping(page)
  await seen('Your cart has changed')(page)
}

export async function loseConnection(page: Page) {
  await page.context().setOffline(true)
  await seen('You’re offline.')(page)
}
