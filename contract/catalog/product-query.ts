import { z } from 'zod'
import { MoneyInput } from '../text.ts'

export const PAGE_SIZE_MAX = 100
/** Maximum length of a list without `page`. */
export const UNPAGED_MAX = 1000
/** Maximum count; also limits how far lists can be paged. */
export const COUNT_MAX = 10_000
const SEARCH_MAX = 200
export const SORTS = ['relevance', 'price_asc', 'price_desc', 'rating', 'newest'] as const

/** Parses a number in a query. Accepts only digits, unlike JavaScript's own conversion. */
const digits = (value: unknown) =>
  typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value
export const wholeNumber = (most: number) => {
  const error = `Must be a whole number from 1 to ${most}`
  return z.preprocess(digits, z.int({ error }).min(1, { error }).max(most, { error }))
}
const RATING = 'Must be a number from 0 to 5'
const Rating = z.preprocess(
  digits,
  z.number({ error: RATING }).min(0, { error: RATING }).max(5, { error: RATING }),
)
const Flag = z
  .enum(['true', 'false'], { error: 'Must be true or false' })
  .transform((value) => value === 'true')
/** PostgreSQL can't store NUL. */
export const hasNoNull = (text: string) => !text.includes('\0')
/** Search text. NUL, which PostgreSQL can't store, separates words as punctuation does. */
export const Search = z
  .string()
  .overwrite((text) => text.replaceAll('\0', ' '))
  .trim()
  .max(SEARCH_MAX)

/** Filters and sort order of a product list, in the query of both the page and the API. */
export const ProductQuery = z
  .object({
    categoryId: wholeNumber(2_147_483_647).optional(),
    minPrice: MoneyInput.optional(),
    maxPrice: MoneyInput.optional(),
    rating: Rating.optional(),
    color: z.string().trim().toLowerCase().min(1).max(40).refine(hasNoNull).optional(),
    search: Search.optional(),
    featured: Flag.optional(),
    onSale: Flag.optional(),
    sort: z.enum(SORTS, { error: `Must be one of ${SORTS.join(', ')}` }).default('relevance'),
    page: wholeNumber(COUNT_MAX).optional(),
    pageSize: wholeNumber(PAGE_SIZE_MAX).optional(),
  })
  .refine(
    (query) =>
      query.minPrice === undefined ||
      query.maxPrice === undefined ||
      Number(query.minPrice) <= Number(query.maxPrice),
    {
      message: 'minPrice must not be above maxPrice',
      path: ['minPrice'],
    },
  )
export type ProductQuery = z.infer<typeof ProductQuery>
