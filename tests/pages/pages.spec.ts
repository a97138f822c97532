import type { Page } from '@playwright/test'
import { CATALOG, openScreen } from '../screens/catalog.ts'
import { accessibilityViolations } from '../support/accessible.ts'
import { expect, layoutShift } from '../support/journey.ts'
import { isAllowed, type Tool } from './allowed.ts'
import { ibmViolations } from './ibm.ts'
import { type Finding, startNu } from './nu.ts'
import { smallTargets } from './small-targets.ts'

const MAX_SHIFT = 0.02
const VIEWS = [
  { width: 375, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const

for (const { test: base, screens } of CATALOG) {
  const test = base.extend<object, { nu: Awaited<ReturnType<typeof startNu>> }>({
    nu: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright needs the pattern to see which fixtures are used
      async ({}, use) => {
        const nu = await startNu()
        await use(nu)
        await nu.stop()
      },
      { scope: 'worker' },
    ],
  })
  for (const [index, { width, colorScheme }] of VIEWS.entries()) {
    test.describe(`${width} px, ${colorScheme}`, () => {
      test.use({
        viewport: { width, height: width < 700 ? 812 : 900 },
        colorScheme,
        contextOptions: { reducedMotion: 'reduce' },
      })
      for (const screen of screens) {
        test(`${screen.name} is valid, accessible, and still`, async ({ page, shop, nu }) => {
          const check = (tool: Tool, findings: Finding[]) => {
            const left = findings.filter(({ rule, at }) => !isAllowed(tool, rule, at, screen.name))
            expect.soft(left, tool).toEqual([])
          }
          const opened = await openScreen(page, shop, screen)
          const isEmail = screen.name.startsWith('email-')
          const html = isEmail ? await showEmail(page) : opened
          // An action may add to its page, except that checkout's opens payment.
          const isOpened = !screen.act || screen.name.includes('checkout')
          const shift = isOpened ? await layoutShift(page) : 0
          if (shift > MAX_SHIFT) check('layout shift', [{ rule: shift.toFixed(3), at: page.url() }])
          await page.evaluate(unfold)
          // The markup is the same in every view.
          if (index === 0) {
            check('nu', await nu.errorsIn(html))
            check('nu', await nu.errorsIn(await page.content()))
          }
          check('axe', await accessibilityViolations(page))
          check('ibm', await ibmViolations(page))
          check('targets', await smallTargets(page))
        })
      }
    })
  }
}

/**
 * Shows the email of the mailbox's page alone: its tools need scripts, which the mailbox denies to emails.
 * @returns the HTML that was sent
 */
async function showEmail(page: Page): Promise<string> {
  const address = new URL(page.url())
  const id = Number(address.pathname.split('/')[2])
  const mails = await page.request.get(`${address.origin}/sandbox/api/mails`)
  const { html } =
    ((await mails.json()) as { id: number; html: string }[]).find((mail) => mail.id === id) ?? {}
  if (!html) throw new Error(`The mailbox has no email ${id}.`)
  await page.goto('about:blank')
  await page.setContent(html)
  return html
}

/** Opens folded parts, which IBM would skip, and scrolls to the top, where the header covers nothing. */
function unfold() {
  for (const details of document.querySelectorAll('details')) {
    // A phone pins the order summary to the bottom of checkout, where it covers the form while it is open.
    // The menu of a row covers the menus of the rows below, and only one is open at a time.
    if (!details.closest('.sticky, td')) details.open = true
  }
  scrollTo({ top: 0, behavior: 'instant' })
}
