import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/**
 * The fixed axes of each built font. Headings have only one weight and the cut for large text, so their font is less than
 * half as large. The two files of a family differ only in their characters.
 */
const AXES: Record<string, Record<string, number>> = {
  'newsreader-latin-opsz-normal': { wght: 400, opsz: 72 },
  'newsreader-latin-standard-normal': { wght: 400, opsz: 72 },
  'instrument-sans-latin-standard-normal': { wdth: 100 },
}

/** Reduces the built fonts to the characters that the shop's texts need. `npm run dev` serves the full fonts. */
export function subsetFonts(): Plugin {
  return {
    name: 'plinth-subset-fonts',
    async generateBundle(_options, bundle) {
      const fonts = Object.entries(charactersByFont())
      const assets = Object.values(bundle).filter((file) => file.type === 'asset')
      for (const file of assets.filter(({ fileName }) => fileName.endsWith('.woff2'))) {
        const own = fonts.find(([name]) => file.fileName.includes(name))
        if (!own) throw new Error(`${file.fileName} has no characters listed for it`)
        const original = Buffer.from(file.source)
        file.source = await subsetOf(original, own)
        // The package has this family twice, and the bundler keeps one of two equal files.
        const twin = fonts.find((one) => one !== own && familyOf(one) === familyOf(own))
        if (!twin || assets.some(({ fileName }) => fileName.includes(twin[0]))) continue
        const source = await subsetOf(original, twin)
        const copy = this.getFileName(this.emitFile({ type: 'asset', name: `${twin[0]}.woff2`, source }))
        const range = new RegExp(`unicode-range:\\s*U\\+0*${twin[1].codePointAt(0)?.toString(16)}`, 'i')
        for (const css of assets.filter(({ fileName }) => fileName.endsWith('.css')))
          css.source = String(css.source).replaceAll(/@font-face\s*{[^}]*}/g, (face) =>
            range.test(face) ? face.replace(basename(file.fileName), basename(copy)) : face,
          )
      }
    },
  }
}

type Font = [name: string, characters: string]

const familyOf = ([name]: Font) => name.replace(/-latin.*/, '')

async function subsetOf(original: Buffer, [name, characters]: Font): Promise<Buffer> {
  return subsetFont(original, characters, { targetFormat: 'woff2', variationAxes: AXES[name] })
}

/** Reads the characters of each font from its Unicode ranges in web/theme.css. */
function charactersByFont(): Record<string, string> {
  const theme = readFileSync(join(import.meta.dirname, '../web/theme.css'), 'utf8')
  const faces = theme.matchAll(/([\w-]+)\.woff2'[^}]+unicode-range:([^;]+)/g)
  return Object.fromEntries(Array.from(faces, ([, name = '', ranges = '']) => [name, charactersIn(ranges)]))
}

/** @param ranges such as 'U+0020-007E, U+00A0' */
function charactersIn(ranges: string): string {
  const all = ranges.matchAll(/U\+(\w+)(?:-(\w+))?/g)
  return Array.from(all, ([, first = '', last = first]) => {
    const start = Number.parseInt(first, 16)
    const count = Number.parseInt(last, 16) - start + 1
    return String.fromCodePoint(...Array.from({ length: count }, (_, at) => start + at))
  }).join('')
}
