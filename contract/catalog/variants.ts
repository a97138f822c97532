/** Rules and messages for options and variants. Doesn't import zod, so pages can load it early. */

export const OPTIONS_MAX = 3
export const OPTION_NAME_MAX = 40
export const OPTION_VALUE_MAX = 80
/** The e-commerce platform's limit, so every product of it fits. */
export const VARIANTS_MAX = 2048
/** Maximum number of variants in a response. The others are loaded in pages of this size. */
export const VARIANTS_PAGE = 100
/** Maximum number of swatches on a card. More would fill it. */
export const SWATCHES_MAX = 12
/** Maximum number of values of each option in lists. */
export const LISTED_VALUES_MAX = 100

/** Lowercase names of options whose values are colors: English, German, French, Spanish, Italian, and Dutch. */
export const COLOR_NAMES = ['color', 'colour', 'farbe', 'couleur', 'colore', 'kleur']

export const VARIANT_MESSAGES = {
  hasVariants: 'This product has variants. Change prices and stock of its variants instead.',
  notFound: 'This variant is no longer available',
  optionName: 'Option name is required',
  optionValue: 'An option needs at least one value',
  sameValue: 'This option has the same value twice',
  sameOption: 'Two options have the same name',
  tooManyOptions: `At most ${OPTIONS_MAX} options`,
  noVariants: 'A product needs at least one variant',
  tooManyVariants: `At most ${VARIANTS_MAX} variants`,
  unknownValues: 'A variant needs one value of each option',
  sameVariant: 'This variant is listed twice',
  sameSku: 'Another variant has this SKU',
  image: 'This image isn’t one of the product’s images',
  otherProduct: 'This variant belongs to another product',
  onlyVariants: 'Only a row with option values can have this',
  onlyFirstRow: 'This differs from the first row of the product',
  notAVariant: 'This product has no such active variant',
} as const

export const skuTakenBy = (product: string) => `The product “${product}” already has this SKU.`

/** The variant of a cart item or order line. Only for products with options. */
export type LineVariant = { id: number; title: string; sku: string | null; image: string | null }

/** Returns the ID of a line's variant. The single variant of a product without options has the product's ID. */
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

/** Returns the display name of a line: 'Desk Mat (Gray / 900 mm)'. */
export function lineName(name: string, variant: Pick<LineVariant, 'title'> | null | undefined): string {
  return variant ? `${name} (${variant.title})` : name
}

/** Returns the display name of a variant. Without options, it is the product's name. */
export function variantName(name: string, optionValues: string[]): string {
  return lineName(name, optionValues.length === 0 ? null : { title: variantTitle(optionValues) })
}

/** Returns true for an option whose values are colors. They are shown as swatches, and the color filter finds them. */
export function isColorOption({ name }: { name: string }): boolean {
  return COLOR_NAMES.includes(name.trim().toLowerCase())
}
