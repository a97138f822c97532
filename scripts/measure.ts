import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

/**
 * Prints the size of the code and its files for `npm run check`, and never fails. `node scripts/measure.ts --small` lists
 * small files that only one other file imports.
 */

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['contract', 'server', 'web', 'sandbox', 'scripts', 'tests']
const SHOP = ['contract', 'server', 'web']
const SMALL_LINES = 30
/** Files that are small by design: entry points of modules, and lazy-loaded files. */
const BOUNDARIES = /(routes|jobs|main|config|environment)\.tsx?$|^web\/(routes|entry)/

/** Code that treats products without options differently, or chooses between the ID of a variant and that of its product. */
const WITHOUT_OPTIONS =
  /(options|optionValues|option_values)\.length (===|!==|>) 0|options (=|<>) '\[\]'|(onlyVariant|variantIdOf|hasProductWithOptions)\(|variantId \?\? (\w+\.)?productId|variant_title (is|===)/i

type Source = { path: string; lines: number; text: string; imports: string[] }

const sources = FOLDERS.flatMap(filesIn)
const code = sources.filter(({ path }) => !isTest(path))
const importers = countImporters(code)
const small = code.filter(
  ({ path, lines }) =>
    lines <= SMALL_LINES &&
    importers.get(path) === 1 &&
    SHOP.some((folder) => path.startsWith(`${folder}/`)) &&
    !BOUNDARIES.test(path),
)

if (process.argv.includes('--small')) {
  for (const { path, lines } of small) console.log(`${String(lines).padStart(4)}  ${path}`)
} else {
  for (const folder of FOLDERS) {
    const own = code.filter(({ path }) => path.startsWith(`${folder}/`))
    console.log(`${folder.padEnd(9)} ${summaryOf(own)}`)
  }
  const shop = code.filter(({ path }) => SHOP.some((folder) => path.startsWith(`${folder}/`)))
  const casts = shop.reduce((sum, { text }) => sum + (text.match(/as unknown as/g)?.length ?? 0), 0)
  const branches = shop
    .filter(({ path }) => !path.startsWith('web/'))
    .map(({ path, text }) => ({ path, lines: text.split('\n').filter((line) => WITHOUT_OPTIONS.test(line)) }))
    .filter(({ lines }) => lines.length > 0)
  const branchLines = branches.reduce((sum, { lines }) => sum + lines.length, 0)
  console.log(`the shop  ${summaryOf(shop)}`)
  console.log(
    `          ${branchLines} lines in ${branches.length} files treat products without options differently`,
  )
  console.log(
    `          ${small.length} files of ${SMALL_LINES} lines or fewer with one importer, ${casts} double casts`,
  )
}

function summaryOf(files: Source[]): string {
  const lengths = files.map(({ lines }) => lines).sort((a, b) => a - b)
  const at = (share: number) => lengths[Math.floor((lengths.length - 1) * share)] ?? 0
  const lines = lengths.reduce((sum, length) => sum + length, 0)
  return `${files.length} files, ${lines.toLocaleString('en-US')} lines, median ${at(0.5)}, ninth decile ${at(0.9)}`
}

function filesIn(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|m?js)$/.test(entry.name))
    .map((entry) => {
      const path = relative(ROOT, join(entry.parentPath, entry.name))
      const text = readFileSync(join(ROOT, path), 'utf8')
      const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g)].map(([, target = '']) =>
        target.startsWith('#') ? target.slice(1) : normalize(join(dirname(path), target)),
      )
      return { path, text, imports, lines: text.split('\n').length - 1 }
    })
}

function countImporters(files: Source[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { imports } of files)
    for (const target of new Set(imports)) counts.set(target, (counts.get(target) ?? 0) + 1)
  return counts
}

function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$|\/fixtures\.tsx?$/.test(path)
}
