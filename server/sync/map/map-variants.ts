import type { ProductOption } from '#contract/catalog/api.ts'
import { isGtin, SKU_MAX } from '#contract/catalog/codes.ts'
import { STOCK_MAX } from '#contract/catalog/rules.ts'
import * as rules from '#contract/catalog/variants.ts'
import { type Currency, centsToWire, parsePayable } from '#contract/money.ts'
import { gramsOf } from '#contract/pricing/weights.ts'
import { asOneLine, cutLine } from '#contract/text.ts'
import { ShopError } from '../../errors.ts'
import type { PlatformProduct, PlatformVariant } from '../platform.ts'
import type { VariantSnapshot } from '../product.ts'
import { exceptionNotes, isContinuing, shippedVariants } from './exceptions.ts'

export type MappedVariants = {
  options: ProductOption[]
  /** At least one. */
  variants: VariantSnapshot[]
  /** The reasons why the shop leaves out parts of the product or sells it differently. */
  notes: string[]
}

export const WEIGHT_UNITS: Record<string, string> = {
  GRAMS: 'g',
  KILOGRAMS: 'kg',
  OUNCES: 'oz',
  POUNDS: 'lb',
}
/** The platform's only option of a product without options, and its value. */
const [NO_OPTION, NO_VALUE] = ['Title', 'Default Title']

/** Thrown if a product of the platform breaks a rule of the shop. Admins see the message. */
export class MappingError extends ShopError {
  constructor(message: string) {
    super(409, 'conflict', message)
  }
}

/** Thrown if the platform's response about a product lacks data. The next one may be complete. */
export class IncompleteError extends MappingError {}

/**
 * Maps the options and variants of a product. The variant 'Default Title' has no values.
 * @param unit the weight unit of the product
 * @throws MappingError if the shop can't have such variants
 */
export function mapVariants(
  product: PlatformProduct,
  unit: string | null,
  images: { url: string }[],
  currency: Currency,
): MappedVariants {
  const given = hasNoOptions(product) ? [] : product.options
  const shipped = shippedVariants(product)
  const names = given.map(({ name }, place) => named(name, rules.OPTION_NAME_MAX, place))
  const { VARIANT_MESSAGES: says, OPTIONS_MAX, VARIANTS_MAX } = rules
  if (shipped.length === 0) throw new MappingError('It has no variant, so it has no price.')
  if (new Set(product.variants.map(({ id }) => id)).size < product.variants.length)
    throw new MappingError('The platform lists one of its variants twice.')
  if (names.length > OPTIONS_MAX) throw new MappingError(says.tooManyOptions)
  if (shipped.length > VARIANTS_MAX) throw new MappingError(says.tooManyVariants)
  if (new Set(names.map(lower)).size < names.length) throw new MappingError(says.sameOption)
  const values = given.map(({ values }) => spellings(values))
  const valuesOf = (variant: PlatformVariant) =>
    values.map((known, place) => {
      const value = cut(variant.values[place] ?? '')
      return known.get(lower(value)) ?? value
    })
  const notes = exceptionNotes(product, (variant) => rules.variantTitle(valuesOf(variant)) || 'it')
  const skus = new Set<string>()
  const variants = shipped.map((variant): VariantSnapshot => {
    const optionValues = valuesOf(variant)
    const title = rules.variantTitle(optionValues) || 'the product'
    const own = optionValues.length > 0
    const facts = {
      optionValues,
      sku: skuOf(variant, title),
      barcode: barcodeOf(variant, title),
      ...mapPrices(variant, currency),
      stockQuantity: stockOf(variant),
      weight: own ? weightIn(unit, variant.weight) : null,
      image: own ? placeOf(images, variant.image) : null,
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
    const isFree = sku.length <= SKU_MAX && skus.size < skus.add(lower(sku)).size
    if (!isFree) notes.push(`The SKU ${sku} of ${title} is too long or is used twice, so it was left out.`)
    return isFree ? sku : null
  }

  function barcodeOf({ barcode: given }: PlatformVariant, title: string): string | null {
    const barcode = asOneLine(given)
    if (barcode === '' || isGtin(barcode)) return barcode || null
    notes.push(`The barcode ${barcode} of ${title} isn’t a valid GTIN, so it was left out.`)
    return null
  }
}

/** Maps prices; the old price is null unless it is above the price. @throws MappingError */
function mapPrices(
  { price, compareAtPrice }: PlatformVariant,
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
  return variant.inventory === null || isContinuing(variant)
    ? null
    : Math.min(Math.max(variant.inventory, -STOCK_MAX), STOCK_MAX)
}

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

const named = (name: string, max: number, place: number) => cutLine(name, max) || `Option ${place + 1}`
const cut = (value: string) => cutLine(value, rules.OPTION_VALUE_MAX) || '–'
const lower = (text: string) => text.toLowerCase()
