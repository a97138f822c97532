import { parseSynonyms } from '#contract/settings/synonyms.ts'
import type { Settings } from '../settings/settings.ts'
import { wordsOf } from './words.ts'

/** Words that a search may contain, and those that products have instead. */
export type Synonym = { words: string[]; meanings: string[][] }

/** Returns the store owner's synonyms. */
export function synonymsOf({ synonyms }: Pick<Settings, 'synonyms'>): Synonym[] {
  return parseSynonyms(synonyms).flatMap(({ searched, meanings }) =>
    searched.map((text) => ({ words: wordsOf(text), meanings: meanings.map(wordsOf) })),
  )
}

/** @property place of its first word in the search */
type Group = Synonym & { place: number }

/** Divides a search into the words and phrases that have synonyms, the longest first, and single words without. */
export function groupWords(words: string[], synonyms: Synonym[]): Group[] {
  const groups: Group[] = []
  for (let place = 0; place < words.length; ) {
    const matching = synonyms.filter(
      (one) => one.words.length > 0 && one.words.every((word, index) => isSame(word, words[place + index])),
    )
    const length = Math.max(1, ...matching.map((one) => one.words.length))
    const meanings = matching.filter((one) => one.words.length === length).flatMap((one) => one.meanings)
    groups.push({ words: words.slice(place, place + length), place, meanings })
    place += length
  }
  return groups
}

/** Compares words regardless of a plural. */
const isSame = (word: string, typed = '') => word === typed || `${word}s` === typed || word === `${typed}s`
