/** How the names of colours are drawn; these are the colours of things, not of the page. */
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

/** A CSS colour for a colour's name; a name we do not know is left to the browser. */
export function swatchOf(color: string): string {
  return SWATCHES[color.toLowerCase()] ?? color.toLowerCase()
}
