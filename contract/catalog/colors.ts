/**
 * Joins colors in one line, as forms and CSV files have them: 'black, walnut'. A comma or backslash in a color gets a
 * backslash, so `splitColors` returns the same colors.
 */
export function joinColors(colors: readonly string[]): string {
  return colors.map((color) => color.replace(/[\\,]/g, '\\$&')).join(', ')
}

/** Returns the trimmed colors of a line with commas between them, without empty ones. */
export function splitColors(line: string): string[] {
  const colors = ['']
  for (const [piece] of line.matchAll(/\\[\\,]|./gs)) {
    if (piece === ',') colors.push('')
    else colors[colors.length - 1] += piece.length === 2 ? piece.slice(1) : piece
  }
  return colors.map((color) => color.trim()).filter(Boolean)
}
