import type { ProductOption } from '#contract/catalog/api.ts'
import { STOCK_MAX } from '#contract/catalog/rules.ts'
import * as rules from '#contract/catalog/variants.ts'
import { type Currency, centsToWire, parsePayable } from '#contract/money.ts'
import { gramsOf } from '#contract/pricing/shipping.ts'
import { asOneLine } from '#contract/text.ts'
import { exceptionNotes, isContinuing, shippedVariants } from './exceptions.ts'
import type { PlatformProduct, PlatformVariant } from './platform.ts'

/** The synced fields of a variant, named as in our API. */
export type VariantFields = {
  optionValues: string[]
  sku: string | null
  barcode: string | null
  price: string
  /** Set only if above the price. */
  oldPrice: string | null
  /** Null if untracked. Negative if oversold. */
  stockQuantity: number | null
  /** In the unit of the product. */
  weight: string | null
  /** The position of its image among the product's images. */
  image: number | null
}
export type VariantSnapshot = { externalId: string; facts: VariantFields }
export type MappedVariants = { options: ProductOption[]; variants: VariantSnapshot[]; notes: string[] }

export const WEIGHT_UNITS: Record<string, string> = {
  GRAMS: 'g',
  KILOGRAMS: 'kg',
  OUNCES: 'oz',
  POUNDS: 'lb',
}
/** The platform's only option of a product without options, and its value. */
const [NO_OPTION, NO_VALUE] = ['Title', 'Default Title']

/** Thrown if a product can't be mapped. Admins see the message. */
export class MappingError extends Error {}

/**
 * Maps the options and variants of a product; there are none for a product without options.
 * @param unit the weight unit of the product
 * @throws MappingError if the shop can't have such variants
 */
export function variantsOf(
  product: PlatformProduct,
  unit: string | null,
  images: { url: string }[],
  currency: Currency,
): MappedVariants {
  if (hasNoOptions(product)) return { options: [], variants: [], notes: exceptionNotes(product, () => 'it') }
  const shipped = shippedVariants(product)
  const names = product.options.map(({ name }, place) => named(name, rules.OPTION_NAME_MAX, place))
  const { VARIANT_MESSAGES: says, OPTIONS_MAX, VARIANTS_MAX } = rules
  if (names.length > OPTIONS_MAX) throw new MappingError(says.tooManyOptions)
  if (shipped.length > VARIANTS_MAX) throw new MappingError(says.tooManyVariants)
  if (new Set(names.map(lower)).size < names.length) throw new MappingError(says.sameOption)
  const values = product.options.map(({ values }) => spellings(values))
  const notes = exceptionNotes(product, (variant) => rules.variantTitle(variant.values.map(cut)))
  const skus = new Set<string>()
  const variants = shipped.map((variant): VariantSnapshot => {
    const optionValues = variant.values.map(
      (value, place) => values[place]?.get(lower(cut(value))) ?? cut(value),
    )
    const title = rules.variantTitle(optionValues)
    const facts = {
      ...{ optionValues, sku: skuOf(variant, title), barcode: barcodeOf(variant, title) },
      ...variantPrices(variant, currency),
      stockQuantity: stockOf(variant),
      weight: weightIn(unit, variant.weight),
      image: placeOf(images, variant.image),
    }
    return { externalId: variant.id, facts }
  })
  const combinations = new Set(variants.map(({ facts }) => JSON.stringify(facts.optionValues)))
  if (combinations.size < variants.length) throw new MappingError(says.sameVariant)
  const options = names.map((name, place) => ({
    name,
    values: [...(values[place]?.values() ?? [])].filter((value) =>
      variants.some(({ facts }) => facts.optionValues[place] === value),
    ),
  }))
  return { options, variants, notes }

  function skuOf({ sku: given }: PlatformVariant, title: string): string | null {
    const sku = asOneLine(given)
    if (sku === '') return null
    const isFree = sku.length <= rules.SKU_MAX && skus.size < skus.add(lower(sku)).size
    if (!isFree) notes.push(`The SKU ${sku} of ${title} is too long or is used twice, so it was left out.`)
    return isFree ? sku : null
  }

  function barcodeOf({ barcode: given }: PlatformVariant, title: string): string | null {
    const barcode = asOneLine(given)
    if (barcode === '' || rules.isGtin(barcode)) return barcode || null
    notes.push(`The barcode ${barcode} of ${title} isn’t a valid GTIN, so it was left out.`)
    return null
  }
}

/** Maps prices; the old price is null unless it is above the price. @throws MappingError */
export function variantPrices(
  { price, compareAtPrice }: Pick<PlatformVariant, 'price' | 'compareAtPrice'>,
  currency: Currency,
): { price: string; oldPrice: string | null } {
  const cents = centsOf(price, currency)
  const before = compareAtPrice === null ? 0 : centsOf(compareAtPrice, currency)
  return {
    price: centsToWire(cents, currency),
    oldPrice: before > cents ? centsToWire(before, currency) : null,
  }
}

function stockOf(variant: PlatformVariant): number | null {
  return variant.inventory === null || isContinuing(variant) ? null : stockWithin(variant.inventory)
}

export const stockWithin = (count: number) => Math.min(Math.max(count, -STOCK_MAX), STOCK_MAX)

/** Formats 0.75 as '0.75', without binary rounding errors. */
export const decimal = (value: number) => String(Number(value.toFixed(4)))

function hasNoOptions({ options, variants }: PlatformProduct): boolean {
  if (variants.length > 1) return false
  const [only, ...others] = options
  if (!only) return true
  return others.length === 0 && only.name === NO_OPTION && variants[0]?.values[0] === NO_VALUE
}

/** Returns the first spelling of each value, because 'Black' and 'black' are one value in the shop. */
function spellings(values: string[]): Map<string, string> {
  const known = new Map<string, string>()
  for (const value of values.map(cut)) if (!known.has(lower(value))) known.set(lower(value), value)
  return known
}

function centsOf(price: string, currency: Currency): number {
  // '12.5' and '12.500' dollars are whole cents, '12.505' isn't.
  const cents = parsePayable(price.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), currency)
  if (cents === null)
    throw new MappingError(
      `Its price ${price} is too large, or has more decimals than ${currency.code} prices can have.`,
    )
  return cents
}

function weightIn(unit: string | null, weight: PlatformVariant['weight']): string | null {
  const given = weight && weight.value > 0 ? WEIGHT_UNITS[weight.unit] : undefined
  if (!weight || !given || unit === null) return null
  if (given === unit) return decimal(weight.value)
  const grams = (weightUnit: string) => gramsOf({ weight: '1', weightUnit }) ?? 1
  return decimal((weight.value * grams(given)) / grams(unit))
}

function placeOf(images: { url: string }[], url: string | null): number | null {
  const place = images.findIndex((image) => image.url === url)
  return place < 0 ? null : place
}

const named = (name: string, max: number, place: number) =>
  asOneLine(name).slice(0, max).trim() || `Option ${place + 1}`
const cut = (value: string) => asOneLine(value).slice(0, rules.OPTION_VALUE_MAX).trim() || '–'
const lower = (text: string) => text.toLowerCase()
