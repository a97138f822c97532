/** The swatch for each color name. These are product colors, not theme colors. */
const SWATCHES: Record<string, string> = {
  black: '#22201d',
  white: '#fbfaf7',
  silver: '#c3c5c7',
  gray: '#8d8c89',
  brown: '#7a4e2d',
  blue: '#3c5a7d',
  green: '#56705a',
  red: '#9c3b2e',
  brass: '#b8924a',
  cream: '#f3ead7',
  copper: '#b06a43',
  // Spec section 2: 'natural' is drawn in an amber tone.
  natural: '#d9a441',
}

/** Names in other languages, without accents: German, French, Spanish, Italian, and Dutch. */
const TRANSLATIONS: Record<string, string> = Object.fromEntries(
  [
    ['black', 'schwarz noir negro nero zwart'],
    ['white', 'weiss blanc blanco bianco wit'],
    ['gray', 'grey grau gris grigio grijs'],
    ['silver', 'silber argent plata plateado argento zilver'],
    ['brown', 'braun brun marron marrone bruin'],
    ['blue', 'blau bleu azul blu blauw'],
    ['green', 'grun gruen vert verde groen'],
    ['red', 'rot rouge rojo rosso rood'],
    ['yellow', 'gelb jaune amarillo giallo geel'],
    ['orange', 'naranja arancione oranje'],
    ['pink', 'rosa rose roze'],
    ['purple', 'lila violett pourpre morado viola paars'],
    ['turquoise', 'turkis tuerkis turquesa turchese turkoois'],
    ['gold', 'golden or oro dorado goud'],
    ['navy', 'marine marineblau'],
    ['brass', 'messing laiton laton ottone'],
    ['copper', 'kupfer cuivre cobre rame koper'],
    ['cream', 'creme crema'],
    ['natural', 'natur naturel naturale naturell'],
  ].flatMap(([color = '', names = '']) => names.split(' ').map((name) => [name, color])),
)

/** The names that CSS knows and shops use. */
const CSS_COLORS = new Set(
  `aqua beige chocolate coral crimson cyan darkblue darkgray darkgreen darkred gold indigo ivory khaki lavender
  lightblue lightgray lightgreen lightpink lightyellow lime magenta maroon navy olive orange orchid pink plum purple
  salmon skyblue steelblue tan teal turquoise violet yellow`.split(/\s+/),
)
const SHADES: Record<string, string> = { dunkel: 'dark', hell: 'light' }
const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/
const NEUTRAL = '#d6d0c6'

/**
 * Returns the CSS color of a product's color: 'Dark Green' and 'Dunkelgrün' are CSS's darkgreen. A name that isn't a
 * color is drawn in a neutral one, because the browser would read any other text as CSS.
 */
export function swatchOf(color: string): string {
  const name = plain(color)
  if (HEX.test(name)) return name
  const [, shade = '', base = name] = /^(dunkel|hell)(.+)$/.exec(name) ?? []
  const known = `${SHADES[shade] ?? ''}${translated(base)}`
  if (Object.hasOwn(SWATCHES, known)) return SWATCHES[known] ?? NEUTRAL
  return CSS_COLORS.has(known) ? known : NEUTRAL
}

/** Returns false for a name that is drawn in the neutral color. */
export function hasSwatch(color: string): boolean {
  return swatchOf(color) !== NEUTRAL
}

/** 'Weiß' and 'WEISS' are the same name. */
const plain = (color: string) =>
  color
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/[\p{M}\s_-]/gu, '')

const translated = (name: string) => (Object.hasOwn(TRANSLATIONS, name) ? (TRANSLATIONS[name] ?? name) : name)
