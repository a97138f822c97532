import type { Page } from '@playwright/test'
import { expect, settled, test } from '../support/journey.ts'

/** Paths that the page requests from now on. */
function requestsOf(page: Page) {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  return paths
}

test('pointing at a card brings the code and the data of its page, so that choosing it waits for nothing', async ({
  page,
}) => {
  await page.goto('/')
  await settled(page)
  const paths = requestsOf(page)
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

test('focusing a link brings the code of its page', async ({ page }) => {
  await page.goto('/')
  await settled(page)
  const paths = requestsOf(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).focus()
  await expect.poll(() => paths).toContainEqual(expect.stringMatching(/^\/assets\/policies-.*\.js$/))
})

test('data embedded in a page is not refetched, even if the phone’s clock is wrong', async ({ page }) => {
  // Like a page from the response cache: its data seems older than the 30 s that a list is fresh.
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
