/** Longer ones are no words of a shop; the database's index has a limit too. */
const LONGEST_WORD = 60
const INLINE_TAG = /<\/?(?:strong|em|b|i|u|s|a)\b[^>]*>/g
const ANY_TAG = /<[^>]*>/g
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }
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
  return wordsOf(text.replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity))
}

/** Numbers and the shortest words have too many neighbours for anyone to say which one was meant. */
export function canBeMistyped(word: string): boolean {
  return word.length >= 3 && !/\p{N}/u.test(word)
}
