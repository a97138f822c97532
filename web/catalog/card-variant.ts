import { useState } from 'react'
import type { ListedProduct, Swatch } from '#contract/catalog/api.ts'
import { isColorOption, SWATCHES_MAX } from '#contract/catalog/variants.ts'

/** Returns the colors that can be added from a card, which requires that the product's only option is a color. */
export function cardSwatches({
  options: [option, ...others],
  swatches,
}: Pick<ListedProduct, 'options' | 'swatches'>): Swatch[] {
  const isColorOnly = option !== undefined && others.length === 0 && isColorOption(option)
  return isColorOnly && option.values.length <= SWATCHES_MAX ? swatches : []
}

/**
 * Returns the colors that a card offers, the one that its button adds, which is the one whose price the product shows
 * until the shopper chooses another, the one that the shopper chose, and a function to choose one.
 */
export function useCardVariant(product: Pick<ListedProduct, 'options' | 'swatches' | 'price'>) {
  const [id, choose] = useState<number>()
  const swatches = cardSwatches(product)
  const chosen = swatches.find(({ variantId }) => variantId === id)
  const shown = swatches.find(({ isAvailable, price }) => isAvailable && price === product.price)
  return { swatches, added: chosen ?? shown ?? swatches[0], chosen, choose }
}
