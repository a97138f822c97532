/** The names of the text pages (docs/decisions/0086-the-owners-pages.md). Alone, because every page loads this file. */

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

export type FixedPageName = OriginalPageName | LegalPageName

export const FIXED_NAMES = [...ORIGINAL_PAGES, ...LEGAL_PAGES]
