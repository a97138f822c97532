import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.woff2')) continue
        const [name, characters] = fonts.find(([name]) => file.fileName.includes(name)) ?? []
        if (!name || !characters) throw new Error(`${file.fileName} has no characters listed for it`)
        const options = { targetFormat: 'woff2', variationAxes: AXES[name] } as const
        file.source = await subsetFont(Buffer.from(file.source), characters, options)
      }
    },
  }
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
