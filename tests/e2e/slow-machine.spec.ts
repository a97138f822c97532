import type { Page } from '@playwright/test'
import { expect, signInAsCustomer, test } from '../support/journey.ts'

/** Holds back requests for matching URLs. @returns the function that releases them */
async function held(page: Page, pattern: RegExp) {
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return letGo
}

const PRODUCT = '/product/concrete-pen-cup'
const APP = /\/assets\/entry-client.*\.js$/
const heart = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: /Concrete Pen Cup .*favorites/ })

test.describe('on a slow machine no click is lost', () => {
  test('before the app has loaded', async ({ page }) => {
    await signInAsCustomer(page, 'early-bird')
    const start = await held(page, APP)
    await page.goto(PRODUCT, { waitUntil: 'commit' })
    await heart(page).click()
    const more = page.getByRole('button', { name: 'Increase quantity for Concrete Pen Cup' })
    await more.click()
    await more.click()
    start()
    await expect(page.getByText('Added to favorites', { exact: true })).toBeVisible()
    await expect(heart(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('status', { name: 'Quantity of Concrete Pen Cup' })).toHaveText('3')
  })

  test('before the session has loaded', async ({ page }) => {
    await signInAsCustomer(page, 'quick-hand')
    const response = await held(page, /\/api\/auth\/user$/)
    await page.goto(PRODUCT)
    await expect(page.getByText('Initializing application...')).toBeVisible()
    await heart(page).click()
    await expect(heart(page)).toBeDisabled()
    response()
    await expect(page.getByText('Added to favorites', { exact: true })).toBeVisible()
  })

  test('by a visitor who is not signed in', { tag: '@long' }, async ({ page }) => {
    const start = await held(page, APP)
    await page.goto(PRODUCT, { waitUntil: 'commit' })
    await heart(page).click()
    start()
    await expect(page.getByText('Authentication required', { exact: true })).toBeVisible()
  })

  test("on 'Add to Cart', which needs no script", async ({ page }) => {
    const start = await held(page, APP)
    await page.goto(PRODUCT, { waitUntil: 'commit' })
    await page.locator('.buy-bar').getByRole('button', { name: 'Add to Cart' }).click({ noWaitAfter: true })
    await page.waitForURL('/cart', { waitUntil: 'commit' })
    start()
    await expect(page.getByRole('dialog', { name: 'Your Cart (1)' })).toBeVisible()
  })
})

test.describe('a page with a photograph at the top', () => {
  test.use({ expectedMessages: [/Failed to load resource: net::ERR_FAILED .*\/images\//] })

  for (const address of ['/', PRODUCT]) {
    const details = address === '/' ? {} : { tag: '@long' }
    test(`loads the photograph before the app: ${address}`, details, async ({ page }) => {
      const isStarted = begun(page)
      const photograph = await held(page, /\/images\//)
      await page.goto(address, { waitUntil: 'domcontentloaded' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await framesDrawn(page)
      expect(isStarted()).toBe(false)
      photograph()
      await expect.poll(isStarted).toBe(true)
    })
  }

  test('starts the app immediately when a user interacts with the page', async ({ page }) => {
    const isStarted = begun(page)
    const photograph = await held(page, /\/images\//)
    await page.goto(PRODUCT, { waitUntil: 'domcontentloaded' })
    await page.getByRole('button', { name: 'Increase quantity for Concrete Pen Cup' }).click()
    await expect.poll(isStarted).toBe(true)
    await expect(page.getByRole('status', { name: 'Quantity of Concrete Pen Cup' })).toHaveText('2')
    photograph()
  })

  test('starts the app even if the photograph fails to load', async ({ page }) => {
    const isStarted = begun(page)
    await page.route(/\/images\//, (route) => route.abort())
    await page.goto(PRODUCT)
    await expect.poll(isStarted).toBe(true)
  })
})

/** Returns a function that reports whether the page has requested the app. */
function begun(page: Page) {
  let isBegun = false
  page.on('request', (request) => {
    isBegun ||= APP.test(request.url())
  })
  return () => isBegun
}

/** Waits for enough frames for the app to start, if it didn't wait for the photograph. */
async function framesDrawn(page: Page) {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
  })
}
