import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumForTests } from '../tests/support/browser.ts'
import { startShopProcess } from '../tests/support/shop-process.ts'
import { SCREENS } from './screens-list.ts'
import { ADMIN, type FilledShop, fillShop } from './screens-people.ts'
import type { Screen } from './screens-steps.ts'

/** `npm run screens -- --only home,cart --widths 375,1440 --themes dark`: every screen in every state, as pictures to look at. */
const { values } = parseArgs({
  options: {
    to: { type: 'string', default: 'screens' },
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '375,768,1440' },
    themes: { type: 'string', default: 'light,dark' },
  },
})
const widths = values.widths.split(',').map(Number)
const themes = values.themes.split(',') as ('light' | 'dark')[]
const wanted = values.only.split(',').filter(Boolean)
const screens = SCREENS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start)),
)

const shop = await startShopProcess({ ...ADMIN, LOG_LEVEL: 'warn' })
const browser = await openBrowser()
try {
  await mkdir(values.to, { recursive: true })
  const filled = await fillShop(shop)
  for (const theme of themes) {
    for (const width of widths)
      for (const screen of screens) await take(browser, filled, screen, width, theme)
    console.log(`${theme}: ${screens.length} screens in ${widths.join(', ')} px`)
  }
} finally {
  await browser.close()
  await shop.stop()
}

async function openBrowser(): Promise<Browser> {
  const { executablePath, args, env } = await chromiumForTests()
  return chromium.launch({ executablePath, args, ...(env && { env }) })
}

async function take(
  browser: Browser,
  filled: FilledShop,
  screen: Screen,
  width: number,
  theme: 'light' | 'dark',
) {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width, height: width < 700 ? 812 : 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  })
  const token = screen.who && filled.people[screen.who]
  if (token) await context.addInitScript((token) => localStorage.setItem('auth_token', token), token)
  const page = await context.newPage()
  try {
    if (screen.before) await screen.before(page)
    await page.goto(typeof screen.address === 'string' ? screen.address : screen.address(filled))
    await hydrated(page)
    if (screen.act) await screen.act(page)
    else await page.waitForLoadState('networkidle')
    if (screen.isWhole !== false) await loadAllImages(page)
    const path = join(values.to, `${screen.name}-${width}-${theme}.png`)
    await page.screenshot({ path, fullPage: screen.isWhole !== false })
  } catch (error) {
    console.error(
      `${screen.name} at ${width} px, ${theme}: ${error instanceof Error ? error.message : error}`,
    )
    process.exitCode = 1
  } finally {
    await context.close()
  }
}

async function hydrated(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByName('plinth-hydrated').length > 0)
}

/** What is below the edge loads only when it comes into sight. */
async function loadAllImages(page: Page) {
  await page.evaluate(async () => {
    const images = [...document.images]
    for (const image of images) image.loading = 'eager'
    await Promise.allSettled(images.map((image) => image.decode()))
  })
}
