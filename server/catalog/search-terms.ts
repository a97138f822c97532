import { decodeHtml } from '#contract/html.ts'
import type { Db } from '../platform/db/database.ts'
import { findLookalikes, findWords, STEMS_MAX, type WordFacts } from './search.ts'
import { allowedTypos, nearest } from './spelling.ts'

/** A parsed search; both fields are tsquery texts. */
export type SearchTerms = {
  /** The words and phrases a product must match. */
  matches: string
  /** Complete words and stems, which rank higher than prefix matches, or null if it equals `matches`. */
  exact: string | null
}

/** Maximum number of words; further ones are ignored. */
const WORDS_MAX = 10
/** Minimum length for an earlier word to be a prefix, too: the 'c' of 'usb c cable' is not. */
const SHORTEST_BEGINNING = 3
const CORRECTIONS_MAX = 3

/**
 * Parses a shopper's search. Every word must match: as typed, by its stem, as a prefix or, if the catalog has nothing
 * like it, with typo tolerance. Punctuation and operators are ignored.
 */
export async function readSearch(db: Db, text: string): Promise<SearchTerms> {
  const words = wordsOf(text).slice(0, WORDS_MAX)
  const facts = await findWords(db, words)
  const meant = await correct(db, facts)
  // Stop words such as 'the' and 'for' are dropped, unless there is nothing else: then they are prefixes.
  const searchable = facts.filter(({ lexemes }) => lexemes.length > 0)
  const terms = (searchable.length > 0 ? searchable : facts).map((fact) => {
    const stems = meant.get(fact.word) ?? []
    const itself = fact.lexemes.length > 0 ? fact.lexemes : [fact.word]
    const exact = [allOf(itself.map(quote)), ...stems.map(quote)]
    const isBeginning = fact === facts.at(-1) || fact.word.length >= SHORTEST_BEGINNING
    return {
      exact: anyOf(exact),
      matches: anyOf([...exact, ...(isBeginning ? begunBy(fact) : [])]),
    }
  })
  const [only, ...others] = terms
  return {
    matches: allOf(terms.map(({ matches }) => matches)),
    exact:
      others.length === 0 && only?.exact === only?.matches ? null : anyOf(terms.map(({ exact }) => exact)),
  }
}

/** Returns the stems of the likely intended words, for each word that isn't in the catalog. */
async function correct(db: Db, facts: WordFacts[]): Promise<Map<string, string[]>> {
  const unknown = facts.filter(
    ({ word, isKnown }) => !isKnown && canBeMistyped(word) && allowedTypos(word) > 0,
  )
  if (unknown.length === 0) return new Map()
  const lookalikes = await findLookalikes(
    db,
    unknown.map(({ word }) => word),
  )
  return new Map(
    unknown.map((fact) => {
      const isBegun = fact === facts.at(-1)
      const found = nearest(fact.word, lookalikes.get(fact.word) ?? [], allowedTypos(fact.word), isBegun)
      return [fact.word, found.slice(0, CORRECTIONS_MAX).map(({ lexeme }) => lexeme)]
    }),
  )
}

/** Returns the words with this prefix: by their stems or, if there are many, by the prefix itself. */
function begunBy({ word, stems }: WordFacts): string[] {
  if (stems.length <= STEMS_MAX) return stems.map(quote)
  return [`${quote(word)}:*`, ...stems.filter((stem) => !stem.startsWith(word)).map(quote)]
}

const allOf = (terms: string[]) =>
  terms.length > 1 ? terms.map((term) => `(${term})`).join(' & ') : terms.join('')
const anyOf = (terms: string[]) => [...new Set(terms)].join(' | ')
const quote = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`

/** Maximum word length; PostgreSQL limits the length of an index entry, too. */
const LONGEST_WORD = 60
const INLINE_TAG = /<\/?(?:strong|em|b|i|u|s|a)\b[^>]*>/g
const ANY_TAG = /<[^>]*>/g
/** Letters that Unicode doesn't decompose into a letter and its accent. */
const FOLDED: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** Returns the tokens of a text: lowercase letters without accents, and digits. */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/[ßæœøłđðþı]/g, (email) => FOLDED[email] ?? email)
  return (folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter((word) => word.length <= LONGEST_WORD)
}

/** Returns the tokens of a sanitized description. */
export function wordsOfHtml(html: string): string[] {
  const text = html.replaceAll(INLINE_TAG, '').replaceAll(ANY_TAG, ' ')
  return wordsOf(decodeHtml(text))
}

/** Numbers and very short words have too many neighbors to guess the intended one. */
export function canBeMistyped(word: string): boolean {
  return word.length >= 3 && !/\p{N}/u.test(word)
}
