import { test as base, type Page } from '@playwright/test'
import { type ShopProcess, startShopProcess } from '../support/shop-process.ts'
import { ADMIN_SCREENS } from './admin.ts'
import { EMAIL_SCREENS, fillEmailShop } from './emails.ts'
import { INTEGRATION_SCREENS } from './integrations.ts'
import { fillMerchantShop, MERCHANT_SCREENS } from './merchant.ts'
import { ADMIN, type FilledShop, fillShop } from './people.ts'
import { SAFETY_SCREENS } from './security.ts'
import { ACCOUNT_SCREENS, SHOP_SCREENS } from './shop.ts'
import type { Screen } from './steps.ts'

/**
 * `npm run screens` captures every screen in every state to screens/. `-g 'home|cart'` selects some of them, and
 * SCREEN_WIDTHS (375,768,1440) and SCREEN_THEMES (light,dark) set the views.
 */
const SCREENS: Screen[] = [
  ...SHOP_SCREENS,
  ...ACCOUNT_SCREENS,
  ...SAFETY_SCREENS,
  ...ADMIN_SCREENS,
  ...INTEGRATION_SCREENS,
]
const widths = (process.env.SCREEN_WIDTHS ?? '375,768,1440').split(',').map(Number)
const themes = (process.env.SCREEN_THEMES ?? 'light,dark').split(',') as ('light' | 'dark')[]

/** Tests on a shop filled by `fill`, one per worker. */
const testIn = (fill: (shop: ShopProcess) => Promise<FilledShop>) =>
  base.extend<object, { shop: FilledShop & { url: string } }>({
    shop: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright needs the pattern to see which fixtures are used
      async ({}, use) => {
        const shop = await startShopProcess({ ...ADMIN, LOG_LEVEL: 'warn' })
        await use({ ...(await fill(shop)), url: shop.url })
        await shop.stop()
      },
      { scope: 'worker', timeout: 120_000 },
    ],
    baseURL: async ({ shop }, use) => use(shop.url),
  })

capture(testIn(fillShop), SCREENS)
capture(testIn(fillMerchantShop), MERCHANT_SCREENS)
capture(testIn(fillEmailShop), EMAIL_SCREENS)

function capture(test: ReturnType<typeof testIn>, screens: Screen[]) {
  for (const theme of themes) {
    for (const width of widths) {
      test.describe(`${width} px, ${theme}`, () => {
        test.use({
          viewport: { width, height: width < 700 ? 812 : 900 },
          colorScheme: theme,
          contextOptions: { reducedMotion: 'reduce' },
        })
        for (const screen of screens) {
          test(screen.name, async ({ page, shop, context }) => {
            const token = screen.who && shop.people[screen.who]
            if (token)
              await context.addInitScript((token) => localStorage.setItem('auth_token', token), token)
            if (screen.before) await screen.before(page)
            await page.goto(typeof screen.address === 'string' ? screen.address : screen.address(shop))
            await page.waitForFunction(() => performance.getEntriesByName('plinth-hydrated').length > 0)
            if (screen.act) await screen.act(page)
            else await page.waitForLoadState('networkidle')
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
