import type { Category } from '#contract/catalog/api.ts'
import { PRICE_LIMITS } from '#contract/catalog/filter-options.ts'
import { t } from '#contract/language/language.ts'

/** The filters of the product list, as in the URL (contract section 1). */
export type Filters = Partial<Record<FilterName, string>>
type FilterName = (typeof NAMES)[number]

const NAMES = [
  'categoryId',
  'minPrice',
  'maxPrice',
  'rating',
  'color',
  'search',
  'onSale',
  'sort',
  'page',
] as const

type PriceBand = Pick<Filters, 'minPrice' | 'maxPrice'>

/** Returns the ranges between the limits, below the first, and above the last. */
export function priceBands(limits: string[] = PRICE_LIMITS): PriceBand[] {
  return [undefined, ...limits].map((minPrice, index) => ({
    ...(minPrice && { minPrice }),
    ...(limits[index] && { maxPrice: limits[index] }),
  }))
}
export const SORT_LABELS: [value: string, label: string][] = [
  ['relevance', 'Relevance'],
  ['price_asc', 'Price: Low to High'],
  ['price_desc', 'Price: High to Low'],
  ['rating', 'Highest Rated'],
  ['newest', 'Newest'],
]

/** Anchor of the product list on the home page. */
export const PRODUCTS_ANCHOR = 'products'
export const CATEGORIES_ANCHOR = 'categories'

export function filtersFromUrl(parameters: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of NAMES) {
    const value = parameters.get(name)
    if (value) filters[name] = value
  }
  return filters
}

/** Returns true if anything is filtered, sorted, or turned to another page. */
export function isFiltered(filters: Filters): boolean {
  return Object.keys(filters).length > 0
}

/** { categoryId: '3', page: '2' } -> '/?categoryId=3&page=2', omitting empty values. */
export function addressOf(filters: Filters, anchor = ''): string {
  let query = ''
  for (const name of NAMES) {
    const value = filters[name]
    if (value) query += `${query && '&'}${name}=${encoded(value)}`
  }
  return `/${query && `?${query}`}${anchor && `#${anchor}`}`
}

/** A page has fifty of these addresses, and most values are letters and digits. */
function encoded(value: string): string {
  return /^\w+$/.test(value) ? value : new URLSearchParams({ value }).toString().slice('value='.length)
}

/** Sets filters, or clears them if they already have these values. Returns to page 1 (spec section 4). */
export function toggle(filters: Filters, change: Filters): Filters {
  const names = Object.keys(change) as FilterName[]
  const isSet = names.every((name) => filters[name] === change[name])
  const changed = { ...filters, ...change, page: undefined }
  if (isSet) for (const name of names) changed[name] = undefined
  return changed
}

export function togglePriceBand(filters: Filters, { minPrice, maxPrice }: PriceBand): Filters {
  return toggle(filters, { minPrice, maxPrice })
}

export function isBandChosen(filters: Filters, { minPrice, maxPrice }: PriceBand): boolean {
  return filters.minPrice === minPrice && filters.maxPrice === maxPrice
}

/** Returns the number of active groups among category, price, and rating for the badge, at most 3. */
export function countActiveGroups({ categoryId, minPrice, maxPrice, rating }: Filters): number {
  return [categoryId, minPrice ?? maxPrice, rating].filter((value) => value !== undefined).length
}

/** 'Clear all' keeps the search text and resets the rest. */
export function clearAll({ search }: Filters): Filters {
  return { search }
}

/** Returns the canonical URL of a filtered page, without filters that search engines shouldn't treat as separate pages. */
export function canonicalAddress({ categoryId, page }: Filters): string {
  return addressOf({ categoryId, page: page === '1' ? undefined : page })
}

type Chip = { label: string; without: Filters }

/**
 * Returns a chip for each active filter, with the filters that remain after removing it.
 * @param formatPrice formats an amount with its currency
 */
export function chipsOf(
  filters: Filters,
  categories: Category[],
  formatPrice: (typed: string) => string,
): Chip[] {
  const without = (...names: FilterName[]) => {
    const left = { ...filters, page: undefined }
    for (const name of names) delete left[name]
    return left
  }
  const { categoryId, minPrice, maxPrice, rating, color, search, onSale } = filters
  const chips: (Chip | false | undefined | '')[] = [
    search && { label: `“${search}”`, without: without('search') },
    categoryId && {
      label: categories.find(({ id }) => String(id) === categoryId)?.name ?? t('Category'),
      without: without('categoryId'),
    },
    // Removing the price chip clears both bounds (spec section 4).
    (minPrice || maxPrice) && {
      label: priceLabel(filters, formatPrice),
      without: without('minPrice', 'maxPrice'),
    },
    rating && { label: ratingLabel(rating), without: without('rating') },
    color && { label: capitalize(color), without: without('color') },
    onSale === 'true' && { label: t('On sale'), without: without('onSale') },
  ]
  return chips.filter((chip) => chip !== undefined && chip !== false && chip !== '')
}

export function ratingLabel(rating: string): string {
  return rating === '5' ? '5 stars' : `${rating} stars & up`
}

export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** 'Under $25', '$25 - $50', or '$100+' */
export function priceLabel({ minPrice, maxPrice }: PriceBand, format: (typed: string) => string): string {
  if (minPrice && maxPrice) return `${format(minPrice)} - ${format(maxPrice)}`
  return minPrice ? `${format(minPrice)}+` : `Under ${format(maxPrice ?? '')}`
}
