import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { chromiumForTests } from '../tests/support/browser.ts'
import { freePorts } from '../tests/support/shop-process.ts'

/** URLs by name. The first three are loaded as a new visitor. The others need a cart or the admin's token. */
export const PAGES = {
  home: '/',
  list: '/?categoryId=1&sort=price_asc',
  product: '/product/walnut-monitor-stand',
  cart: '/cart',
  checkout: '/checkout',
  admin: '/admin',
} as const

/** Scores from 0 to 100, times in ms, CLS without a unit, transferred bytes with headers. */
export type PageMetrics = Record<
  | 'performance'
  | 'accessibility'
  | 'bestPractices'
  | 'seo'
  | 'fcp'
  | 'lcp'
  | 'tbt'
  | 'cls'
  | 'script'
  | 'stylesheet'
  | 'document'
  | 'image'
  | 'font'
  | 'other'
  | 'all',
  number
>

export type MeasuringBrowser = {
  context: BrowserContext
  port: number
  url: string
  prepare(): Promise<void>
}

/** Opens a browser that Lighthouse can control, with a lamp in the cart and the admin's token. */
export async function openMeasuringBrowser(
  url: string,
  admin: { ADMIN_USERNAME: string; ADMIN_PASSWORD: string },
): Promise<MeasuringBrowser> {
  const { executablePath, args, env } = await chromiumForTests()
  const [port = 0] = await freePorts(1)
  const context = await chromium.launchPersistentContext(mkdtempSync(join(tmpdir(), 'plinth-bench-page-')), {
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    ...(env && { env }),
  })
  const page = context.pages()[0] ?? (await context.newPage())
  return {
    context,
    port,
    url,
    async prepare() {
      await page.goto(`${url}/robots.txt`)
      await page.request.post(`${url}/api/cart`, { data: { productId: 1, quantity: 1 } })
      const data = { username: admin.ADMIN_USERNAME, password: admin.ADMIN_PASSWORD }
      const { token } = (await (await page.request.post(`${url}/api/auth/login`, { data })).json()) as {
        token: string
      }
      await page.evaluate((token) => localStorage.setItem('auth_token', token), token)
      const session = await context.newCDPSession(page)
      await session.send('Network.clearBrowserCache')
      await session.detach()
    },
  }
}

/** Measures one cold load with Lighthouse's mobile settings. */
export async function loadPage(browser: MeasuringBrowser, name: string): Promise<PageMetrics> {
  const path = PAGES[name as keyof typeof PAGES]
  const isPersonal = ['cart', 'checkout', 'admin'].includes(name)
  if (isPersonal) await browser.prepare()
  const result = await lighthouse(`${browser.url}${path}`, {
    port: browser.port,
    logLevel: 'error',
    disableStorageReset: isPersonal,
    onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
  })
  if (!result) throw new Error(`Lighthouse returned no result for ${path}`)
  const { audits, categories, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`${path}: ${runtimeError.message}`)
  explain(name, result.lhr)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const score = (category: string) => (categories[category]?.score ?? 0) * 100
  const bytes = bytesByType(audits['network-requests']?.details)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    ...bytes,
  }
}

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** Prints the audits that keep a page from a score of 100, except for speed. */
function explain(name: string, { categories, audits }: Lhr) {
  for (const [id, category] of Object.entries(categories)) {
    if (id === 'performance') continue
    for (const { id, weight } of category.auditRefs) {
      const score = audits[id]?.score
      if (weight > 0 && typeof score === 'number' && score < 1)
        console.error(`${name}: ${id}: ${audits[id]?.title}`)
    }
  }
}

function bytesByType(details: unknown) {
  const { items } = details as { items: { resourceType?: string; transferSize: number; url: string }[] }
  const bytes = { script: 0, stylesheet: 0, document: 0, image: 0, font: 0, other: 0, all: 0 }
  for (const { resourceType = '', transferSize, url } of items) {
    if (!url.startsWith('http')) continue
    const type = resourceType.toLowerCase()
    bytes[type in bytes ? (type as keyof typeof bytes) : 'other'] += transferSize
    bytes.all += transferSize
  }
  return bytes
}
