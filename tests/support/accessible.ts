import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

/** No finding of axe against WCAG 2.2 AA, in the theme that is set, frames included. */
export async function expectAccessible(page: Page) {
  await page.evaluate(still)
  const { violations } = await (page.frames().length > 1 ? analyzeFrames(page) : analyze(page))
  const findings = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} – ${failureSummary}`).join(' | ')}`,
  )
  expect(findings).toEqual([])
}

/** What fades or slides in has done so: halfway, its contrast would be too low. */
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
}

/** Loads axe once per page. The builder loads it on every call, and again on a second page for the result. */
async function analyze(page: Page): Promise<AxeResults> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate((options) => (window as unknown as { axe: typeof axe }).axe.run(options), OPTIONS)
}

function analyzeFrames(page: Page): Promise<AxeResults> {
  return new AxeBuilder({ page }).options(OPTIONS).analyze()
}
