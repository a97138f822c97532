/** Choices and messages for the store owner's looks. Doesn't import zod, so pages can load it early. */

/** 'rounded' is the installed one. */
export const CORNERS = ['square', 'slight', 'rounded', 'round'] as const
export type Corners = (typeof CORNERS)[number]

/** Pairs of fonts, for headings and for text. 'editorial' is the installed one. */
export const FONT_PAIRS = ['editorial', 'classic', 'warm', 'sturdy', 'modern', 'neutral'] as const
export type FontPair = (typeof FONT_PAIRS)[number]

/** The sections of the home page, in their installed order. */
export const HOME_SECTIONS = ['hero', 'categories', 'featured', 'products'] as const
export type HomeSectionName = (typeof HOME_SECTIONS)[number]

export const LOOK_MESSAGES = {
  choice: 'Choose an option from the list',
  accent: 'Enter a color such as #1f5f8b',
  lightAccent: (accent: string, nearest: string) =>
    `${accent} is too light to read on the shop’s background. The nearest color that passes is ${nearest}.`,
  announcement: 'Enter the text of the announcement',
  link: 'Enter a path such as /about, or a URL that begins with https://',
  path: 'Enter a path such as /about',
  image: 'Upload the image to this shop',
  social: 'Enter one URL per line, such as https://www.instagram.com/yourshop',
  socialTooMany: 'Enter at most 6 URLs',
  sections: 'List each section once',
  products: 'The list of all products can’t be hidden',
} as const
