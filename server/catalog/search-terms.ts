import { decodeHtml } from '#contract/html.ts'
import type { Db } from '../platform/db/database.ts'
import { findLookalikes, findWords, STEMS_MAX, type WordFacts } from './search.ts'
import { nearest, slipsForgiven } from './spelling.ts'

/** A search as the database reads it; both are texts of type tsquery. */
export type SearchTerms = {
  /** What a product must hold. */
  matches: string
  /** What raises its rank: the very words, not only their beginnings. Null where that is the same. */
  exact: string | null
}

/** More words than these make no search narrower. */
const WORDS_MAX = 10
/** An earlier word is a beginning too, unless it is as short as the 'c' of 'usb c cable'. */
const SHORTEST_BEGINNING = 3
const CORRECTIONS_MAX = 3

/**
 * Reads what a shopper typed: every word must be found, as itself, by its stem, as the beginning of a word or, where
 * the catalogue has nothing like it, as the word that was meant. Signs and operators mean nothing.
 */
export async function readSearch(db: Db, text: string): Promise<SearchTerms> {
  const words = wordsOf(text).slice(0, WORDS_MAX)
  const facts = await findWords(db, words)
  const meant = await correct(db, facts)
  // 'The' and 'for' narrow nothing; alone, they are the beginning of something.
  const telling = facts.filter(({ lexemes }) => lexemes.length > 0)
  const terms = (telling.length > 0 ? telling : facts).map((fact) => {
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

/** The stems of what was meant, for each word that the catalogue does not know. */
async function correct(db: Db, facts: WordFacts[]): Promise<Map<string, string[]>> {
  const unknown = facts.filter(
    ({ word, isKnown }) => !isKnown && canBeMistyped(word) && slipsForgiven(word) > 0,
  )
  if (unknown.length === 0) return new Map()
  const lookalikes = await findLookalikes(
    db,
    unknown.map(({ word }) => word),
  )
  return new Map(
    unknown.map((fact) => {
      const isBegun = fact === facts.at(-1)
      const found = nearest(fact.word, lookalikes.get(fact.word) ?? [], slipsForgiven(fact.word), isBegun)
      return [fact.word, found.slice(0, CORRECTIONS_MAX).map(({ lexeme }) => lexeme)]
    }),
  )
}

/** The words that begin with this one: by their stems, or by the beginning itself where they are many. */
function begunBy({ word, stems }: WordFacts): string[] {
  if (stems.length <= STEMS_MAX) return stems.map(quote)
  return [`${quote(word)}:*`, ...stems.filter((stem) => !stem.startsWith(word)).map(quote)]
}

const allOf = (terms: string[]) =>
  terms.length > 1 ? terms.map((term) => `(${term})`).join(' & ') : terms.join('')
const anyOf = (terms: string[]) => [...new Set(terms)].join(' | ')
const quote = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`

/** Longer ones are no words of a shop; the database's index has a limit too. */
const LONGEST_WORD = 60
const INLINE_TAG = /<\/?(?:strong|em|b|i|u|s|a)\b[^>]*>/g
const ANY_TAG = /<[^>]*>/g
/** Letters that Unicode does not take apart into a letter and its accent. */
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

/** The words of a text as search knows them: small letters without accents, digits, nothing else. */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => FOLDED[letter] ?? letter)
  return (folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).filter((word) => word.length <= LONGEST_WORD)
}

/** The words of a sanitised description. */
export function wordsOfHtml(html: string): string[] {
  const text = html.replaceAll(INLINE_TAG, '').replaceAll(ANY_TAG, ' ')
  return wordsOf(decodeHtml(text))
}

/** Numbers and the shortest words have too many neighbours for anyone to say which one was meant. */
export function canBeMistyped(word: string): boolean {
  return word.length >= 3 && !/\p{N}/u.test(word)
}
