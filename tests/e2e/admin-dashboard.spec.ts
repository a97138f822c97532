import type { Page } from '@playwright/test'
import { makeSale } from '../support/first-sale.ts'
import { expect, settled, signInAsAdmin, test } from '../support/journey.ts'

test.use({ shopFor: 'admins' })

test('a chart fills its card at every width in both themes, even when resized', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await makeSale(page, shop)
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
      expect(await misdrawn(page), 'every frame since the first').toEqual([])

      for (const now of [other, width]) {
        await page.setViewportSize({ width: now, height: 900 })
        await expect.poll(() => chartsOf(page)).toEqual([true, true])
      }
    }
  }
})

test('a chart fills its card again after it was hidden', { tag: '@long' }, async ({ page, shop }) => {
  await makeSale(page, shop)
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

/** Checks the charts in every frame, starting with the first. */
async function watchCharts(page: Page) {
  await page.addInitScript(() => {
    const watching = window as Watching
    /** Returns for each chart whether it fills its card's content box, with axes that span it unstretched. */
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
/** Returns the times, in ms, of frames in which a chart did not fill its card. */
const misdrawn = (page: Page) => page.evaluate(() => (window as Watching).misdrawn)
