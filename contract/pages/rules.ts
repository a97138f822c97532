import {
  FIXED_NAMES,
  type FixedPageName,
  LEGAL_PAGES,
  type LegalPageName,
  ORIGINAL_PAGES,
  type OriginalPageName,
} from './names.ts'

/** The shop's text pages (docs/decisions/0086-the-owners-pages.md). Doesn't import zod, so pages can load it early. */

type FixedPage = {
  title: string
  /** In menus, if it differs from the title. */
  label?: string
  /** Other pages link to it, so it is always published. */
  isRequired?: true
  /** Shows when it was last changed, and which version an order was placed under. */
  isPolicy?: true
}

/** The pages at fixed URLs. */
export const FIXED_PAGES: Readonly<Record<FixedPageName, FixedPage>> = {
  about: { title: 'About Us' },
  faq: { title: 'Frequently Asked Questions', label: 'FAQ' },
  shipping: { title: 'Shipping', isRequired: true },
  returns: { title: 'Returns', isRequired: true },
  'privacy-policy': { title: 'Privacy Policy', isRequired: true, isPolicy: true },
  'terms-conditions': { title: 'Terms & Conditions', isRequired: true, isPolicy: true },
  imprint: { title: 'Imprint' },
  'withdrawal-policy': { title: 'Withdrawal Policy', isPolicy: true },
  accessibility: { title: 'Accessibility' },
  cookies: { title: 'Cookies' },
}

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T =>
  (names as readonly string[]).includes(name)
export const isFixedPage = (name: string): name is FixedPageName => isOneOf(FIXED_NAMES, name)
export const isLegalPage = (name: string): name is LegalPageName => isOneOf(LEGAL_PAGES, name)
export const isOriginalPage = (name: string): name is OriginalPageName => isOneOf(ORIGINAL_PAGES, name)

/** Returns whether a page shows when it was last changed. */
export const isPolicy = (name: string) => isFixedPage(name) && FIXED_PAGES[name].isPolicy === true

/** Returns the path of a page: '/imprint', or '/pages/size-guide' for one that the store owner added. */
export const pageAddress = (name: string) => (isFixedPage(name) ? `/${name}` : `/pages/${name}`)

/** Returns the parts of a text that are still to be filled in: '[Name of your company]'. In linear time. */
export function placeholdersIn(html: string): string[] {
  return (html.match(/\[[^[\]<>]*\]/g) ?? []).filter((text) => /[a-z]/i.test(text))
}

export const PAGE_TITLE_MAX = 100
export const PAGE_HTML_MAX = 100_000
export const PAGE_NAME_MAX = 60
export const SEARCH_TITLE_MAX = 70
export const SEARCH_DESCRIPTION_MAX = 320
/** Pages that the store owner adds. */
export const OWN_PAGES_MAX = 100

export const PAGE_MESSAGES = {
  title: 'Title is required',
  titleTooLong: `Title must be at most ${PAGE_TITLE_MAX} characters`,
  text: 'Text is required',
  textTooLong: `Text must be at most ${PAGE_HTML_MAX.toLocaleString('en-US')} characters, including its formatting`,
  name: 'URL must consist of lowercase letters, digits, and hyphens',
  searchTitle: `Search title must be at most ${SEARCH_TITLE_MAX} characters`,
  searchDescription: `Search description must be at most ${SEARCH_DESCRIPTION_MAX} characters`,
  choice: 'Please choose one of the options',
  placeholders: (left: string) => `Fill in ${left} before you publish this page`,
  required: 'This page must stay published, because other pages link to it',
  taken: 'Another page already has this URL.',
  tooMany: `You can add at most ${OWN_PAGES_MAX} pages.`,
  gone: 'This page doesn’t exist.',
} as const
