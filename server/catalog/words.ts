import { decodeHtml } from '#contract/html.ts'

/** Maximum word length. PostgreSQL limits the length of an index entry. */
const LONGEST_WORD = 60
/** Chinese and Japanese don't separate words, so a run of letters is indexed as one word. */
export const IN_RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
export const LATIN_WORD = /^\p{Script=Latin}{4,}$/u
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
