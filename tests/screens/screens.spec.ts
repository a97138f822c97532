import type { Page } from '@playwright/test'
import { CATALOG, openScreen } from './catalog.ts'

/**
 * `npm run screens` captures every screen in every state to screens/. `-g 'home|cart'` selects some of them, and
 * SCREEN_WIDTHS (375,768,1440) and SCREEN_THEMES (light,dark) set the views.
 */
const widths = (process.env.SCREEN_WIDTHS ?? '375,768,1440').split(',').map(Number)
const themes = (process.env.SCREEN_THEMES ?? 'light,dark').split(',') as ('light' | 'dark')[]

for (const { test, screens } of CATALOG) {
  for (const theme of themes) {
    for (const width of widths) {
      test.describe(`${width} px, ${theme}`, () => {
        test.use({
          viewport: { width, height: width < 700 ? 812 : 900 },
          colorScheme: theme,
          contextOptions: { reducedMotion: 'reduce' },
        })
        for (const screen of screens) {
          test(screen.name, async ({ page, shop }) => {
            await openScreen(page, shop, screen)
            const isWhole = screen.isWhole !== false
            if (isWhole) await loadAllImages(page)
            await page.screenshot({
              path: `screens/${screen.name}-${width}-${theme}.png`,
              fullPage: isWhole,
            })
          })
        }
      })
    }
  }
}

/** Images below the fold load only when they come into view. */
async function loadAllImages(page: Page) {
  await page.evaluate(async () => {
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    await Promise.allSettled(images.map((image) => image.decode()))
  })
}
