import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** Where a font need not vary, as CSS has it (web/theme.css): headings have one weight, so theirs is less than half as large. */
const FIXED_AXES: Record<string, Record<string, number>> = { newsreader: { wght: 450 } }

/** What we write, names and places of the West included; the ranges of the @font-face rules hold nothing else that matters. */
const RANGES: [from: number, to: number][] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2020, 0x2026],
  [0x2039, 0x203a],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
]

/** Makes the built fonts as small as the shop's texts allow; `npm run dev` serves them whole. */
export function subsetFonts(): Plugin {
  return {
    name: 'plinth-subset-fonts',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.woff2')) continue
        const family = Object.keys(FIXED_AXES).find((name) => file.fileName.includes(name))
        file.source = await subsetFont(Buffer.from(file.source), CHARACTERS, {
          targetFormat: 'woff2',
          ...(family && { variationAxes: FIXED_AXES[family] }),
        })
      }
    },
  }
}

const CHARACTERS = RANGES.flatMap(([from, to]) =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
).join('')
