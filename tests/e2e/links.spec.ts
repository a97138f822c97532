import type { Page } from '@playwright/test'
import { expect, settled, test } from '../support/journey.ts'

const scrolledTo = (page: Page) => page.evaluate(() => Math.round(scrollY))

test('a plain click changes the page without loading it again, and a click with Ctrl or Shift is left to the browser', async ({
  page,
}) => {
  await page.goto('/')
  await settled(page)
  await page.evaluate(() => Object.assign(window, { isSameWindow: true }))
  const about = page.getByRole('contentinfo').getByRole('link', { name: 'About Us' })
  for (const key of ['ctrlKey', 'shiftKey'] as const) {
    const isTaken = await about.evaluate((link, key) => {
      const click = new MouseEvent('click', { bubbles: true, cancelable: true, [key]: true })
      let isPrevented = false
      const look = (event: Event) => {
        isPrevented = event.defaultPrevented
        event.preventDefault()
      }
      addEventListener('click', look, { once: true })
      link.dispatchEvent(click)
      return isPrevented
    }, key)
    expect(isTaken, key).toBe(false)
  }
  await expect(page).toHaveURL('/')
  await about.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'About Us' })).toBeVisible()
  await expect(page).toHaveTitle(/About Us/)
  expect(await page.evaluate(() => 'isSameWindow' in window)).toBe(true)
})

test('a new page opens at its top, an anchor at its place, and an earlier page where it was left, even after a reload', async ({
  page,
}) => {
  await page.goto('/')
  await settled(page)
  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/#products')
  await expect.poll(() => scrolledTo(page)).toBeGreaterThan(300)
  const atProducts = await scrolledTo(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' })).toBeVisible()
  await expect.poll(() => scrolledTo(page)).toBe(0)
  const atFooter = await page.evaluate(() => {
    scrollTo(0, 500)
    return Math.round(scrollY)
  })
  await page.reload()
  await settled(page)
  await expect.poll(() => scrolledTo(page)).toBe(atFooter)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'All Products' })).toBeVisible()
  await expect.poll(() => scrolledTo(page)).toBeGreaterThan(atProducts)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' })).toBeVisible()
  await expect.poll(() => scrolledTo(page)).toBe(atFooter)
})

test("a card's photograph moves into the product's page and the browser's Back animates, too", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const names: string[] = []
    Object.assign(window, { names })
    const start = document.startViewTransition.bind(document)
    const nameOf = (image: Element) => getComputedStyle(image).viewTransitionName
    document.startViewTransition = (update) => {
      names.push([...document.images].map(nameOf).find((name) => name !== 'none') ?? 'none')
      return start(update)
    }
  })
  const names = () => page.evaluate(() => (window as unknown as { names: string[] }).names)
  await page.goto('/')
  await settled(page)
  await page.getByRole('link', { name: 'Monitor Light Bar' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Monitor Light Bar' })).toBeVisible()
  expect(await names()).toEqual(['product-image'])
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Elevate Your Workspace' })).toBeVisible()
  expect(await names()).toEqual(['product-image', 'product-image'])
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' })).toBeVisible()
  expect(await names()).toHaveLength(2)
})

test('of two quick clicks, the page of the last one is shown', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  const held = Promise.withResolvers<void>()
  await page.route(/\/assets\/policies-.*\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Privacy Policy' }).click()
  await footer.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  held.resolve()
  await settled(page)
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
})
