import { decodeHtml } from '#contract/html.ts'
import type { Db } from '../platform/db/database.ts'
import { findCodes } from './code-queries.ts'
import { findLookalikes, findWords, STEMS_MAX, type WordFacts } from './search.ts'
import { allowedTypos, nearest } from './spelling.ts'

/** A parsed search. All fields are tsquery texts. */
export type SearchTerms = {
  /** The words and phrases that a product must match. */
  matches: string
  /** Complete words and stems, which rank higher than prefix matches. Null if it equals `matches`. */
  exact: string | null
  /** `matches` without words inside compounds, which rank last. Null if it equals `matches`. */
  apart: string | null
  /** The SKU or barcode that the whole text is, or null. The product that has it comes first. */
  code: string | null
}

/** Maximum number of words. Further words are ignored. */
const WORDS_MAX = 10
/** Minimum length of an earlier word to match as a prefix: the 'c' in 'usb c cable' doesn't. */
const SHORTEST_BEGINNING = 3
const CORRECTIONS_MAX = 3

/**
 * Parses a shopper's search. Every word must match as typed, by its stem, or as a prefix. If the catalog has no such
 * word, typos are tolerated. Punctuation and operators are ignored. Instead, the text or one of its words can be a SKU or a
 * barcode, and the text the beginning of a SKU.
 */
export async function readSearch(db: Db, text: string): Promise<SearchTerms> {
  const words = wordsOf(text).slice(0, WORDS_MAX)
  const facts = await findWords(db, words, words.map(compoundPattern))
  const parts = text.split(/\s+/).filter((part) => /\d/.test(part) && part !== text)
  const [whole, ...known] = await findCodes(db, [text, ...parts.slice(0, WORDS_MAX)])
  const codes = [...(whole?.exact ?? []), ...(whole?.begun ?? [])].map(quote)
  const codesOf = new Map(
    known.flatMap(({ exact }, place) =>
      exact.length > 0 ? wordsOf(parts[place] ?? '').map((word) => [word, exact.map(quote)] as const) : [],
    ),
  )
  const unsure = facts.filter(({ word }) => codes.length === 0 && !codesOf.has(word))
  const meant = await correct(db, unsure, facts.at(-1))
  // Drops stop words such as 'the' and 'for'. If there are no other words, they match as prefixes.
  const searchable = facts.filter(({ lexemes }) => lexemes.length > 0)
  const terms = (searchable.length > 0 ? searchable : facts).map((fact) => {
    const stems = meant.get(fact.word) ?? []
    const itself = fact.lexemes.length > 0 ? fact.lexemes : [fact.word]
    const exact = [allOf(itself.map(quote)), ...stems.map(quote), ...(codesOf.get(fact.word) ?? [])]
    const isBeginning = fact === facts.at(-1) || fact.word.length >= SHORTEST_BEGINNING
    const apart = [...exact, ...(isBeginning ? begunBy(fact) : [])]
    return {
      exact: anyOf(exact),
      apart: anyOf(apart),
      matches: anyOf([...apart, ...fact.compounds.map(quote)]),
    }
  })
  const [only, ...others] = terms
  const matches = anyOf([allOf(terms.map(({ matches }) => matches)), ...codes])
  const apart = anyOf([allOf(terms.map(({ apart }) => apart)), ...codes])
  return {
    matches,
    exact:
      others.length === 0 && only?.exact === only?.matches ? null : anyOf(terms.map(({ exact }) => exact)),
    apart: apart === matches ? null : apart,
    code: whole && whole.exact.length > 0 ? anyOf(whole.exact.map(quote)) : null,
  }
}

/**
 * Returns a LIKE pattern for the compounds that contain a word, or null if it is too short. In Latin script another word of
 * at least three letters comes first, so 'lamp' doesn't find a clamp.
 */
function compoundPattern(word: string): string | null {
  if (IN_RUNS.test(word)) return `_%${word}%`
  return LATIN_WORD.test(word) ? `___%${word}%` : null
}

/** Returns the stems of the words that were probably meant, for each word that isn't in the catalog. */
async function correct(
  db: Db,
  facts: WordFacts[],
  last: WordFacts | undefined,
): Promise<Map<string, string[]>> {
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
      const isBegun = fact === last
      const found = nearest(fact.word, lookalikes.get(fact.word) ?? [], allowedTypos(fact.word), isBegun)
      return [fact.word, found.slice(0, CORRECTIONS_MAX).map(({ lexeme }) => lexeme)]
    }),
  )
}

/** Returns the words with this prefix, as their stems or, if there are many, as the prefix itself. */
function begunBy({ word, stems }: WordFacts): string[] {
  if (stems.length <= STEMS_MAX) return stems.map(quote)
  return [`${quote(word)}:*`, ...stems.filter((stem) => !stem.startsWith(word)).map(quote)]
}

const allOf = (terms: string[]) =>
  terms.length > 1 ? terms.map((term) => `(${term})`).join(' & ') : terms.join('')
const anyOf = (terms: string[]) => [...new Set(terms)].filter(Boolean).join(' | ')
const quote = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`

/** Maximum word length. PostgreSQL limits the length of an index entry. */
const LONGEST_WORD = 60
/** Chinese and Japanese don't separate words, so a run of letters is indexed as one word. */
const IN_RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const LATIN_WORD = /^\p{Script=Latin}{4,}$/u
/** Pieces of a longer run overlap by more than the length of a word. */
const RUN_OVERLAP = 20
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
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => FOLDED[letter] ?? letter)
  const words = folded.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words.flatMap((word) => (IN_RUNS.test(word) ? piecesOf(word) : [word])).filter(isShortEnough)
}

const isShortEnough = (word: string) => word.length <= LONGEST_WORD

function piecesOf(run: string): string[] {
  if (isShortEnough(run)) return [run]
  const rest = run.slice(LONGEST_WORD - RUN_OVERLAP)
  return [run.slice(0, LONGEST_WORD), ...piecesOf(rest)]
}

/** Returns the tokens of a sanitized description. */
export function wordsOfHtml(html: string): string[] {
  const text = html.replaceAll(INLINE_TAG, '').replaceAll(ANY_TAG, ' ')
  return wordsOf(decodeHtml(text))
}

/** Numbers and very short words have too many similar words to guess the intended one. */
export function canBeMistyped(word: string): boolean {
  return word.length >= 3 && !/\p{N}/u.test(word)
}
