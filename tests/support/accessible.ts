import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

/** No finding of axe against WCAG 2.2 AA, in the theme that is set, frames included. */
export async function expectAccessible(page: Page) {
  const { violations } = await (page.frames().length > 1 ? analyzeFrames(page) : analyze(page))
  const findings = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} – ${nodes.map((node) => node.html).join(' | ')}`,
  )
  expect(findings).toEqual([])
}

/** Loads axe once per page. The builder loads it on every call, and again on a second page for the result. */
async function analyze(page: Page): Promise<AxeResults> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate((options) => (window as unknown as { axe: typeof axe }).axe.run(options), OPTIONS)
}

function analyzeFrames(page: Page): Promise<AxeResults> {
  return new AxeBuilder({ page }).options(OPTIONS).analyze()
}
