import type { BrowserContext, Locator, Page } from '@playwright/test'

/** CPU slowdown factor of the phone that Lighthouse emulates. */
const SLOWED = 4

type Interaction = { name: string; durations: number[] }

/** Measures user interactions, each `runs` times on a fresh page. Durations are in ms, from the input to the next paint. */
export async function measureInteractions(
  context: BrowserContext,
  url: string,
  runs: number,
): Promise<Interaction[]> {
  const results: Interaction[] = []
  for (const [name, act] of Object.entries(SCRIPT)) {
    const durations: number[] = []
    for (let run = 0; run < runs; run++) durations.push(await measure(context, url, act))
    results.push({ name, durations })
  }
  return results
}

const SCRIPT: Record<string, (page: Page) => Promise<unknown>> = {
  async 'open the menu'(page) {
    await press(page, page.getByRole('button', { name: 'Menu' }))
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  },
  async 'open the filters and choose one'(page) {
    await press(page, page.getByRole('button', { name: 'Filters' }))
    await press(page, page.getByRole('dialog').getByRole('link', { name: 'Under $25' }))
    await page.getByRole('list', { name: 'Active filters' }).waitFor()
  },
  async 'add to the cart'(page) {
    await press(page, page.getByRole('button', { name: 'Add to Cart' }).first())
    await page.getByRole('dialog', { name: /^Your Cart/ }).waitFor()
  },
  async 'type into the search'(page) {
    await page.getByRole('combobox', { name: 'Search' }).pressSequentially('walnut', { delay: 120 })
    await page.getByRole('option').first().waitFor()
  },
}

/** Sends raw mouse events, because Playwright's click runs code in the page, which takes time on the throttled CPU. */
async function press(page: Page, locator: Locator) {
  await locator.scrollIntoViewIfNeeded()
  await locator.evaluate(async (element) => {
    const moving = element.closest('dialog')?.getAnimations() ?? []
    await Promise.all(moving.map(({ finished }) => finished))
  })
  const box = await locator.boundingBox()
  if (!box) throw new Error('There is no visible element to press')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** Returns the longest interaction, as measured by the browser's event timing API. */
async function measure(context: BrowserContext, url: string, act: (page: Page) => Promise<unknown>) {
  const page = await context.newPage()
  await page.setViewportSize({ width: 412, height: 823 })
  await page.goto(url)
  await page.waitForFunction(() => performance.getEntriesByName('plinth-hydrated').length > 0)
  await page.waitForLoadState('networkidle')
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED })
  await page.evaluate(() => {
    const seen = window as unknown as { longest: number }
    seen.longest = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) seen.longest = Math.max(seen.longest, entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await act(page)
  // After two frames, the browser has recorded the last interaction.
  const longest = await page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            setTimeout(() => resolve((window as unknown as { longest: number }).longest)),
          ),
        ),
      ),
  )
  await page.close()
  return longest
}
