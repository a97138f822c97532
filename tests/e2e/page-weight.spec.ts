import type { Page, Response } from '@playwright/test'
import { BUDGETS } from '../../scripts/page-budgets.ts'
import { expect, settled, test } from '../support/journey.ts'

const HERO_BUDGET = 45_000

// Lighthouse's phone, which the figures in docs/performance.md are measured on.
test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true })

for (const [address, budgets] of Object.entries(BUDGETS)) {
  test(`${address} stays within its budgets`, async ({ page }) => {
    const responses = await loaded(page, address)
    const sums: Record<string, number> = {}
    for (const response of responses) {
      const type = response.request().resourceType()
      sums[type] = (sums[type] ?? 0) + (await response.request().sizes()).responseBodySize
    }
    for (const [type, budget] of Object.entries(budgets)) {
      expect.soft(sums[type], type).toBeGreaterThan(1000)
      expect.soft(sums[type], type).toBeLessThanOrEqual(budget)
    }
  })
}

test('the hero is loaded once, in the size of the phone, and is light', async ({ page }) => {
  const heroes = (await loaded(page, '/')).filter((response) => /\/hero\./.test(response.url()))
  expect(heroes).toHaveLength(1)
  const sizes = await heroes[0]?.request().sizes()
  expect(sizes?.responseBodySize).toBeLessThanOrEqual(HERO_BUDGET)
})

test('every image says its size before it comes', async ({ page }) => {
  for (const address of Object.keys(BUDGETS)) {
    await page.goto(address)
    const unsized = await page
      .locator('img')
      .evaluateAll((images) =>
        images
          .filter((image) => !image.getAttribute('width') && getComputedStyle(image).aspectRatio === 'auto')
          .map((image) => image.outerHTML),
      )
    expect(unsized, address).toEqual([])
  }
})

test('the way back from another site is instant', async ({ page }) => {
  // A page that forbids being kept, or that listens for its end, is loaded anew instead.
  const answer = await page.goto('/')
  expect(answer?.headers()['cache-control'] ?? '').not.toContain('no-store')
  await settled(page)
  const listens = await page.evaluate(
    () => typeof window.onunload === 'function' || window.onbeforeunload !== null,
  )
  expect(listens).toBe(false)
})

async function loaded(page: Page, address: string): Promise<Response[]> {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto(address)
  await settled(page)
  return responses
}
