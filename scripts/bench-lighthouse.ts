import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { chromiumForTests } from '../tests/support/browser.ts'
import { freePorts } from '../tests/support/shop-process.ts'

/** URLs by name. The first three are loaded as a new visitor. The others need a cart or the admin's token. */
export const PAGES: Record<string, string> = {
  home: '/',
  list: '/?categoryId=1&sort=price_asc',
  product: '/product/walnut-monitor-stand',
  cart: '/cart',
  checkout: '/checkout',
  admin: '/admin',
}
const PERSONAL = ['cart', 'checkout', 'admin']

export const SCORES = ['performance', 'accessibility', 'best-practices', 'seo']
/** Times are in ms, and the layout shift has no unit. */
export const TIMINGS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
]

/** Opens a browser that Lighthouse can control. */
export async function openMeasuringBrowser(url: string, admin: { username: string; password: string }) {
  const { executablePath, args, env } = await chromiumForTests()
  const [port = 0] = await freePorts(1)
  const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'plinth-bench-page-')), {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    ...(env && { env }),
  })
  const page = context.pages()[0] ?? (await context.newPage())

  /** Puts a lamp into the cart, stores the admin's token, and empties the cache. */
  async function prepare() {
    await page.goto(`${url}/robots.txt`)
    await page.request.post(`${url}/api/cart`, { data: { productId: 1, quantity: 1 } })
    const response = await page.request.post(`${url}/api/auth/login`, { data: admin })
    const { token } = (await response.json()) as { token: string }
    await page.evaluate((token) => localStorage.setItem('auth_token', token), token)
    const session = await context.newCDPSession(page)
    await session.send('Network.clearBrowserCache')
    await session.detach()
  }

  return {
    context,

    /** Measures one cold load with Lighthouse's mobile settings: scores from 0 to 100, timings, and bytes by type. */
    async load(name: string): Promise<Record<string, number>> {
      const isPersonal = PERSONAL.includes(name)
      if (isPersonal) await prepare()
      const result = await lighthouse(url + PAGES[name], {
        port,
        logLevel: 'error',
        disableStorageReset: isPersonal,
        onlyCategories: SCORES,
      })
      if (!result) throw new Error(`Lighthouse returned no result for ${name}`)
      const { audits, categories, runtimeError } = result.lhr
      if (runtimeError) throw new Error(`${name}: ${runtimeError.message}`)
      explain(name, result.lhr)
      const resources = resourcesIn(audits['resource-summary']?.details)
      return Object.fromEntries([
        ...SCORES.map((id) => [id, (categories[id]?.score ?? 0) * 100]),
        ...TIMINGS.map((id) => [id, audits[id]?.numericValue ?? Number.NaN]),
        ...resources.map(({ resourceType, transferSize }) => [resourceType, transferSize]),
      ])
    },
  }
}

type Resource = { resourceType: string; transferSize: number }

/** Returns the transferred bytes of each type, and of all. */
function resourcesIn(details: unknown): Resource[] {
  return (details as { items: Resource[] }).items
}

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** Prints the audits that keep a page from a score of 100, except for speed. */
function explain(name: string, { categories: { performance, ...others }, audits }: Lhr) {
  for (const { id, weight } of Object.values(others).flatMap(({ auditRefs }) => auditRefs)) {
    const { score, title } = audits[id] ?? {}
    if (weight > 0 && typeof score === 'number' && score < 1) console.error(`${name}: ${id}: ${title}`)
  }
}
