import type { Page } from '@playwright/test'
import { expect, settled, test } from '../support/journey.ts'

test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true })

test('on a phone the shop can be installed as an app, its toolbar matches the theme, and fields are large enough not to zoom in', async ({
  page,
}) => {
  await page.goto('/about')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(href ?? '')).json()
  expect(manifest).toMatchObject({ name: 'Plinth', start_url: '/', display: 'standalone' })
  const pictures = manifest.icons.filter(({ type }: { type: string }) => type === 'image/png')
  expect(pictures.map(({ sizes }: { sizes: string }) => sizes)).toEqual(['192x192', '512x512', '512x512'])
  for (const { src, sizes } of [...pictures, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const size = await page.evaluate(async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size, src).toBe(sizes)
  }
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /viewport-fit=cover/)

  await settled(page)
  const colors = () =>
    page
      .locator('meta[name=theme-color]')
      .evaluateAll((metas) => metas.map((meta) => meta.getAttribute('content')))
  expect(await colors()).toEqual(['#faf8f4', '#14120f'])
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  expect(await colors()).toEqual(['#14120f', '#14120f'])
  await page.reload()
  await settled(page)
  expect(await colors()).toEqual(['#14120f', '#14120f'])

  for (const path of ['/', '/auth', '/contact', '/order-tracking']) {
    await page.goto(path)
    await settled(page)
    const small = await page
      .locator('input:not([type=hidden]), select, textarea')
      .evaluateAll((fields) =>
        fields
          .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
          .map((field) => field.outerHTML),
      )
    expect(small, path).toEqual([])
  }
})

test.describe('a lost connection', () => {
  test.use({ expectedMessages: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] })
  const offline = (page: Page) => page.getByText('You’re offline.')

  test('fails a request that can’t wait, is announced, and requested data loads once it is back', async ({
    page,
    context,
  }) => {
    await page.goto('/')
    await settled(page)
    await context.setOffline(true)
    const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first()
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/cart'))
    await add.click()
    await failed
    await context.setOffline(false)
    await expect(page.getByText('Failed to add item', { exact: true })).toBeVisible()
    await add.click()
    const cart = page.getByRole('dialog', { name: 'Your Cart (1)' })
    await expect(cart).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(cart).toBeHidden()

    await context.setOffline(true)
    await expect(offline(page)).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Walnut Monitor Stand' }).first().click()
    await expect(page.getByRole('heading', { name: 'Elevate Your Workspace' })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Walnut Monitor Stand')
    await expect(offline(page)).toBeHidden()
  })
})
