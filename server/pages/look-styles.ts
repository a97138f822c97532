import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Brand } from '#contract/looks/brand.ts'
import type { Home } from '#contract/looks/home.ts'
import { CORNERS, type Corners, FONT_PAIRS, type FontPair } from '#contract/looks/rules.ts'
import { isAccent, PALETTES, type Palette, SCHEMES, type Scheme, schemesOf } from '#contract/looks/schemes.ts'
import { notFound } from '../errors.ts'
import { facesOf } from './font-pairs.ts'

/** The choices that a stylesheet is derived from. `accent` is null for the installed one. */
type Style = { accent: string | null; corners: Corners; fonts: FontPair }

const FOLDER = '/looks/'
const NAME = /^(installed|[0-9a-f]{6})-([a-z]+)-([a-z]+)\.([0-9a-f]{8})\.css$/
const INSTALLED = 'installed'
const FOREVER = 'public, max-age=31536000, immutable'
/** For the address of another version of the shop, whose styles were different. */
const BRIEFLY = 'public, max-age=60'

/**
 * Returns the URL of the brand's stylesheet, or nothing if all of it is as installed. The URL contains everything that
 * the styles are derived from, so every node serves those of every page, and nothing is stored.
 */
export function stylesheetOf({ accent, corners, fonts, logo }: Brand, home: Home): string | undefined {
  const isHomeColored = home.picture !== null || home.sections.some(({ scheme }) => scheme !== 'plain')
  const isInstalled = !accent && corners === 'rounded' && fonts === 'editorial'
  if (isInstalled && !logo && !isHomeColored) return undefined
  const style = { accent: accent || null, corners, fonts }
  const name = `${accent.slice(1) || INSTALLED}-${corners}-${fonts}`
  return `${FOLDER}${name}.${versionOf(stylesOf(style))}.css`
}

/** Serves /looks/{accent}-{corners}-{fonts}.{version}.css. */
export function serveLooks(app: FastifyInstance) {
  app.get<{ Params: { file: string } }>(`${FOLDER}:file`, async ({ params }, reply) => {
    const [, color, corners, fonts, version] = NAME.exec(params.file) ?? []
    const style = {
      accent: color === INSTALLED ? null : `#${color}`,
      corners: CORNERS.find((one) => one === corners),
      fonts: FONT_PAIRS.find((one) => one === fonts),
    }
    if (!style.corners || !style.fonts || (style.accent && !isAccent(style.accent)))
      throw notFound('There is no such stylesheet.')
    const css = stylesOf({ accent: style.accent, corners: style.corners, fonts: style.fonts })
    reply.header('content-type', 'text/css; charset=utf-8')
    reply.header('cache-control', versionOf(css) === version ? FOREVER : BRIEFLY)
    return css
  })
}

const versionOf = (css: string) => hash('sha256', css).slice(0, 8)

/** Radius of cards and of fields, and that of the search box. */
const RADII: Record<Corners, { card: string; field: string; search: string } | null> = {
  square: { card: '0', field: '0', search: '0' },
  slight: { card: '6px', field: '5px', search: '5px' },
  rounded: null,
  round: { card: '22px', field: '22px', search: '999px' },
}

function stylesOf({ accent, corners, fonts }: Style): string {
  const [light, dark] = [schemesOf(accent, 'light'), schemesOf(accent, 'dark')]
  const radii = RADII[corners]
  return [
    ...facesOf(fonts),
    // The accent is all that differs in the plain scheme.
    ...(accent ? inThemes('', { accent: light.plain.accent }, { accent: dark.plain.accent }) : []),
    ...(radii
      ? [
          `:root{--card-radius:${radii.card};--field-radius:${radii.field}}`,
          `[role=search] input{border-radius:${radii.search}}`,
        ]
      : []),
    LOGO,
    BANDS,
    ...SCHEMES.flatMap((scheme) => bandIn(scheme, light[scheme], dark[scheme])),
  ].join('\n')
}

/** The rules of a selector in both themes. @param inside '' for the document, or ' .band' for what is inside */
function inThemes(inside: string, light: Record<string, string>, dark: Record<string, string>): string[] {
  return [
    `:root${inside}{${variables(light)}}`,
    ...inDarkTheme((root) => [`${root}${inside}{${variables(dark)}}`]),
  ]
}

/** Rules for the dark theme, with the conditions of web/theme.css. */
function inDarkTheme(rulesOf: (root: string) => string[]): string[] {
  return [
    `@media screen and (prefers-color-scheme:dark){${rulesOf(":root:not([data-theme='light'])").join('')}}`,
    `@media screen{${rulesOf(":root[data-theme='dark']").join('')}}`,
  ]
}

const variables = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** A section with its own background, across the whole window. */
const BANDS = [
  '.band{display:flow-root;margin-top:var(--apart);padding-bottom:var(--apart);background:var(--paper);color:var(--ink)}',
  '.band:first-child,.band+.band,.hero+.band{margin-top:0}',
].join('\n')

/** The colors of a band, and of the banner with its veil, which keeps the text readable on any photograph. */
function bandIn(scheme: Scheme, light: Palette, dark: Palette): string[] {
  const colorsOf = (palette: Palette, theme: 'light' | 'dark') => ({
    ...palette,
    hero: palette.paper,
    'hero-ink': palette.ink,
    'hero-filter': theme === 'dark' ? 'brightness(.8)' : 'none',
    'hero-shade': veilOf(palette.paper),
  })
  const selector = ` .in-${scheme}`
  const rules = inThemes(
    selector,
    colorsOf(light, scheme === 'dark' ? 'dark' : 'light'),
    colorsOf(dark, 'dark'),
  )
  return scheme === 'dark' ? [...rules, `.in-dark{color-scheme:dark}`] : rules
}

/** The text ends before 45 % of the width. */
function veilOf(paper: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(paper.slice(at, at + 2), 16))
  const at = (alpha: number) => `rgb(${red} ${green} ${blue}/${alpha})`
  return `linear-gradient(90deg,${at(VEIL.left)},${at(VEIL.middle)} 45%,transparent 75%)`
}

export const VEIL = { left: 0.92, middle: 0.78 }

/** A logo without a version for the dark theme has the light paper behind it there. */
const LOGO = [
  '.logo{display:block;height:2.5rem;width:auto;max-width:min(12.5rem,45vw);object-fit:contain}',
  '.for-dark{display:none}',
  ...inDarkTheme((dark) => [
    `${dark} .for-light{display:none}`,
    `${dark} .for-dark{display:block}`,
    `${dark} .on-paper{background:${PALETTES.light.paper};padding:.25rem .5rem;border-radius:var(--field-radius)}`,
  ]),
].join('\n')
