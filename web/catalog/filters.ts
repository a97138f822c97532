/** The filters of the product list, as they stand in the address (contract section 1). */
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

export function filtersFromUrl(parameters: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of NAMES) {
    const value = parameters.get(name)
    if (value) filters[name] = value
  }
  return filters
}

/** '/?categoryId=3&page=2' */
export function addressOf(filters: Filters): string {
  const parameters = new URLSearchParams()
  for (const name of NAMES) {
    const value = filters[name]
    if (value) parameters.set(name, value)
  }
  return parameters.size > 0 ? `/?${parameters}` : '/'
}
