export type KnownWord = { word: string; lexeme: string }

/** How many typing errors a word of this length may have and still be taken for another one without asking. */
export const slipsForgiven = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2)
/** The same where the shopper is asked: 'Did you mean …?' */
export const slipsGuessed = (word: string) => (word.length < 4 ? 1 : word.length < 6 ? 2 : 3)

/**
 * The known words nearest to a word with at most so many typing errors: all that are equally near, the likeliest first.
 * @param isBegun it may be the beginning of a word that is still being typed
 */
export function nearest(word: string, known: KnownWord[], slips: number, isBegun = false): KnownWord[] {
  const measured = known.map((one) => ({ one, slips: slipsBetween(word, one.word) }))
  const least = Math.min(slips + 1, ...measured.map((each) => each.slips.whole))
  if (least <= slips) return measured.filter((each) => each.slips.whole === least).map(({ one }) => one)
  return isBegun ? measured.filter((each) => each.slips.beginning <= slips).map(({ one }) => one) : []
}

/** The word with one letter dropped or two swapped ones put right: too far away for a search by shared letters. */
export function withoutOneSlip(word: string): string[] {
  const letters = [...word]
  return letters.flatMap((letter, index) => {
    const [before, after] = [letters.slice(0, index), letters.slice(index + 1)]
    const [next, ...rest] = after
    const dropped = [...before, ...after].join('')
    return next === undefined ? [dropped] : [dropped, [...before, next, letter, ...rest].join('')]
  })
}

/** Letters added, dropped, changed or swapped with their neighbour, between `typed` and `word` or its best beginning. */
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
