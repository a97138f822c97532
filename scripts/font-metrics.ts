/** Measures of a line and of its letters, as shares of the font's size. */
export type Metrics = { ascent: number; descent: number; lineGap: number; width: number }

/**
 * Local fonts for headings and text until theirs have loaded, with the average width of their letters.
 * The widths are those that web/theme.css implies: the installed pair's widths divided by its `size-adjust`.
 */
const NEWSREADER = 0.4453
const INSTRUMENT_SANS = 0.4533
const FALLBACKS = {
  heading: [
    { local: ['Georgia'], width: NEWSREADER / 0.9612 },
    { local: ['Times New Roman', 'Liberation Serif'], width: NEWSREADER / 1.0548 },
    { local: ['Open Sans', 'Open Sans Regular'], width: NEWSREADER / 0.9141 },
  ],
  text: [
    { local: ['Arial', 'Liberation Sans'], width: INSTRUMENT_SANS / 1.0274 },
    { local: ['Roboto', 'Roboto Regular'], width: INSTRUMENT_SANS / 1.0296 },
    { local: ['Open Sans', 'Open Sans Regular'], width: INSTRUMENT_SANS / 0.9771 },
  ],
} as const

/** Returns faces of local fonts with the same size as a font, so nothing moves when it has loaded. */
export function fallbackFaces(family: string, use: keyof typeof FALLBACKS, metrics: Metrics): string[] {
  return FALLBACKS[use].map(({ local, width }, index) => {
    const adjust = metrics.width / width
    const share = (value: number) => `${(value * 100).toFixed(2)}%`
    const name = `${family} Fallback${index === 0 ? '' : ` ${index + 1}`}`
    const sources = local.map((name) => `local('${name}')`).join(', ')
    return `@font-face { font-family: '${name}'; src: ${sources}; ascent-override: ${share(metrics.ascent / adjust)}; descent-override: ${share(metrics.descent / adjust)}; line-gap-override: ${share(metrics.lineGap / adjust)}; size-adjust: ${share(adjust)}; }`
  })
}

/** How often letters occur in 1,000 characters of English text, from a count of letters and one space per word. */
const FREQUENCY: Readonly<Record<string, number>> = {
  ' ': 180,
  e: 104,
  t: 74,
  a: 67,
  o: 61,
  i: 57,
  n: 57,
  s: 52,
  h: 50,
  r: 49,
  d: 35,
  l: 33,
  c: 23,
  u: 23,
  m: 20,
  w: 19,
  f: 18,
  g: 16,
  y: 16,
  p: 16,
  b: 12,
  v: 8,
  k: 6,
  j: 1,
  x: 1,
  q: 1,
  z: 1,
}

/** Measures a TrueType font without variations. */
export function measure(font: Uint8Array): Metrics {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const table = tablesOf(view)
  const unit = view.getUint16(table('head') + 18)
  const isTypographic = (view.getUint16(table('OS/2') + 62) & 0x80) !== 0
  const at = isTypographic ? table('OS/2') + 68 : table('hhea') + 4
  const [ascent = 0, descent = 0, lineGap = 0] = [0, 2, 4].map((offset) => view.getInt16(at + offset) / unit)
  const glyphOf = glyphsOf(view, table('cmap'))
  const widths = view.getUint16(table('hhea') + 34)
  const widthOf = (letter: string) => {
    const glyph = Math.min(glyphOf(letter.codePointAt(0) ?? 0), widths - 1)
    return view.getUint16(table('hmtx') + glyph * 4) / unit
  }
  const entries = Object.entries(FREQUENCY)
  const total = entries.reduce((sum, [, count]) => sum + count, 0)
  const width = entries.reduce((sum, [letter, count]) => sum + widthOf(letter) * count, 0) / total
  return { ascent, descent: -descent, lineGap, width }
}

function tablesOf(view: DataView) {
  const starts = new Map<string, number>()
  for (let index = 0; index < view.getUint16(4); index++) {
    const record = 12 + index * 16
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((at) => view.getUint8(record + at)))
    starts.set(tag, view.getUint32(record + 8))
  }
  return (tag: string) => {
    const start = starts.get(tag)
    if (start === undefined) throw new Error(`The font has no table ${tag}`)
    return start
  }
}

/** Returns a function that finds the glyph of a character of the basic plane, from a subtable of format 4. */
function glyphsOf(view: DataView, cmap: number) {
  const subtables = Array.from(
    { length: view.getUint16(cmap + 2) },
    (_, at) => cmap + view.getUint32(cmap + 8 + at * 8),
  )
  const start = subtables.find((subtable) => view.getUint16(subtable) === 4)
  if (start === undefined) throw new Error('The font has no table of characters in format 4')
  const segments = view.getUint16(start + 6) / 2
  return (code: number): number => {
    for (let segment = 0; segment < segments; segment++) {
      const at = (part: number) => start + 14 + part * segments * 2 + segment * 2
      // After the ends of the segments is a reserved field.
      if (view.getUint16(at(0)) < code) continue
      const first = view.getUint16(at(1) + 2)
      if (first > code) return 0
      const delta = view.getUint16(at(2) + 2)
      const offset = view.getUint16(at(3) + 2)
      if (offset === 0) return (code + delta) & 0xffff
      const glyph = view.getUint16(at(3) + 2 + offset + (code - first) * 2)
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}
