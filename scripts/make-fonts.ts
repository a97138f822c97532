import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import subsetFont from 'subset-font'
import { fallbackFaces, measure } from './font-metrics.ts'

/**
 * Makes the files in server/pages/fonts: `node scripts/make-fonts.ts`. They are committed, because only a shop that
 * chose another pair of fonts needs them, and the packages that they are from are larger than all of the pairs. The
 * installed pair is in web/theme.css.
 */

const VERSION = '5.3.0'
const TARGET = join(import.meta.dirname, '../server/pages/fonts')

/** The characters of every page, and the accented ones, which load only if a page has any. As in web/theme.css. */
const COMMON = 'U+0020-007E, U+00A0, U+00A9, U+00B7, U+00D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2026'
const ACCENTED =
  'U+00A1-00A8, U+00AA-00B6, U+00B8-00D6, U+00D8-00FF, U+0131, U+0152-0153, U+201A, U+201E, U+2022, U+2039-203A, U+20AC, U+2122'

type Family = {
  /** The package, and the axes in the name of its file. */
  source: readonly [name: string, axes: string]
  /** Its name in the style sheet. */
  family: string
  /** Fixed, or limited to what the shop uses. */
  axes: Record<string, number | { min: number; max: number }>
}

/** Headings have a single weight, so their fonts are small. Text has the weights from 400 to 700. */
const TEXT = { wght: { min: 400, max: 700 } }
const text = (name: string, family: string): Family => ({ source: [name, 'wght'], family, axes: TEXT })
const heading = (source: Family['source'], family: string, axes: Record<string, number>): Family => ({
  source,
  family,
  axes,
})

const PAIRS = {
  classic: [
    heading(['eb-garamond', 'wght'], 'EB Garamond', { wght: 400 }),
    text('libre-franklin', 'Libre Franklin'),
  ],
  warm: [heading(['fraunces', 'opsz'], 'Fraunces', { wght: 400, opsz: 72 }), text('dm-sans', 'DM Sans')],
  sturdy: [heading(['bitter', 'wght'], 'Bitter', { wght: 500 }), text('hanken-grotesk', 'Hanken Grotesk')],
  modern: [
    heading(['bricolage-grotesque', 'opsz'], 'Bricolage Grotesque', { wght: 500, opsz: 48 }),
    text('figtree', 'Figtree'),
  ],
  neutral: [heading(['inter', 'opsz'], 'Inter Display', { wght: 500, opsz: 32 }), text('inter', 'Inter')],
} as const

const download = mkdtempSync(join(tmpdir(), 'plinth-fonts-'))
const licenses: string[] = []
mkdirSync(TARGET, { recursive: true })
for (const [pair, [ofHeadings, ofText]] of Object.entries(PAIRS)) {
  const css = [
    `/* Made by scripts/make-fonts.ts. */`,
    ...(await facesOf(ofHeadings, 'heading')),
    ...(await facesOf(ofText, 'text')),
    `:root { --heading-font: ${stackOf(ofHeadings, 'heading')}; --text-font: ${stackOf(ofText, 'text')}; }`,
  ]
  writeFileSync(join(TARGET, `${pair}.css`), `${css.join('\n')}\n`)
}
writeFileSync(join(TARGET, 'OFL.txt'), [...new Set(licenses)].join('\n\n'))

type Use = 'heading' | 'text'

function slug({ family }: Family): string {
  return family.toLowerCase().replaceAll(' ', '-')
}

/** Writes the two files of a family, and returns its faces and those of its fallbacks. */
async function facesOf(font: Family, use: Use): Promise<string[]> {
  const original = sourceOf(font)
  const weight = use === 'heading' ? '400' : '400 700'
  const faces: string[] = []
  for (const [part, ranges] of [
    ['common', COMMON],
    ['accented', ACCENTED],
  ] as const) {
    const file = `${slug(font)}-${part}.woff2`
    const characters = charactersIn(ranges)
    const subset = await subsetFont(original, characters, { targetFormat: 'woff2', variationAxes: font.axes })
    writeFileSync(join(TARGET, file), subset)
    faces.push(
      `@font-face { font-family: '${font.family}'; font-style: normal; font-display: swap; font-weight: ${weight}; src: url(${file}) format('woff2'); unicode-range: ${ranges}; }`,
    )
  }
  // At the weight of running text.
  const fixed = Object.fromEntries(
    Object.entries(font.axes).map(([axis, value]) => [axis, typeof value === 'number' ? value : value.min]),
  )
  const plain = await subsetFont(original, charactersIn(COMMON), {
    targetFormat: 'truetype',
    variationAxes: fixed,
  })
  return [...faces, ...fallbackFaces(font.family, use, measure(plain))]
}

/** Returns the font, the local ones until it has loaded, and the browser's. */
function stackOf({ family }: Family, use: Use): string {
  const fallbacks = ['', ' 2', ' 3'].map((number) => `'${family} Fallback${number}'`)
  return [`'${family}'`, ...fallbacks, use === 'heading' ? 'serif' : 'sans-serif'].join(', ')
}

function sourceOf({ source: [name, axes] }: Family): Buffer {
  const folder = join(download, name)
  mkdirSync(folder, { recursive: true })
  const spec = `@fontsource-variable/${name}@${VERSION}`
  const archive = execFileSync('npm', ['pack', '--silent', spec], { cwd: folder, encoding: 'utf8' }).trim()
  execFileSync('tar', ['xzf', archive, '--strip-components', '1'], { cwd: folder })
  licenses.push(readFileSync(join(folder, 'LICENSE'), 'utf8').trim())
  return readFileSync(join(folder, `files/${name}-latin-${axes}-normal.woff2`))
}

function charactersIn(ranges: string): string {
  return Array.from(ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g), ([, first = '', last = first]) => {
    const start = Number.parseInt(first, 16)
    const count = Number.parseInt(last, 16) - start + 1
    return String.fromCodePoint(...Array.from({ length: count }, (_, at) => start + at))
  }).join('')
}
