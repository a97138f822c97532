import {
  type APIResponse,
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
} from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import type { World } from './card-form/card-world.ts'
import { ADMIN } from './config.ts'
import { preparedData } from './journey-setup.ts'
import { startShopOverTls } from './shop-over-tls.ts'
import { type ShopProcess, startShopProcess } from './shop-process.ts'

/** 'live' is a shop outside the demo, at an https URL with a self-signed certificate. */
type ShopFor = 'shoppers' | 'admins' | 'settings' | 'zones' | 'eu' | 'taxes' | 'live'

/** The shops' settings, with the names in docs/operations.md. */
const SETTINGS: { [shop in ShopFor]?: Record<string, string> } = { admins: { STRIPE_EXPRESS_CHECKOUT: 'on' } }

/**
 * An end-to-end test: a real browser, a real shop, and its sandbox, each on a separate origin. Fails on an unexpected
 * console message or page error, and on tokens, hashes, or passwords in the shop's log.
 */
export const test = base.extend<
  { expectedMessages: RegExp[]; anotherDevice: () => Promise<Page> },
  { shop: ShopProcess; shopFor: ShopFor; world: World }
>({
  // Tests with a different name get a separate shop, so their catalog changes don't affect other tests. Each name costs one
  // or two more workers, each with a browser, a shop, and a sandbox, so share one where you can.
  shopFor: ['shoppers', { option: true, scope: 'worker' }],
  shop: [
    async ({ shopFor }, use) => {
      const shop =
        shopFor === 'live'
          ? await startShopOverTls(preparedData())
          : await startShopProcess({ ...ADMIN, ...SETTINGS[shopFor] }, preparedData())
      await use(shop)
      await shop.stop()
      expect(shop.secrets.found, 'secrets in the log').toEqual([])
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  // Part of the same fixtures as the shop, so the tests of the card form share the others’ workers.
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright needs the pattern to see which fixtures are used
    async ({}, use) => {
      // Loads the sandbox's and the bundler's code only in the workers that use it.
      const { openWorld } = await import('./card-form/card-world.ts')
      await using world = await openWorld()
      await use(world)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  expectedMessages: [[], { option: true }],
  page: async ({ page, expectedMessages, shop }, use) => {
    followRequests(page.context())
    page.on('request', (request) => shop.secrets.learn(bodyOf(request)))
    const unexpected: string[] = []
    const recordMessage = (message: string) => {
      if (!expectedMessages.some((pattern) => pattern.test(message))) unexpected.push(message)
    }
    page.on('console', (message) =>
      recordMessage(`${message.type()}: ${message.text()} ${message.location().url}`),
    )
    page.on('pageerror', (error) => recordMessage(`error on the page: ${error.message}`))
    await use(page)
    expect(unexpected, 'unexpected console messages').toEqual([])
    expect(shop.secrets.found, 'secrets in the log').toEqual([])
  },
  anotherDevice: async ({ browser, baseURL }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL })
      contexts.push(context)
      followRequests(context)
      return context.newPage()
    })
    await Promise.all(contexts.map((context) => context.close()))
  },
})

export { expect, expectAccessible }

export const CUSTOMER_PASSWORD = 'a long enough password'

/** Creates a product that the test may change freely. @returns its ID */
export async function aProduct(page: Page): Promise<number> {
  const token = await signInAsAdmin(page)
  const { image } = (await (await page.request.get('/api/products/1')).json()) as { image: string }
  const response = await page.request.post('/api/admin/products', {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'Journey Box', description: '<p>A box.</p>', price: '95.00', categoryId: 4, image },
  })
  return ((await response.json()) as { id: number }).id
}

/** Signs in as the first admin, which takes effect at the page's next navigation. @returns the token */
export function signInAsAdmin(page: Page): Promise<string> {
  return signIn(page, ADMIN.ADMIN_USERNAME, ADMIN.ADMIN_PASSWORD)
}

/** Signs in as a customer, which takes effect at the page's next navigation. @returns the token */
export async function signIn(page: Page, username: string, password: string): Promise<string> {
  return keepToken(page, await page.request.post('/api/auth/login', { data: { username, password } }))
}

/** Signs in as a new customer, which takes effect at the page's next navigation. @returns the token */
export async function signInAsCustomer(page: Page, username: string, email = `${username}@example.com`) {
  const response = await page.request.post('/api/auth/register', {
    data: { username, email, password: CUSTOMER_PASSWORD },
  })
  return keepToken(page, response)
}

async function keepToken(page: Page, response: APIResponse): Promise<string> {
  expect(response.ok(), await response.text()).toBe(true)
  const { token } = (await response.json()) as { token: string }
  await page.addInitScript((token) => {
    // Frames may have no access to storage. The token is set only once, so a sign-out persists.
    if (self !== top || sessionStorage.getItem('signed-in')) return
    sessionStorage.setItem('signed-in', 'yes')
    localStorage.setItem('auth_token', token)
  }, token)
  return token
}

/** Waits for an email with a link to a page of the shop. @returns the link in the newest one */
export async function mailedLink(shop: ShopProcess, email: string, target: string): Promise<string> {
  const pattern = new RegExp(`http://\\S+/auth/${target}#token=\\S+`)
  let link = ''
  await expect
    .poll(async () => {
      const emails = await emailsTo(shop, email)
      link = emails.map(({ text }) => pattern.exec(text)?.[0]).find(Boolean) ?? ''
      return link
    })
    .toBeTruthy()
  return link
}

async function emailsTo({ sandboxUrl }: ShopProcess, to: string) {
  const response = await fetch(`${sandboxUrl}/sandbox/api/mails?${new URLSearchParams({ to })}`)
  return (await response.json()) as { subject: string; text: string }[]
}

/** Playwright injects a script into every frame, but the frame that shows an email runs none. */
export const EMAIL_WITHOUT_SCRIPTS = /Blocked script execution in '\S+\/mailbox\/\d+\/html'/

/** Opens the newest email to a recipient in the mailbox, once it has arrived. Some jobs send emails once a minute. */
export async function openEmail(page: Page, shop: ShopProcess, to: string, subject: string | RegExp) {
  await expect
    .poll(async () => (await emailsTo(shop, to)).map((email) => email.subject).join('\n'), {
      timeout: 100_000,
    })
    .toMatch(subject)
  await page.goto(`${shop.sandboxUrl}/mailbox?to=${to}`)
  await page.getByRole('heading', { name: subject }).getByRole('link').first().click()
}

/**
 * Waits for the loaded page to settle: the app is hydrated, and all its requests have finished and been rendered. A sheet
 * opened by the URL may still be loading, because it has no placeholder.
 */
export async function settled(page: Page) {
  await page.waitForFunction(
    () => document.readyState === 'complete' && performance.getEntriesByName('plinth-hydrated').length > 0,
  )
  const requests = pendingRequests.get(page.context())
  await expect
    .poll(
      async () => {
        await rendered(page)
        // React can show a placeholder for up to 300 ms after its data has arrived.
        const isLoading = await page.evaluate(
          () => document.querySelector('.animate-spin, .animate-pulse, [aria-busy=true]') !== null,
        )
        return [...(requests ?? [])].map((request) => request.url()).concat(isLoading ? ['a spinner'] : [])
      },
      { intervals: [10] },
    )
    .toEqual([])
}

type View = { width: number; colorScheme: 'light' | 'dark' }

const IN_ALL_VIEWS = Boolean(process.env.ALL_VIEWS)
/** How a page is shown: at each width, and in each theme. `npm run test:long` checks every width in both themes. */
export const VIEWS: readonly View[] = [
  { width: 375, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  ...(IN_ALL_VIEWS
    ? ([
        { width: 375, colorScheme: 'dark' },
        { width: 1440, colorScheme: 'light' },
      ] as const)
    : []),
]

/** Returns one of the VIEWS for a page among several with the same layout, or all of them in `npm run test:long`. */
export function viewsInTurn(place: number): readonly View[] {
  return VIEWS.filter((_, index) => IN_ALL_VIEWS || index === place % VIEWS.length)
}

/** Expects no axe violations and no horizontal overflow in all VIEWS. */
export function expectGoodInAllViews(page: Page) {
  return expectGoodInViews(page, VIEWS)
}

export async function expectGoodInViews(page: Page, views: readonly View[]) {
  const before = page.viewportSize()
  // From the top: elsewhere the header can cover half of a button, which counts as too small a target.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  for (const { width, colorScheme } of views) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await rendered(page)
    await expectAccessible(page)
    const overflows = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('dialog[open]')].map(
        ({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth),
      ),
    )
    expect(Math.max(...overflows), `${page.url()} at ${width} px`).toBe(0)
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (before) await page.setViewportSize(before)
}

/** Waits until all data is rendered and the page is idle; requests caused by a response have been sent. */
function rendered(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const idle = () => requestIdleCallback(() => resolve(), { timeout: 1000 })
        requestAnimationFrame(() => requestAnimationFrame(idle))
      }),
  )
}

function bodyOf(request: Request): unknown {
  return request.headers()['content-type'] === 'application/json' ? request.postDataJSON() : null
}

/** Pending requests. */
const pendingRequests = new WeakMap<BrowserContext, Set<Request>>()

function followRequests(context: BrowserContext) {
  const requests = new Set<Request>()
  pendingRequests.set(context, requests)
  context.on('request', (request) => requests.add(request))
  context.on('requestfinished', (request) => requests.delete(request))
  context.on('requestfailed', (request) => requests.delete(request))
  // Closing a page during a request emits neither 'requestfinished' nor 'requestfailed'.
  context.on('page', (page) => {
    const requestsOfPage = new Set<Request>()
    page.on('request', (request) => requestsOfPage.add(request))
    page.on('close', () => {
      for (const request of requestsOfPage) requests.delete(request)
    })
  })
}

/** Returns the layout shift since the page began to load (CLS). Expected to be 0. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number
            hadRecentInput: boolean
          })[]) {
            if (!entry.hadRecentInput) sum += entry.value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      }),
  )
}
