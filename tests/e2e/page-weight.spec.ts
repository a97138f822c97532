import type { Page, Response } from '@playwright/test'
import { BUDGETS } from '../../scripts/page-budgets.ts'
import { expect, settled, test } from '../support/journey.ts'

const HERO_BUDGET = 45_000
/** Of each range of web/theme.css the first and the last, and what stands alone. */
const EVERY_LETTER = 'A ~ © · × – — ‘ ’ “ ” … ¡ ¨ ª ¶ ¸ Ö Ø ÿ ı Œ œ ‚ „ • ‹ › € ™'

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

test('letters with accents come when a page has one, in the shop’s own fonts', async ({ page }) => {
  const fonts = (await loaded(page, '/')).filter((response) => response.request().resourceType() === 'font')
  expect(fonts).toHaveLength(2)
  const client = await page.context().newCDPSession(page)
  await client.send('DOM.enable')
  await client.send('CSS.enable')
  for (const [selector, name] of [
    ['h1', 'Newsreader'],
    ['h1 + p', 'Instrument Sans'],
  ] as const) {
    await page.locator(selector).evaluate((element, text) => {
      element.textContent = text
    }, EVERY_LETTER)
    const { root } = await client.send('DOM.getDocument')
    const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector })
    const families = async () => {
      const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId })
      const isOurs = (font: (typeof fonts)[0]) => font.isCustomFont && font.familyName.startsWith(name)
      return [...new Set(fonts.map((font) => (isOurs(font) ? name : font.familyName)))]
    }
    await expect.poll(families).toEqual([name])
  }
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
