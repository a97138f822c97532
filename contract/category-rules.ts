/** Rules and sentences of the category form (spec section 5); no zod here, so that a page may have them early. */

export const CATEGORY_NAME_MAX = 100
export const CATEGORY_DESCRIPTION_MAX = 1000
export const ICON_DEFAULT = 'fa-folder'
export const ICON_NAME = /^fa-[a-z0-9-]{1,60}$/

export const CATEGORY_MESSAGES = {
  name: 'Name is required',
  slugRequired: 'Slug is required',
  slug: 'Slug must be in kebab-case format',
  slugTaken: 'Another category already has this slug.',
  description: 'Description is required',
  icon: 'Icon is required',
  iconName: 'Icon must be the name of a Font Awesome icon, such as fa-folder',
  notFound: 'Category not found',
} as const

/** Why a category cannot be deleted. */
export function categoryInUse(onSale: number, archived: number): string {
  const products = (count: number, kind = '') => `${count} ${kind}${count === 1 ? 'product' : 'products'}`
  const count =
    archived === 0 ? products(onSale) : `${products(onSale)} and ${products(archived, 'archived ')}`
  return `This category has ${onSale === 0 ? products(archived, 'archived ') : count}. Move them to another category first.`
}
