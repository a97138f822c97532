/** Rules and messages of options and variants. Doesn't import zod, so pages can load it early. */

export const VARIANT_MESSAGES = {
  notFound: 'This variant is no longer available',
} as const

/** The variant of a cart or order line of a product with options. */
export type LineVariant = { id: number; title: string; sku: string | null; image: string | null }

/** Returns the ID of a line's variant. The only variant of a product without options has the product's ID. */
export function variantIdOf(line: {
  productId: number
  variant?: Pick<LineVariant, 'id'> | null | undefined
}): number {
  return line.variant?.id ?? line.productId
}

/** ['Gray', '900 mm'] -> 'Gray / 900 mm' */
export function variantTitle(optionValues: string[]): string {
  return optionValues.join(' / ')
}

/** Returns a line's name in texts: 'Desk Mat (Gray / 900 mm)'. */
export function lineName(name: string, variant: Pick<LineVariant, 'title'> | null | undefined): string {
  return variant ? `${name} (${variant.title})` : name
}
