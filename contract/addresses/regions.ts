/** Finds a region by its code or name, as people, wallets, and files write it. Loaded only by forms with an address. */

/** A region's code, its name in Latin script, and other spellings of it. */
export type Region = readonly [code: string, name: string, ...others: string[]]

/** Words and endings that say what kind of region it is. People add and omit them. */
const KINDS = new Set(
  (
    'autonomous capital co comunidad county de del department departamento di district do emirate estado foral fu ' +
    'governorate ken kray krai ku oblast of prefecture principado province provincia provincie region republic ' +
    'respublika sheng shi si state territory the to край область республика'
  ).split(' '),
)
const KIND_ENDINGS = /(?<=..)[省市県縣府都도시]$/u

/** Letters that Unicode doesn't decompose into a base letter and an accent. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  臺: '台',
}

/** Removes what differs between spellings of a name: case, accents, punctuation, spaces, and the width of characters. */
export function foldName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[ßæœøłđı臺]/gu, (letter) => LETTERS[letter] ?? letter)
}

/**
 * Returns the code of a region, or null if the text names no region or several. Accepts every spelling, and a code with
 * its country, such as 'CA-ON'.
 * @param country ISO code
 */
export function findRegionCode(country: string, regions: readonly Region[], text: string): string | null {
  const local = text.trim().replace(new RegExp(`^${country}\\s*-\\s*`, 'i'), '')
  const folded = foldName(local)
  if (folded === '') return null
  const byCode = regions.find(([code]) => foldName(code) === folded)
  return byCode?.[0] ?? onlyMatch(regions, foldName, local) ?? onlyMatch(regions, bareName, local)
}

function onlyMatch(regions: readonly Region[], keyOf: (text: string) => string, text: string): string | null {
  const wanted = keyOf(text)
  const found = regions.filter(([, ...names]) => names.some((name) => keyOf(name) === wanted))
  return found.length === 1 ? (found[0]?.[0] ?? null) : null
}

function bareName(text: string): string {
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')
  const bare = words.filter((word) => !KINDS.has(foldName(word)))
  return foldName((bare.length > 0 ? bare : words).join('').normalize('NFKC').replace(KIND_ENDINGS, ''))
}
