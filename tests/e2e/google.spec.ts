import type { Page } from '@playwright/test'
import { addToCart } from '../support/checkout-journey.ts'
import { expect, expectAccessible, settled, test } from '../support/journey.ts'

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in with Google' })
const mara = (page: Page) => page.getByRole('button', { name: 'Continue as Mara Lindqvist' })
const token = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'))

async function openAuth(page: Page, origin = '') {
  await page.goto(`${origin}/auth`)
  await settled(page)
}

/** Returns the provider's page in the popup that the button opens. */
async function openPopup(page: Page): Promise<Page> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), signInButton(page).click()])
  await expect(mara(popup)).toBeVisible()
  return popup
}

async function expectSignedIn(page: Page) {
  await expect(page.getByText('Google sign-in successful', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Account menu for Mara Lindqvist')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await token(page)).toMatch(/^[\w-]{43}$/)
}

async function expectNotSignedIn(page: Page, message: string) {
  await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(signInButton(page)).toBeEnabled()
  expect(await token(page)).toBeNull()
}

test.describe('a sign-in with Google in a popup', () => {
  test('on the provider’s origin reloads the page, signed in', async ({ page, shop }) => {
    await openAuth(page)
    await expectAccessible(page)
    const popup = await openPopup(page)
    expect(new URL(popup.url()).origin).toBe(shop.sandboxUrl)
    expect(shop.sandboxUrl).not.toBe(shop.url)
    await expectAccessible(popup)
    const closed = popup.waitForEvent('close')
    const reloaded = page.waitForEvent('load')
    await mara(popup).click()
    await closed
    await reloaded
    await expectSignedIn(page)
    await page.goto('/profile')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('mara@people.example')
  })

  test('shows why it failed, and a retry works', { tag: '@long' }, async ({ page }) => {
    await openAuth(page)
    const closed = await openPopup(page)
    await expect(signInButton(page)).toBeDisabled()
    await closed.close()
    await expectNotSignedIn(page, 'Sign-in was cancelled. Please try again.')

    const denied = await openPopup(page)
    await denied.getByRole('button', { name: 'Cancel' }).click()
    await expectNotSignedIn(page, 'Sign-in request was cancelled. Please try again.')
    await expectAccessible(page)

    // Google has not verified this user's email address.
    const rejected = await openPopup(page)
    await rejected.getByRole('button', { name: 'Continue as Jonas Okafor' }).click()
    await expectNotSignedIn(page, 'Google authentication failed')

    await mara(await openPopup(page)).click()
    await expectSignedIn(page)
  })
})

/** Detects a text as soon as it is shown. On a slow machine it could disappear before a query finds it. */
async function listenFor(page: Page, text: string): Promise<() => boolean> {
  let isHeard = false
  await page.exposeFunction('hear', () => {
    isHeard = true
  })
  await page.addInitScript((text) => {
    const { hear } = window as unknown as { hear: () => void }
    const isShown = (element: Element) => element.textContent === text && element.checkVisibility()
    new MutationObserver(() => {
      if ([...document.querySelectorAll('li *')].some(isShown)) hear()
    }).observe(document, { childList: true, subtree: true })
  }, text)
  return () => isHeard
}

test.describe('a sign-in with Google in a browser that blocks popups', () => {
  // Simulates blocked popups, because the setting differs by browser.
  test.beforeEach(({ page }) => page.addInitScript(() => Object.assign(window, { open: () => null })))

  test('shows a message, then opens Google in the current window and returns signed in', async ({
    page,
    shop,
  }) => {
    const isSaid = await listenFor(
      page,
      'Pop-up was blocked by your browser. Please allow pop-ups for this site.',
    )
    await openAuth(page)
    expect(isSaid()).toBe(false)
    await signInButton(page).click()
    await expect.poll(isSaid).toBe(true)
    await expect(mara(page)).toBeVisible()
    expect(new URL(page.url()).origin).toBe(shop.sandboxUrl)
    await mara(page).click()
    await expectSignedIn(page)
  })

  test('returns to the checkout, and to no other site', { tag: '@long' }, async ({ page, shop }) => {
    await addToCart(page, 'halo-desk-lamp')
    await page.goto('/checkout')
    await page
      .getByRole('main')
      .getByRole('link', { name: /sign in/i })
      .click()
    await signInButton(page).click()
    await mara(page).click()
    await expect(page).toHaveURL('/checkout')
    await expect(page.getByText('Google sign-in successful', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('mara@people.example')

    for (const target of ['//evil.example', 'https://evil.example/', String.raw`/\evil.example`]) {
      await page.evaluate(() => localStorage.clear())
      await openAuth(page)
      await signInButton(page).click()
      await expect(mara(page)).toBeVisible()
      await page.addInitScript(
        ([origin, target]) => {
          if (location.origin === origin && sessionStorage.getItem('google-sign-in') !== null)
            sessionStorage.setItem('google-sign-in-target', target ?? '')
        },
        [shop.url, target],
      )
      await mara(page).click()
      await expectSignedIn(page)
    }
  })

  test.describe('and a user who cancels', () => {
    test.use({ expectedMessages: [/^error: Error: Google sign-in: denied/] })
    test('only logs a failure in the main window, once', { tag: '@long' }, async ({ page, shop }) => {
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      await openAuth(page)
      await signInButton(page).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page).toHaveURL(`${shop.url}/auth`)
      await expect.poll(() => logged).toHaveLength(1)
      await page.reload()
      await settled(page)
      expect(logged).toHaveLength(1)
      await expect(page.getByText(/cancelled|failed/i)).toHaveCount(0)
      expect(await token(page)).toBeNull()
    })
  })
})
