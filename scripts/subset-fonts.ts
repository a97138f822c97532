import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

type Ranges = [from: number, to: number][]

/** Characters of English text, which every page needs. They match the Unicode ranges in web/theme.css. */
const EVERYWHERE: Ranges = [
  [0x20, 0x7e],
  [0xa0, 0xa0],
  [0xa9, 0xa9],
  [0xb7, 0xb7],
  [0xd7, 0xd7],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2026, 0x2026],
]

/** Characters of other Western names and places, loaded when a page has one of them. */
const ACCENTS: Ranges = [
  [0xa1, 0xa8],
  [0xaa, 0xb6],
  [0xb8, 0xd6],
  [0xd8, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x201a, 0x201a],
  [0x201e, 0x201e],
  [0x2022, 0x2022],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
]

/**
 * The characters of each built font, and its fixed axes. Headings have only one weight, so their font is less than half as
 * large. The two files of a family differ only in their characters.
 */
const PARTS: Record<string, { characters: Ranges; variationAxes?: Record<string, number> }> = {
  'newsreader-latin-wght': { characters: EVERYWHERE, variationAxes: { wght: 450 } },
  'newsreader-latin-standard': { characters: ACCENTS, variationAxes: { wght: 450, opsz: 16 } },
  'instrument-sans-latin-wght': { characters: EVERYWHERE },
  'instrument-sans-latin-standard': { characters: ACCENTS, variationAxes: { wdth: 100 } },
}

/** Reduces the built fonts to the characters that the shop's texts need. `npm run dev` serves the full fonts. */
export function subsetFonts(): Plugin {
  return {
    name: 'plinth-subset-fonts',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.woff2')) continue
        const [, part] = Object.entries(PARTS).find(([name]) => file.fileName.includes(name)) ?? []
        if (!part) throw new Error(`${file.fileName} has no characters listed for it`)
        const { characters, ...options } = part
        const text = charactersOf(characters)
        file.source = await subsetFont(Buffer.from(file.source), text, { targetFormat: 'woff2', ...options })
      }
    },
  }
}

function charactersOf(ranges: Ranges) {
  return ranges
    .flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
    )
    .join('')
}
