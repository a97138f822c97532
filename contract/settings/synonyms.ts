/** The store owner's synonyms for the search, one set per line: 'mousepad, mouse mat = desk mat'. */

export const SYNONYMS_LENGTH_MAX = 10_000
const LINES_MAX = 200

export type SynonymLine = { searched: string[]; meanings: string[] }

/** Reads the lines, without empty ones. A side without words is an empty list. */
export function parseSynonyms(text: string): SynonymLine[] {
  return linesOf(text).map((line) => {
    const [searched = '', ...meanings] = line.split('=')
    return { searched: listOf(searched), meanings: meanings.length === 1 ? listOf(meanings.join('')) : [] }
  })
}

/** Returns what is wrong with the text, or null. */
export function synonymProblem(text: string): string | null {
  if (text.length > SYNONYMS_LENGTH_MAX || linesOf(text).length > LINES_MAX)
    return `Synonyms may have at most ${LINES_MAX} lines`
  const wrong = parseSynonyms(text).findIndex(
    ({ searched, meanings }) => searched.length === 0 || meanings.length === 0,
  )
  return wrong < 0 ? null : `Write ‘${linesOf(text)[wrong]}’ as ‘mousepad = desk mat’`
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const listOf = (side: string) =>
  side
    .split(',')
    .map((words) => words.trim())
    .filter((words) => /[\p{L}\p{N}]/u.test(words))
