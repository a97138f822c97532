import type { Page, Response } from '@playwright/test'
import { BUDGETS } from '../../scripts/page-budgets.ts'
import { expect, settled, test } from '../support/journey.ts'

const HERO_BUDGET = 45_000
/** The first and last character of each Unicode range in web/theme.css, and its single characters. */
const EVERY_CHARACTER = 'A ~ © · × – — ‘ ’ “ ” … ¡ ¨ ª ¶ ¸ Ö Ø ÿ ı Œ œ ‚ „ • ‹ › € ™'

// The phone that Lighthouse emulates, like the measurements in docs/performance.md.
test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true })

for (const [address, budgets] of Object.entries(BUDGETS)) {
  test(`${address} stays within its budgets, and its images have a size before they load`, async ({
    page,
  }) => {
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
    const unsized = await page
      .locator('img')
      .evaluateAll((images) =>
        images
          .filter((image) => !image.getAttribute('width') && getComputedStyle(image).aspectRatio === 'auto')
          .map((image) => image.outerHTML),
      )
    expect(unsized, 'images without a size before they load').toEqual([])
  })
}

test('home has a small hero image, accented glyphs in the shop’s fonts, and uses the back/forward cache', async ({
  page,
}) => {
  const responses = await loaded(page, '/')
  const heroes = responses.filter((response) => /\/hero\./.test(response.url()))
  expect(heroes).toHaveLength(1)
  const sizes = await heroes[0]?.request().sizes()
  expect(sizes?.responseBodySize).toBeLessThanOrEqual(HERO_BUDGET)

  // A page with `no-store` or an unload listener is reloaded when the shopper returns from another site.
  const response = responses.find((response) => response.request().resourceType() === 'document')
  expect(response?.headers()['cache-control'] ?? '').not.toContain('no-store')
  const listens = await page.evaluate(
    () => typeof window.onunload === 'function' || window.onbeforeunload !== null,
  )
  expect(listens).toBe(false)

  expect(responses.filter((response) => response.request().resourceType() === 'font')).toHaveLength(2)
  const client = await page.context().newCDPSession(page)
  await client.send('DOM.enable')
  await client.send('CSS.enable')
  for (const [selector, name] of [
    ['h1', 'Newsreader'],
    ['h1 + p', 'Instrument Sans'],
  ] as const) {
    await page.locator(selector).evaluate((element, text) => {
      element.textContent = text
    }, EVERY_CHARACTER)
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

async function loaded(page: Page, address: string): Promise<Response[]> {
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto(address)
  await settled(page)
  return responses
}
