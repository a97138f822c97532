import type { Suggestions } from '#contract/catalog/search.ts'
import type { Db } from '../platform/db/database.ts'
import { readSettings } from '../settings/settings.ts'
import { listProducts } from './list-queries.ts'
import { findLookalikes, findWords, matchesAny, searchCategories } from './search.ts'
import { readSearch } from './search-terms.ts'
import { nearest, slipsGuessed } from './spelling.ts'
import { type Synonym, synonymsOf } from './synonyms.ts'
import { canBeMistyped, wordsOf } from './words.ts'

const PRODUCTS = 6
const CATEGORIES = 3

/** Returns suggestions for the text typed so far. */
export async function suggest(db: Db, text: string): Promise<Suggestions> {
  const settings = await readSettings(db)
  const synonyms = synonymsOf(settings)
  const search = await readSearch(db, text, synonyms)
  const range = { limit: PRODUCTS, offset: 0, isCounted: false }
  const { products } = await listProducts(db, { sort: 'relevance' }, search, range, settings)
  return {
    products: products.map(({ images, ...product }) => ({ ...product, image: images[0] ?? null })),
    categories: await searchCategories(db, search.matches, CATEGORIES),
    didYouMean: products.length > 0 ? null : await nearestSpelling(db, text, synonyms),
  }
}

const WORDS_MAX = 6
const SHORTEST_HALF = 3

/**
 * Returns the nearest text that has results, or null. Unknown words are split, replaced with a similar word, or left
 * out. If that isn't enough, one more word is left out, starting with the last.
 */
async function nearestSpelling(db: Db, text: string, synonyms: Synonym[]): Promise<string | null> {
  const typed = wordsOf(text).slice(0, WORDS_MAX)
  const words = await correctSpelling(db, typed)
  const shorter = words.map((_, left) => words.filter((_, index) => index !== left)).reverse()
  for (const attempt of [words, ...shorter]) {
    const spelling = attempt.join(' ')
    if (attempt.length === 0 || spelling === typed.join(' ')) continue
    if (await matchesAny(db, (await readSearch(db, spelling, synonyms)).matches)) return spelling
  }
  return null
}

async function correctSpelling(db: Db, typed: string[]): Promise<string[]> {
  const facts = await findWords(db, typed)
  const uncertain = facts.filter(({ word, isWord }) => !isWord && canBeMistyped(word)).map(({ word }) => word)
  const lookalikes = await findLookalikes(db, uncertain)
  const halves = await findWords(db, uncertain.flatMap(splits).flat())
  const words = new Set(halves.filter(({ isWord }) => isWord).map(({ word }) => word))
  return facts.flatMap(({ word, isKnown }) => {
    const separate =
      uncertain.includes(word) && splits(word).find((pair) => pair.every((half) => words.has(half)))
    if (separate) return separate
    const [likely] = nearest(word, lookalikes.get(word) ?? [], slipsGuessed(word))
    if (likely) return [likely.word]
    return isKnown || !canBeMistyped(word) ? [word] : []
  })
}

/** Splits a word in two: 'deskmat' -> 'des kmat', 'desk mat'. */
function splits(word: string): [string, string][] {
  return Array.from({ length: Math.max(0, word.length - 2 * SHORTEST_HALF + 1) }, (_, index) => [
    word.slice(0, index + SHORTEST_HALF),
    word.slice(index + SHORTEST_HALF),
  ])
}
