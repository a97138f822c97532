import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

/**
 * Maximum size of a page before any interaction, in transferred bytes, compressed as the shop sends them. The build checks
 * scripts and styles, and tests/e2e/page-weight.spec.ts checks everything in a browser. A change that exceeds a budget must
 * load its code later, or justify a larger budget in docs/performance.md.
 */
export const BUDGETS = {
  '/': { script: 98_600, stylesheet: 9_500, document: 12_000, font: 40_000 },
  '/product/walnut-monitor-stand': { script: 112_400, stylesheet: 9_500, document: 12_000, font: 40_000 },
}

/** The bundler's manifest: each chunk with its imports. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

const HOME = ['web/entry-client.tsx']
const PRODUCT = [...HOME, 'web/routes/product.tsx']

/** Returns a sentence for each budget that the built pages exceed. */
export function brokenBudgets(client: string): string[] {
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Manifest
  const pages = { '/': HOME, '/product/walnut-monitor-stand': PRODUCT }
  return Object.entries(pages).flatMap(([page, modules]) => {
    const { script, stylesheet } = weigh(client, manifest, modules)
    const budget = BUDGETS[page as keyof typeof pages]
    return [
      ...(script > budget.script ? [`${page}: ${script} bytes of scripts, maximum ${budget.script}`] : []),
      ...(stylesheet > budget.stylesheet
        ? [`${page}: ${stylesheet} bytes of styles, maximum ${budget.stylesheet}`]
        : []),
    ]
  })
}

function weigh(client: string, manifest: Manifest, modules: string[]) {
  const [scripts, styles] = [new Set<string>(), new Set<string>()]
  const add = (name: string) => {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}`)
    if (scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const imported of chunk.imports ?? []) add(imported)
  }
  for (const name of modules) add(name)
  const sum = (files: Set<string>) =>
    [...files].reduce((all, file) => all + brotliCompressSync(readFileSync(join(client, file))).length, 0)
  return { script: sum(scripts), stylesheet: sum(styles) }
}
