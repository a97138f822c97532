import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

/** The previews of the admin. No script runs in them, so axe would wait for its own forever. */
const STILL_FRAMES = 'iframe[sandbox]:not([sandbox~="allow-scripts"])'

/** Expects no axe violations of WCAG 2.2 AA in the current theme, including frames that run scripts. */
export async function expectAccessible(page: Page) {
  const violations = await accessibilityViolations(page)
  expect(violations.map(({ rule, at }) => `${rule}: ${at}`)).toEqual([])
}

/** Returns the axe violations of WCAG 2.2 AA in the current theme, including frames. */
export async function accessibilityViolations(page: Page): Promise<{ rule: string; at: string }[]> {
  // A heading can be found before the style sheet has arrived.
  await page.waitForLoadState()
  const stillFrames = await page.locator(STILL_FRAMES).count()
  const analyze = page.frames().length > 1 + stillFrames ? analyzeFrames : analyzePage
  for (;;) {
    await page.evaluate(still)
    const { violations } = await analyze(page)
    // A toast that fades out while axe runs has too little contrast, so check again.
    if (violations.length > 0 && (await page.evaluate(hasMoved))) continue
    return violations.map(({ id, nodes }) => ({
      rule: id,
      at: nodes.map(({ html, failureSummary }) => `${html} – ${failureSummary}`).join(' | '),
    }))
  }
}

type Watched = Window & { moves?: number }

/** Waits for transitions to finish, because the contrast is too low in the middle of one. */
async function still() {
  const moving = () =>
    document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(Number(effect?.getComputedTiming().endTime)),
      )
  for (let now = moving(); now.length > 0; now = moving())
    await Promise.allSettled(now.map(({ finished }) => finished))
  const watched: Watched = window
  if (watched.moves === undefined) {
    for (const start of ['animationstart', 'transitionrun'])
      document.addEventListener(start, () => {
        watched.moves = (watched.moves ?? 0) + 1
      })
  }
  watched.moves = 0
}

/** Returns true if an animation has started since the page was last idle. */
function hasMoved(): boolean {
  const { moves }: Watched = window
  return moves !== 0
}

/** Loads axe once per page. The builder loads it on every call, and again on a second page for the result. */
async function analyzePage(page: Page): Promise<AxeResults> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    ([exclude, options]) =>
      (window as unknown as { axe: typeof axe }).axe.run({ exclude: [[exclude]] }, options),
    [STILL_FRAMES, RULES] as const,
  )
}

function analyzeFrames(page: Page): Promise<AxeResults> {
  return new AxeBuilder({ page }).options(RULES).analyze()
}
