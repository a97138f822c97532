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

type OpenShop = FilledShop & { url: string }

/** Every screen in every state, with a `test` that opens the shop it needs. */
export const CATALOG: { test: ReturnType<typeof testIn>; screens: Screen[] }[] = [
  {
    test: testIn(fillShop),
    screens: [
      ...SHOP_SCREENS,
      ...ACCOUNT_SCREENS,
      ...SAFETY_SCREENS,
      ...ADMIN_SCREENS,
      ...INTEGRATION_SCREENS,
    ],
  },
  { test: testIn(fillMerchantShop), screens: MERCHANT_SCREENS },
  { test: testIn(fillEmailShop), screens: EMAIL_SCREENS },
]

/** Tests on a shop filled by `fill`, one per worker. */
function testIn(fill: (shop: ShopProcess) => Promise<FilledShop>) {
  return base.extend<object, { shop: OpenShop }>({
    shop: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright needs the pattern to see which fixtures are used
      async ({}, use) => {
        const shop = await startShopProcess({ ...ADMIN, LOG_LEVEL: 'warn' })
        await use({ ...(await fill(shop)), url: shop.url })
        await shop.stop()
      },
      { scope: 'worker', timeout: 240_000 },
    ],
    baseURL: async ({ shop }, use) => use(shop.url),
  })
}

/** Opens a screen in its state. @returns the document that the server sent */
export async function openScreen(page: Page, shop: OpenShop, screen: Screen): Promise<string> {
  const token = screen.who && shop.people[screen.who]
  if (token) await page.addInitScript((token) => localStorage.setItem('auth_token', token), token)
  if (screen.before) await screen.before(page)
  const response = await page.goto(typeof screen.address === 'string' ? screen.address : screen.address(shop))
  const html = (await response?.text()) ?? ''
  await page.waitForFunction(() => performance.getEntriesByName('plinth-hydrated').length > 0)
  if (screen.act) await screen.act(page)
  else await page.waitForLoadState('networkidle')
  return html
}
