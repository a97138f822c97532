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
      // The mailbox shows emails without scripts, so no tool can run there.
      for (const screen of screens.filter(({ name }) => !name.startsWith('email-'))) {
        test(`${screen.name} is valid, accessible, and still`, async ({ page, shop, nu }) => {
          const check = (tool: Tool, findings: Finding[]) => {
            const left = findings.filter(({ rule, at }) => !isAllowed(tool, rule, at, screen.name))
            expect.soft(left, tool).toEqual([])
          }
          const html = await openScreen(page, shop, screen)
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

/** Opens folded parts, which IBM would skip, and scrolls to the top, where the header covers nothing. */
function unfold() {
  for (const details of document.querySelectorAll('details')) details.open = true
  scrollTo({ top: 0, behavior: 'instant' })
}
