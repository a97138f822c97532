/** Rules and messages for the category form (spec section 5). Doesn't import zod, so pages can load it early. */

export const CATEGORY_NAME_MAX = 100
export const CATEGORY_DESCRIPTION_MAX = 1000
export const ICON_DEFAULT = 'fa-folder'
/** Icons for synced and imported categories, chosen by words in their names. */
const ICONS: [words: RegExp, icon: string][] = [
  [/\b(lights?|lighting|lamps?|bulbs?)\b/i, 'fa-lightbulb'],
  [/\b(mats?|rugs?|pads?|felt)\b/i, 'fa-rug'],
  [/\b(stands?|risers?|shelf|shelves|mounts?|arms?)\b/i, 'fa-layer-group'],
  [/\b(keyboards?|keycaps?)\b/i, 'fa-keyboard'],
  [/\b(mouse|mice|trackballs?)\b/i, 'fa-computer-mouse'],
  [/\b(monitors?|screens?|displays?)\b/i, 'fa-desktop'],
  [/\b(audio|sound|headphones?|speakers?|microphones?)\b/i, 'fa-headphones'],
  [/\b(tech|chargers?|charging|cables?|power|electronics?|adapters?|hubs?)\b/i, 'fa-plug'],
  [/\b(pens?|pencils?|paper|notebooks?|stationery|writing)\b/i, 'fa-pen'],
  [/\b(organi[sz]\w*|trays?|storage|box(es)?|holders?|drawers?)\b/i, 'fa-box-open'],
  [/\b(comfort|ergonomics?|cushions?|footrests?)\b/i, 'fa-couch'],
  [/\b(chairs?|seating|stools?)\b/i, 'fa-chair'],
  [/\b(plants?|planters?)\b/i, 'fa-leaf'],
  [/\b(books?|bookends?)\b/i, 'fa-book'],
  [/\b(mugs?|cups?|drinkware|coasters?)\b/i, 'fa-mug-hot'],
  [/\b(clocks?|timers?|time|calendars?)\b/i, 'fa-clock'],
  [/\b(bags?|cases?|sleeves?|backpacks?)\b/i, 'fa-briefcase'],
  [/\b(gifts?|gift cards?)\b/i, 'fa-gift'],
  [/\b(desks?|tables?|furniture)\b/i, 'fa-table'],
]

export function iconFor(name: string): string {
  return ICONS.find(([words]) => words.test(name))?.[1] ?? ICON_DEFAULT
}

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

/** Returns why a category can't be deleted. */
export function categoryInUse(onSale: number, archived: number): string {
  const products = (count: number, kind = '') => `${count} ${kind}${count === 1 ? 'product' : 'products'}`
  const count =
    archived === 0 ? products(onSale) : `${products(onSale)} and ${products(archived, 'archived ')}`
  return `This category has ${onSale === 0 ? products(archived, 'archived ') : count}. Move them to another category first.`
}
