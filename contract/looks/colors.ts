/** Colors as '#rrggbb', their contrast by WCAG 2, and the nearest color that has enough of it. */

type Triple = [number, number, number]

export const isColor = (text: string) => /^#[0-9a-f]{6}$/.test(text)

/** Returns the contrast of two colors: from 1, for equal ones, to 21. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** A background, and the lowest contrast with it. */
export type Demand = { on: string; contrast: number }

export const meets = (color: string, demands: readonly Demand[]) =>
  demands.every(({ on, contrast }) => contrastOf(color, on) >= contrast)

/**
 * Returns the color itself if it meets the demands, otherwise the one of the same hue whose lightness differs least.
 * Black, for 'darker', or white must meet them.
 */
export function nearestColor(color: string, demands: readonly Demand[], way: 'darker' | 'lighter'): string {
  if (meets(color, demands)) return color
  const [lightness, ...tint] = oklabOf(color)
  const at = (lightness: number) => hexOf(inGamut([lightness, ...tint]))
  let [failing, passing] = [lightness, way === 'darker' ? 0 : 1]
  for (let step = 0; step < STEPS; step++) {
    const middle = (failing + passing) / 2
    if (meets(at(middle), demands)) passing = middle
    else failing = middle
  }
  return at(passing)
}

/** Returns a mixture of two colors. @param share of the second one, from 0 to 1 */
export function mixed(one: string, other: string, share: number): string {
  const [from, to] = [oklabOf(one), oklabOf(other)]
  return hexOf(inGamut(from.map((value, at) => value + ((to[at] ?? 0) - value) * share) as Triple))
}

/** Enough to find a value of eight bits. */
const STEPS = 16

function luminanceOf(color: string): number {
  const [red, green, blue] = linearOf(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the parts of a color in linear light, from 0 to 1. */
function linearOf(color: string): Triple {
  return [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Triple
}

function hexOf(linear: Triple): string {
  const digits = linear.map((value) => {
    const part = Math.min(1, Math.max(0, value))
    const encoded = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${digits.join('')}`
}

/** Returns lightness and tint in Oklab, where equal steps look equal. */
function oklabOf(color: string): Triple {
  const linear = linearOf(color)
  const cones = product(LINEAR_TO_CONES, linear).map(Math.cbrt) as Triple
  return product(CONES_TO_OKLAB, cones)
}

function linearFrom(oklab: Triple): Triple {
  const cones = product(OKLAB_TO_CONES, oklab).map((value) => value ** 3) as Triple
  return product(CONES_TO_LINEAR, cones)
}

/** Returns a color in linear light, grayer if a screen can't show it. */
function inGamut([lightness, a, b]: Triple): Triple {
  const at = (share: number) => linearFrom([lightness, a * share, b * share])
  if (isShown(at(1))) return at(1)
  let [shown, hidden] = [0, 1]
  for (let step = 0; step < STEPS; step++) {
    const middle = (shown + hidden) / 2
    if (isShown(at(middle))) shown = middle
    else hidden = middle
  }
  return at(shown)
}

const isShown = (linear: Triple) => linear.every((value) => value >= -0.0001 && value <= 1.0001)

function product(matrix: readonly Triple[], [x, y, z]: Triple): Triple {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as Triple
}

// The matrices of Oklab's definition, https://bottosson.github.io/posts/oklab.
const LINEAR_TO_CONES: Triple[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const CONES_TO_OKLAB: Triple[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const OKLAB_TO_CONES: Triple[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const CONES_TO_LINEAR: Triple[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]
