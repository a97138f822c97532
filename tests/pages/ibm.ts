import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { Finding } from './nu.ts'

type Report = {
  results: {
    ruleId: string
    message: string
    value: [string, string]
    snippet: string
    path: { dom: string }
  }[]
}
type Engine = { Checker: new () => { check(node: Document, rulesets: string[]): Promise<Report> } }

const SOURCE = readFileSync(
  createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'),
  'utf8',
)

/** Returns the violations of IBM's accessibility rules, without what a person would have to decide. */
export async function ibmViolations(page: Page): Promise<Finding[]> {
  if (!(await page.evaluate(() => 'ace' in window))) await page.evaluate(SOURCE)
  return page.evaluate(async () => {
    const { ace } = window as unknown as { ace: Engine }
    const { results } = await new ace.Checker().check(document, ['IBM_Accessibility'])
    return results
      .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome === 'FAIL')
      .map(({ ruleId, message, snippet, path }) => ({
        rule: `${ruleId}: ${message}`,
        at: `${path.dom} ${snippet.slice(0, 300)}`,
      }))
  })
}
