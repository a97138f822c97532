import type { Db } from '../platform/db/database.ts'
import { findLookalikes, findWordsAndCodes, STEMS_MAX, type WordFacts } from './search.ts'
import { allowedTypos, type KnownWord, nearest } from './spelling.ts'
import { groupWords, type Synonym } from './synonyms.ts'
import { canBeMistyped, IN_RUNS, LATIN_WORD, wordsOf } from './words.ts'

/** A parsed search. All fields but `corrected` are tsquery texts. */
export type SearchTerms = Words & {
  /** Complete words and stems, which rank higher than prefix matches. Null if it equals `matches`. */
  exact: string | null
  /** The SKU or barcode that the whole text is, or null. The product that has it comes first. */
  code: string | null
  /** Matches products with some of the words. Null if there is only one, or a number, which means one size or code. */
  some: Words | null
  /** The searched words with the corrected spelling of those that have a typo, or null if none has. */
  corrected: string | null
}

type Words = {
  /** The words and phrases that a product must match. */
  matches: string
  /** `matches` without words inside compounds, which rank last. Null if it equals `matches`. */
  apart: string | null
}

/** Maximum number of words. Further words are ignored. */
const WORDS_MAX = 10
/** Minimum length of an earlier word to match as a prefix: the 'c' in 'usb c cable' doesn't. */
const SHORTEST_BEGINNING = 3
const CORRECTIONS_MAX = 3

/**
 * Parses a shopper's search. Every word must match as typed, by its stem, as a prefix, or by a synonym. If the catalog has
 * no such word, typos are tolerated. Punctuation and operators are ignored. Instead, the text or one of its words can be a
 * SKU or a barcode, and the text the beginning of a SKU.
 */
export async function readSearch(db: Db, text: string, synonyms: Synonym[]): Promise<SearchTerms> {
  const words = wordsOf(text).slice(0, WORDS_MAX)
  const groups = groupWords(words, synonyms)
  const synonymous = [...new Set(groups.flatMap(({ meanings }) => meanings.flat()))]
  const patterns = [...words.map(compoundPattern), ...synonymous.map(() => null)]
  const parts = text.split(/\s+/).filter((part) => /\d/.test(part) && part !== text)
  const texts = [text, ...parts.slice(0, WORDS_MAX)]
  const { found, codes: known } = await findWordsAndCodes(db, [...words, ...synonymous], patterns, texts)
  const facts = found.slice(0, words.length)
  const meant = new Map(found.slice(words.length).map((fact) => [fact.word, exactOf(fact)]))
  const [whole, ...partCodes] = known
  const codes = [...(whole?.exact ?? []), ...(whole?.begun ?? [])].map(quote)
  const codesOf = new Map(
    partCodes.flatMap(({ exact }, place) =>
      exact.length > 0 ? wordsOf(parts[place] ?? '').map((word) => [word, exact.map(quote)] as const) : [],
    ),
  )
  const hasSynonym = new Set(groups.flatMap(({ words, meanings }) => (meanings.length > 0 ? words : [])))
  const unsure = facts.filter(({ word }) => codes.length === 0 && !codesOf.has(word) && !hasSynonym.has(word))
  const corrections = await correct(db, unsure, facts.at(-1))

  function termOf(fact: WordFacts) {
    const stems = (corrections.get(fact.word) ?? []).map(({ lexeme }) => lexeme)
    const exact = [exactOf(fact), ...stems.map(quote), ...(codesOf.get(fact.word) ?? [])]
    const isBeginning = fact === facts.at(-1) || fact.word.length >= SHORTEST_BEGINNING
    const apart = [...exact, ...(isBeginning ? begunBy(fact) : [])]
    return {
      exact: anyOf(exact),
      apart: anyOf(apart),
      matches: anyOf([...apart, ...fact.compounds.map(quote)]),
    }
  }
  const grouped = groups.map(({ words, place, meanings }) => {
    const own = facts.slice(place, place + words.length)
    const others = meanings.map((meaning) => allOf(meaning.flatMap((word) => meant.get(word) || [])))
    const each = own.map(termOf)
    return {
      isSearchable: others.length > 0 || own.some(({ lexemes }) => lexemes.length > 0),
      exact: anyOf([allOf(each.map(({ exact }) => exact)), ...others]),
      apart: anyOf([allOf(each.map(({ apart }) => apart)), ...others]),
      matches: anyOf([allOf(each.map(({ matches }) => matches)), ...others]),
    }
  })
  // Drops stop words such as 'the' and 'for'. If there are no other words, they match as prefixes.
  const searchable = grouped.filter(({ isSearchable }) => isSearchable)
  const terms = searchable.length > 0 ? searchable : grouped
  const [only, ...more] = terms
  const combine = (join: (terms: string[]) => string): Words => {
    const matches = anyOf([join(terms.map(({ matches }) => matches)), ...codes])
    const apart = anyOf([join(terms.map(({ apart }) => apart)), ...codes])
    return { matches, apart: apart === matches ? null : apart }
  }
  const corrected = words.map((word) => corrections.get(word)?.[0]?.word ?? word).join(' ')
  return {
    ...combine(allOf),
    exact: more.length === 0 && only?.exact === only?.matches ? null : anyOf(terms.map(({ exact }) => exact)),
    code: whole && whole.exact.length > 0 ? anyOf(whole.exact.map(quote)) : null,
    some: more.length > 0 && !words.some((word) => /\p{N}/u.test(word)) ? combine(anyOf) : null,
    corrected: corrected === words.join(' ') ? null : corrected,
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

/** Returns the words that were probably meant, for each word that isn't in the catalog. */
async function correct(
  db: Db,
  facts: WordFacts[],
  last: WordFacts | undefined,
): Promise<Map<string, KnownWord[]>> {
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
      return [fact.word, found.slice(0, CORRECTIONS_MAX)]
    }),
  )
}

/** Returns the words with this prefix, as their stems or, if there are many, as the prefix itself. */
function begunBy({ word, stems }: WordFacts): string[] {
  if (stems.length <= STEMS_MAX) return stems.map(quote)
  return [`${quote(word)}:*`, ...stems.filter((stem) => !stem.startsWith(word)).map(quote)]
}

const exactOf = ({ word, lexemes }: WordFacts) => allOf((lexemes.length > 0 ? lexemes : [word]).map(quote))

const allOf = (terms: string[]) =>
  terms.length > 1 ? terms.map((term) => `(${term})`).join(' & ') : terms.join('')
const anyOf = (terms: string[]) => [...new Set(terms)].filter(Boolean).join(' | ')
const quote = (lexeme: string) => `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
