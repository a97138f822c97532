import type { Page } from '@playwright/test'
import { expect, settled, signInAsAdmin, test } from '../support/journey.ts'

test.use({ shopFor: 'admins' })

test('a chart fills its card at every width in both themes, even when resized', async ({ page }) => {
  await signInAsAdmin(page)
  await watchCharts(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [width, other] of [
      [375, 1440],
      [1440, 375],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/admin')
      await expect(page.getByRole('img', { name: 'Orders by day' })).toBeVisible()
      await settled(page)
      expect(await misdrawn(page), 'from the first picture on').toEqual([])

      for (const now of [other, width]) {
        await page.setViewportSize({ width: now, height: 900 })
        await expect.poll(() => chartsOf(page)).toEqual([true, true])
      }
    }
  }
})

test('a chart that was hidden for a while fills its card again', async ({ page }) => {
  await signInAsAdmin(page)
  await watchCharts(page)
  await page.goto('/admin')
  await expect.poll(() => chartsOf(page)).toEqual([true, true])
  await page.evaluate(async () => {
    const main = document.querySelector('main')
    if (!main) throw new Error('The page has no main part')
    const frame = () => new Promise(requestAnimationFrame)
    main.style.display = 'none'
    for (let frames = 0; frames < 10; frames++) await frame()
    main.style.display = ''
    for (let frames = 0; frames < 10; frames++) await frame()
  })
  expect(await misdrawn(page)).toEqual([])
  expect(await chartsOf(page)).toEqual([true, true])
})

type Watching = typeof window & { charts: () => boolean[]; misdrawn: number[] }

/** Looks at every picture that the page gives, from the first one on. */
async function watchCharts(page: Page) {
  await page.addInitScript(() => {
    const watching = window as Watching
    /** Of each chart: is it as wide as the inside of its card, and do its axes go over all of that, unstretched? */
    watching.charts = () =>
      [...document.querySelectorAll<SVGSVGElement>('section > div > svg[role="img"]')].map((chart) => {
        const card = chart.closest('section')
        const box = chart.getBoundingClientRect()
        if (!card || box.width === 0) return card?.offsetParent === null
        const { paddingLeft, paddingRight } = getComputedStyle(card)
        const inside = card.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
        const ends = [...chart.querySelectorAll('line')].map((line) => line.getBoundingClientRect().right)
        const isDrawn = Math.abs(Math.max(...ends) - box.right) < 30
        const drawnFor = chart.viewBox.baseVal.width || box.width
        return isDrawn && Math.abs(box.width - inside) < 1 && Math.abs(drawnFor - inside) < 1
      })
    watching.misdrawn = []
    const look = () => {
      if (watching.charts().includes(false)) watching.misdrawn.push(performance.now())
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

const chartsOf = (page: Page) => page.evaluate(() => (window as Watching).charts())
/** Times, in ms, when a chart did not fill its card. */
const misdrawn = (page: Page) => page.evaluate(() => (window as Watching).misdrawn)
