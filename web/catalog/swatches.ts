/** The swatch for each color name. These are product colors, not theme colors. */
const SWATCHES: Record<string, string> = {
  black: '#22201d',
  white: '#fbfaf7',
  silver: '#c3c5c7',
  gray: '#8d8c89',
  grey: '#8d8c89',
  brown: '#7a4e2d',
  blue: '#3c5a7d',
  green: '#56705a',
  red: '#9c3b2e',
  brass: '#b8924a',
  // Spec section 2: 'natural' is drawn in an amber tone.
  natural: '#d9a441',
}

/** Returns the CSS color of a product's color. Passes other names to the browser: 'Dark Green' is its darkgreen. */
export function swatchOf(color: string): string {
  const name = color.toLowerCase().replaceAll(' ', '')
  return SWATCHES[name] ?? name
}
