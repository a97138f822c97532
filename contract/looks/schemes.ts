import { contrastOf, type Demand, meets, mixed, nearestColor } from './colors.ts'

/** The colors of the shop, derived from one accent (docs/decisions/0085-the-owners-looks.md). */

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** The colors of a section of the home page: those of the page, a tint of the accent, or dark in both themes. */
export const SCHEMES = ['plain', 'tinted', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

/** Colors by their names in web/theme.css. */
export type Palette = {
  paper: string
  surface: string
  ink: string
  muted: string
  hairline: string
  accent: string
  sale: string
  success: string
  control: string
}

/** The palette of web/theme.css. */
export const PALETTES: Record<Theme, Palette> = {
  light: {
    paper: '#faf8f4',
    surface: '#ffffff',
    ink: '#1d1a16',
    muted: '#6b645a',
    hairline: '#e7e1d8',
    accent: '#7a4e2d',
    sale: '#a33b20',
    success: '#2f6b46',
    control: '#8c8375',
  },
  dark: {
    paper: '#14120f',
    surface: '#1d1a17',
    ink: '#f3eee6',
    muted: '#a79f93',
    hairline: '#2e2a25',
    accent: '#d3a27a',
    sale: '#ef8a6a',
    success: '#7cc49a',
    control: '#7d7468',
  },
}

/** The background of the banner's text in web/theme.css, before its photograph is loaded. */
export const HEROES: Record<Theme, string> = { light: '#d8cfc2', dark: '#2a2520' }

/** The least contrast of text, and of borders, icons, and the focus ring (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXT_CONTRAST = 4.5
const SHAPE_CONTRAST = 3
/** That of the accents that aren't chosen but derived. */
const DERIVED_CONTRAST = 5.5

/** Returns what an accent must meet on this palette. It is also the background of text in the color of the paper. */
function demandsOn({ paper, surface, hairline }: Palette, text = TEXT_CONTRAST): Demand[] {
  return [
    { on: paper, contrast: text },
    { on: surface, contrast: text },
    { on: hairline, contrast: SHAPE_CONTRAST },
  ]
}

/** Returns what the chosen accent must meet in the light theme. Dark ones are derived from it. */
const ACCENT_DEMANDS: Demand[] = [
  ...demandsOn(PALETTES.light),
  { on: HEROES.light, contrast: SHAPE_CONTRAST },
]

/** Returns the nearest accent with enough contrast: the chosen one, or a darker one. */
export const nearestAccent = (accent: string) => nearestColor(accent, ACCENT_DEMANDS, 'darker')

export const isAccent = (accent: string) => meets(accent, ACCENT_DEMANDS)

/** @param accent one with enough contrast, or null for the one of web/theme.css */
export function schemesOf(accent: string | null, theme: Theme): Record<Scheme, Palette> {
  const plain = plainScheme(accent, theme)
  return { plain, tinted: tintedScheme(plain, theme), dark: darkScheme(plainScheme(accent, 'dark')) }
}

function plainScheme(accent: string | null, theme: Theme): Palette {
  const palette = PALETTES[theme]
  if (accent === null) return palette
  if (theme === 'light') return { ...palette, accent }
  const demands = [...demandsOn(palette, DERIVED_CONTRAST), { on: HEROES.dark, contrast: SHAPE_CONTRAST }]
  return { ...palette, accent: nearestColor(accent, demands, 'lighter') }
}

function tintedScheme(plain: Palette, theme: Theme): Palette {
  const share = theme === 'light' ? 0.09 : 0.14
  return readable(
    {
      ...plain,
      paper: mixed(plain.paper, plain.accent, share),
      surface: mixed(plain.surface, plain.accent, share / 3),
      hairline: mixed(plain.hairline, plain.accent, share * 2),
    },
    theme === 'light' ? 'darker' : 'lighter',
  )
}

/** Equal in both themes. @param plain the scheme of the dark theme */
function darkScheme(plain: Palette): Palette {
  return readable(
    {
      ...plain,
      paper: mixed('#0d0b09', plain.accent, 0.08),
      surface: mixed(plain.surface, plain.accent, 0.06),
      hairline: mixed(plain.hairline, plain.accent, 0.1),
    },
    'lighter',
  )
}

/** Changes the colors that lack contrast. */
function readable(palette: Palette, way: 'darker' | 'lighter'): Palette {
  const { paper, surface } = palette
  const text = demandsOn(palette)
  const shapes = [paper, surface].map((on) => ({ on, contrast: SHAPE_CONTRAST }))
  const onPaper = [paper, surface].map((on) => ({ on, contrast: TEXT_CONTRAST }))
  return {
    ...palette,
    muted: nearestColor(palette.muted, text, way),
    accent: nearestColor(palette.accent, text, way),
    sale: nearestColor(palette.sale, onPaper, way),
    success: nearestColor(palette.success, onPaper, way),
    control: nearestColor(palette.control, shapes, way),
  }
}

/** Foreground, background, and the least contrast of each pair that the shop draws. */
const PAIRS: readonly [keyof Palette, keyof Palette, number][] = [
  ['ink', 'paper', TEXT_CONTRAST],
  ['ink', 'surface', TEXT_CONTRAST],
  ['ink', 'hairline', TEXT_CONTRAST],
  ['muted', 'paper', TEXT_CONTRAST],
  ['muted', 'surface', TEXT_CONTRAST],
  ['muted', 'hairline', SHAPE_CONTRAST],
  ['accent', 'paper', TEXT_CONTRAST],
  ['accent', 'surface', TEXT_CONTRAST],
  // Buttons and badges, and the focus ring on what the pointer is over.
  ['paper', 'accent', TEXT_CONTRAST],
  ['accent', 'hairline', SHAPE_CONTRAST],
  ['paper', 'ink', TEXT_CONTRAST],
  ['sale', 'paper', TEXT_CONTRAST],
  ['sale', 'surface', TEXT_CONTRAST],
  ['success', 'paper', TEXT_CONTRAST],
  ['success', 'surface', TEXT_CONTRAST],
  ['control', 'paper', SHAPE_CONTRAST],
  ['control', 'surface', SHAPE_CONTRAST],
]

/** Returns the pairs of a palette without enough contrast, such as 'muted on paper: 4.1'. */
export function weakPairs(palette: Palette): string[] {
  return PAIRS.flatMap(([name, on, least]) => {
    const contrast = contrastOf(palette[name], palette[on])
    return contrast < least ? [`${name} on ${on}: ${contrast.toFixed(2)}`] : []
  })
}
