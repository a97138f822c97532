import { productAddress } from '../platform/addresses.ts'
import type { AnswerOf } from '../platform/api.ts'
import { addressOf, PRODUCTS_ANCHOR } from './filters.ts'

type Suggestions = AnswerOf<'GET /api/search/suggestions'>
type SuggestedProduct = Suggestions['products'][number]
export type Option = { address: string; label: string; product?: SuggestedProduct }

/** Products first, then categories: what the arrow keys walk through. */
export function optionsOf({ products, categories }: Suggestions): Option[] {
  return [
    ...products.map((product) => ({ address: productAddress(product), label: product.name, product })),
    ...categories.map(({ id, name }) => ({
      address: addressOf({ categoryId: String(id) }, PRODUCTS_ANCHOR),
      label: name,
    })),
  ]
}
