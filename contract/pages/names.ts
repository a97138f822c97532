/** The names of the text pages, without their rules, because every page of the shop loads them for its routes. */

/** The pages with a text in the code, which is shown until the store owner edits it. */
export const ORIGINAL_PAGES = [
  'about',
  'faq',
  'shipping',
  'returns',
  'privacy-policy',
  'terms-conditions',
] as const
export type OriginalPageName = (typeof ORIGINAL_PAGES)[number]

/** The pages that only exist once the store owner writes them, from a text to fill in. */
export const LEGAL_PAGES = ['imprint', 'withdrawal-policy', 'accessibility', 'cookies'] as const
export type LegalPageName = (typeof LEGAL_PAGES)[number]

/** The pages at fixed URLs. */
export const FIXED_NAMES = [...ORIGINAL_PAGES, ...LEGAL_PAGES]
