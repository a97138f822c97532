import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { ADMIN } from './config.ts'
import { startShopProcess } from './shop-process.ts'

type ShopAddress = { url: string; sandboxUrl: string }

/**
 * A journey: a real browser on a real shop with its sandbox, each on its own origin. A console message or an error on the
 * page that the journey did not announce fails it.
 */
export const test = base.extend<{ expectedMessages: RegExp[] }, { shop: ShopAddress }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern to see which fixtures are used
    async ({}, use) => {
      const shop = await startShopProcess(ADMIN)
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  expectedMessages: [[], { option: true }],
  page: async ({ page, expectedMessages }, use) => {
    const unexpected: string[] = []
    const note = (message: string) => {
      if (!expectedMessages.some((pattern) => pattern.test(message))) unexpected.push(message)
    }
    page.on('console', (message) => note(`${message.type()}: ${message.text()} ${message.location().url}`))
    page.on('pageerror', (error) => note(`error on the page: ${error.message}`))
    await use(page)
    expect(unexpected, 'messages on the console').toEqual([])
  },
})

export { expect }

/** No finding of axe against WCAG 2.2 AA, in the theme that is set. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const findings = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} – ${nodes.map((node) => node.html).join(' | ')}`,
  )
  expect(findings).toEqual([])
}

/** The page has settled: hydrated, nothing under way. */
export async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
}

/** How much has moved by itself since the page began to load (CLS); 0 is the only good value. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[]) {
            if (!entry.hadRecentInput) sum += entry.value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )
}
