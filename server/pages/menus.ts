import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_MENUS, type MenuLink, type Menus } from '#contract/pages/menus.ts'
import { LEGAL_PAGES } from '#contract/pages/names.ts'
import { FIXED_PAGES, isFixedPage, isOriginalPage, pageAddress } from '#contract/pages/rules.ts'
import { RETURN_MESSAGES, WITHDRAWAL } from '#contract/returns/rules.ts'
import { categoryOf } from '#contract/settings/menus.ts'
import { type Settings, shipsToEu } from '../settings/settings.ts'

type MenuData = Pick<Settings, 'menus' | 'pages'>
type MenuCategory = { id: number; name: string; isEmpty?: boolean }

/** Returns whether the store owner's menus link to single categories. */
export const hasCategoryLinks = ({ menus }: MenuData) =>
  menus !== null &&
  [menus.header, ...menus.footer.map(({ links }) => links)].some((links) =>
    links.some(([, target]) => categoryOf(target) !== null),
  )

/**
 * Returns the menus without pages that aren't published and categories that have no products, or null if they are the
 * default ones.
 */
export function shopMenus(
  settings: MenuData & Pick<Settings, 'zones'>,
  categories: MenuCategory[],
): Menus | null {
  const { menus, pages } = settings
  const { header, footer } = menus ?? withLegalPages(pages)
  const shownLinks = (links: readonly MenuLink[]) =>
    links.flatMap(([label, target]) => shownLink(label, target, pages, categories))
  const shown = {
    header: shownLinks(header),
    footer: footer
      .map(({ title, links }) => ({ title, links: shownLinks(links) }))
      .filter(({ links }) => links.length > 0),
  }
  if (shipsToEu(settings)) addWithdrawal(shown.footer)
  return isDeepStrictEqual(shown, DEFAULT_MENUS) ? null : shown
}

/** EU law requires this link on every page and prescribes its label (Directive 2011/83/EU, article 11a). */
function addWithdrawal(footer: Menus['footer']) {
  const last = footer.at(-1) ?? { title: 'Information', links: [] }
  const link: MenuLink = [RETURN_MESSAGES.withdrawalLink, WITHDRAWAL]
  footer.splice(-1, 1, { ...last, links: [...last.links, link] })
}

/** Adds the legal pages that the owner published to the last column, because every page must link to them. */
function withLegalPages(pages: MenuData['pages']): Menus {
  const { header, footer } = DEFAULT_MENUS
  const legal = LEGAL_PAGES.filter((name) => pages[name]?.isPublished)
  const added = legal.map((name): MenuLink => ['', pageAddress(name)])
  const last = footer.length - 1
  return {
    header,
    footer: footer.map((column, index) =>
      index === last ? { ...column, links: [...column.links, ...added] } : column,
    ),
  }
}

/** Returns the link as the store shows it, or nothing. */
function shownLink(
  label: string,
  target: string,
  pages: MenuData['pages'],
  categories: MenuCategory[],
): MenuLink[] {
  const id = categoryOf(target)
  if (id !== null) {
    const category = categories.find((one) => String(one.id) === id && !one.isEmpty)
    return category ? [[label || category.name, `/?categoryId=${id}#products`]] : []
  }
  const name = pageNameOf(target)
  if (name === null) return [[label, target]]
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined
  if (!(page ? page.isPublished : isOriginalPage(name))) return []
  return [[label || labelOf(name, page?.title), target]]
}

/** Returns the name of the text page that a link leads to, or null. */
function pageNameOf(target: string): string | null {
  const own = /^\/pages\/(.+)$/.exec(target)?.[1]
  if (own !== undefined) return own
  const name = target.slice(1)
  return target === `/${name}` && isFixedPage(name) ? name : null
}

function labelOf(name: string, title: string | undefined): string {
  if (!isFixedPage(name)) return title ?? name
  return FIXED_PAGES[name].label ?? title ?? FIXED_PAGES[name].title
}
