/** The menus of the store (docs/decisions/0086-the-owners-pages.md). Doesn't import zod, so pages can load it early. */

/**
 * `target` is a path of the store, 'categories' for the list of all categories, or 'category:12' for one of them. Without
 * a label, the name of the category or the title of the page is shown.
 */
export type MenuLink = [label: string, target: string]
export type Menus = { header: MenuLink[]; footer: { title: string; links: MenuLink[] }[] }

/** The target of the menu with all categories. */
export const ALL_CATEGORIES = 'categories'

/** The menus of the specification (section 1, and contract section 0). */
export const DEFAULT_MENUS: Menus = {
  header: [
    ['Categories', ALL_CATEGORIES],
    ['Deals', '/?onSale=true#products'],
    ['New Arrivals', '/?sort=newest#products'],
  ],
  footer: [
    {
      title: 'Customer Service',
      links: [
        ['Contact Us', '/contact'],
        ['Track Your Order', '/order-tracking'],
        ['Shipping', '/shipping'],
        ['Returns', '/returns'],
        ['FAQ', '/faq'],
      ],
    },
    {
      title: 'Information',
      links: [
        ['About Us', '/about'],
        ['Privacy Policy', '/privacy-policy'],
        ['Terms & Conditions', '/terms-conditions'],
      ],
    },
  ],
}
