import type { Page } from '@playwright/test'
import { expect, settled, test } from '../support/journey.ts'

/** Returns the paths that the page requests from now on. */
function requestsOf(page: Page) {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

test('focusing a link loads the code of its page, and hovering over a card its data, too, so a click needs no further request', async ({
  page,
}) => {
  await page.goto('/')
  await settled(page)
  const paths = requestsOf(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).focus()
  await expect.poll(() => paths).toContainEqual(expect.stringMatching(/^\/assets\/policies-.*\.js$/))
  const card = page.getByRole('link', { name: 'Monitor Light Bar' }).first()
  await card.hover()
  await expect.poll(() => paths).toContainEqual(expect.stringMatching(/^\/assets\/product-.*\.js$/))
  await expect.poll(() => paths).toContain('/api/products/monitor-light-bar')
  await settled(page)

  paths.length = 0
  await card.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Monitor Light Bar' })).toBeVisible()
  await settled(page)
  expect(paths.filter((path) => path.startsWith('/assets/product-'))).toEqual([])
  expect(paths).not.toContain('/api/products/monitor-light-bar')
})

test('data embedded in a page is not refetched, even if the phone’s clock is wrong', async ({ page }) => {
  // Makes the embedded data look older than the 30 seconds for a list to become stale, as in a cached page.
  await page.addInitScript(() => {
    const now = Date.now
    Date.now = () => now() + 60_000
  })
  const paths = requestsOf(page)
  for (const address of ['/', '/product/monitor-light-bar']) {
    await page.goto(address)
    await settled(page)
  }
  expect(paths).toContain('/api/cart')
  expect(paths.filter((path) => path.startsWith('/api/products'))).toEqual([])
})
