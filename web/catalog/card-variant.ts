import { useState } from 'react'
import type { Product, Variant } from '#contract/catalog/api.ts'
import { isColorOption } from '#contract/catalog/variants.ts'

/** More swatches would fill the card, and enlarge the page's state. */
const SWATCHES_MAX = 12

/** A variant, with the fields of its product that choose it on a card. */
type CardProduct = Pick<Product, 'options' | 'variants' | 'price'>

/** Returns the variants that can be added from a card, which requires that the product's only option is a color. */
export function cardVariants({ options, variants }: Pick<Product, 'options' | 'variants'>): Variant[] {
  const isColorOnly = options.length === 1 && options.every(isColorOption)
  return isColorOnly && variants.length <= SWATCHES_MAX ? variants : []
}

/** Returns the variant whose price the product shows, or undefined for a product without options. */
export function shownVariant({ variants, price }: Pick<Product, 'variants' | 'price'>): Variant | undefined {
  return variants.find((one) => one.inStock && one.price === price) ?? variants[0]
}

/**
 * Returns the variants that a card offers, the variant that its button adds, the variant that the shopper chose, and a
 * function to choose one.
 */
export function useCardVariant(product: CardProduct) {
  const [id, choose] = useState<number>()
  const variants = cardVariants(product)
  const chosen = variants.find((one) => one.id === id)
  return { variants, added: chosen ?? shownVariant({ ...product, variants }), chosen, choose }
}
