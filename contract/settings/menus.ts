import { z } from 'zod'
import { isFixedPage } from '../pages/rules.ts'
import { shownLine } from '../text.ts'

export const HEADER_LINKS_MAX = 7
export const FOOTER_COLUMNS_MAX = 3
export const COLUMN_LINKS_MAX = 8
export const MENU_LABEL_MAX = 40

const MENU_MESSAGES = {
  label: `Label must be at most ${MENU_LABEL_MAX} characters`,
  noLabel: 'Label is required',
  title: 'Title is required',
  titleTooLong: `Title must be at most ${MENU_LABEL_MAX} characters`,
  target: 'Please choose a page',
  header: `The header can have at most ${HEADER_LINKS_MAX} links`,
  columns: `The footer can have at most ${FOOTER_COLUMNS_MAX} columns`,
  links: `A column can have at most ${COLUMN_LINKS_MAX} links`,
} as const

const SAYS = MENU_MESSAGES

const PAGE_OR_CATEGORY = /^(?:category:[1-9]\d{0,8}|\/pages\/[a-z0-9-]+|\/[a-z-]*)$/
/** A path with a query or an anchor, such as a filtered list of products. */
const FILTERED = /^\/\?[\w=&%.+-]+#products$/

/** Returns the ID of the category that a link leads to, or null. */
export const categoryOf = (target: string) => /^category:(\d+)$/.exec(target)?.[1] ?? null

const hasName = (target: string) => /^(?:category:|\/pages\/)/.test(target) || isFixedPage(target.slice(1))

const link = (isTarget: (target: string) => boolean) =>
  z
    .tuple([
      shownLine({ min: 0, tooShort: '', max: MENU_LABEL_MAX, tooLong: SAYS.label }),
      z.string().max(200, SAYS.target).refine(isTarget, SAYS.target),
    ])
    // Only pages and categories have a name to show instead.
    .refine(([label, target]) => label !== '' || hasName(target), {
      path: [0],
      message: SAYS.noLabel,
    })

const isPath = (target: string) => PAGE_OR_CATEGORY.test(target) || FILTERED.test(target)

/** The store owner's menus. */
export const MenuSettings = z.object({
  header: z
    .array(link((target) => target === 'categories' || isPath(target)))
    .max(HEADER_LINKS_MAX, SAYS.header),
  footer: z
    .array(
      z.object({
        title: shownLine({ min: 1, tooShort: SAYS.title, max: MENU_LABEL_MAX, tooLong: SAYS.titleTooLong }),
        links: z.array(link(isPath)).max(COLUMN_LINKS_MAX, SAYS.links),
      }),
    )
    .max(FOOTER_COLUMNS_MAX, SAYS.columns),
})
