export type KnownWord = { word: string; lexeme: string }

/** Returns how many typos in a word of this length are corrected silently. */
export const allowedTypos = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)
/** Returns how many typos are allowed for 'Did you mean …?' */
export const slipsGuessed = (word: string) => (word.length < 4 ? 1 : word.length < 6 ? 2 : 3)

/**
 * Returns the known words nearest to a word, with at most `slips` typos: all those at the smallest distance, in the
 * given order.
 * @param isBegun whether it may be the beginning of a word that is still being typed
 */
export function nearest(word: string, known: KnownWord[], slips: number, isBegun = false): KnownWord[] {
  const measured = known.map((one) => ({ one, slips: slipsBetween(word, one.word) }))
  const least = Math.min(slips + 1, ...measured.map((each) => each.slips.whole))
  if (least <= slips) return measured.filter((each) => each.slips.whole === least).map(({ one }) => one)
  return isBegun ? measured.filter((each) => each.slips.beginning <= slips).map(({ one }) => one) : []
}

/**
 * Returns the word with one letter dropped or two neighbors swapped, which trigram similarity ranks too low to find.
 */
export function withoutOneTypo(word: string): string[] {
  const letters = [...word]
  return letters.flatMap((letter, index) => {
    const [before, after] = [letters.slice(0, index), letters.slice(index + 1)]
    const [next, ...rest] = after
    const dropped = [...before, ...after].join('')
    return next === undefined ? [dropped] : [dropped, [...before, next, letter, ...rest].join('')]
  })
}

/** Counts added, dropped, changed, and swapped letters between `typed` and `word` or its nearest prefix. */
function slipsBetween(typed: string, word: string): { whole: number; beginning: number } {
  let beforeLast: number[] = []
  let last = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const current = [row]
    for (let column = 1; column <= word.length; column++) {
      const isSame = typed[row - 1] === word[column - 1]
      const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return { whole: at(last, word.length), beginning: Math.min(...last) }
}

const at = (row: number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY
