import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CORNERS, FONT_PAIRS, HOME_SECTIONS } from '#contract/looks/rules.ts'
import { nearestAccent, SCHEMES } from '#contract/looks/schemes.ts'
import { openMeasuringBrowser, SCORES, TIMINGS } from '../../scripts/bench-lighthouse.ts'
import { accessibilityViolations } from '../support/accessible.ts'
import { startShopProcess } from '../support/shop-process.ts'

/** The looks that Lighthouse and axe judge, two of them with the accents that are hardest to read. */
const THEMES = fc
  .sample(fc.integer({ min: 0, max: 0xffffff }), { seed: 54, numRuns: 8 })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`)
  .concat('#ffff00', '#ffffff')
  .map((chosen, place) => ({
    brand: {
      accent: nearestAccent(chosen),
      corners: CORNERS[place % CORNERS.length],
      fonts: FONT_PAIRS[place % FONT_PAIRS.length],
      isAnnounced: true,
      announcement: 'Free shipping this week',
    },
    home: {
      sections: HOME_SECTIONS.map((name, at) => ({
        name,
        isShown: true,
        scheme: SCHEMES[(place + at) % SCHEMES.length],
      })),
    },
  }))

const VIEWS = [375, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)
const PAGES = { home: '/', product: '/product/walnut-monitor-stand' }

const admin = { username: 'themes-admin', password: 'ten looks of one shop' }
let shop: Awaited<ReturnType<typeof startShopProcess>>
let browser: Awaited<ReturnType<typeof openMeasuringBrowser>>
let token: string
beforeAll(async () => {
  shop = await startShopProcess({
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
  })
  browser = await openMeasuringBrowser(shop.url, admin)
  token = (await send('POST', '/api/auth/login', admin)).token
})
afterAll(async () => {
  await browser.context.close()
  await shop.stop()
})

async function send(method: string, path: string, body: object) {
  const response = await fetch(shop.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { token: string }
}

test.each(THEMES)(
  'a shop with accent $brand.accent, $brand.corners corners, and the fonts “$brand.fonts” satisfies Lighthouse and axe, and nothing shifts',
  async (theme) => {
    await send('PATCH', '/api/admin/settings', theme)
    const page = await browser.context.newPage()
    for (const [name, address] of Object.entries(PAGES)) {
      const measured = await browser.load(name)
      const { performance, ...others } = Object.fromEntries(SCORES.map((score) => [score, measured[score]]))
      console.info(
        name,
        theme.brand.accent,
        theme.brand.fonts,
        performance,
        TIMINGS.map((time) => measured[time]),
      )
      for (const [score, value] of Object.entries(others))
        expect(value, `${name}: ${score}`).toBeGreaterThanOrEqual(98)
      expect(measured['cumulative-layout-shift']?.toFixed(3), name).toBe('0.000')
      await page.goto(shop.url + address)
      for (const { width, colorScheme } of VIEWS) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        expect(await accessibilityViolations(page), `${name} at ${width} px, ${colorScheme}`).toEqual([])
      }
    }
    await page.close()
  },
)
