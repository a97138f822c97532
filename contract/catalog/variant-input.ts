import { z } from 'zod'
import { RowId, shownLine } from '../text.ts'
import { amount, amountOrNone, flag, wholeNumberOrNone } from '../typed-text.ts'
import { Barcode, Content, isImageAddress, Sku, Weight } from './product-input.ts'
import { PRODUCT_MESSAGES, STOCK_MAX } from './rules.ts'
import * as rules from './variants.ts'
import { VARIANT_MESSAGES as SAYS } from './variants.ts'

const text = (max: number, tooShort: string) =>
  shownLine({ min: 1, tooShort, max, tooLong: `At most ${max} characters` })

const OptionInput = z.object({
  name: text(rules.OPTION_NAME_MAX, SAYS.optionName),
  values: z
    .array(text(rules.OPTION_VALUE_MAX, SAYS.optionValue))
    .min(1, SAYS.optionValue)
    .max(rules.VARIANTS_MAX, SAYS.tooManyVariants)
    .refine(isDistinct, SAYS.sameValue),
})

export const VariantInput = z.object({
  /** The variant that this row changes; without it, the one with these values, or a new one. */
  id: RowId.optional(),
  optionValues: z.array(z.string().trim()),
  sku: Sku.optional(),
  barcode: Barcode.optional(),
  /** If omitted, a new variant gets the price that the product shows. */
  price: amount(PRODUCT_MESSAGES.price).optional(),
  oldPrice: amountOrNone.optional(),
  inStock: flag(PRODUCT_MESSAGES.flag).optional(),
  /** Null if untracked. If omitted, a new variant has no stock. */
  stockQuantity: wholeNumberOrNone({
    min: 0,
    max: STOCK_MAX,
    error: PRODUCT_MESSAGES.stockQuantity,
  }).optional(),
  /** The stock that the admin saw. Orders change it concurrently. */
  seenStock: z.int().nonnegative().nullable().optional(),
  /** Null if the product's weight applies. */
  weight: Weight.optional(),
  /** Null if the product's content applies. */
  content: Content.optional(),
  /** The URL of one of the product's images, or null for its main image. */
  image: z.string().refine(isImageAddress, PRODUCT_MESSAGES.image).nullable().optional(),
})
export type VariantInput = z.output<typeof VariantInput>

/** The stock of one variant. All others stay as they are. */
export const VariantStock = VariantInput.pick({ inStock: true, seenStock: true }).extend({
  id: RowId,
  stockQuantity: VariantInput.shape.stockQuantity.unwrap(),
})
export type VariantStock = z.output<typeof VariantStock>

export const ProductVariants = z
  .object({
    options: z.array(OptionInput).max(rules.OPTIONS_MAX, SAYS.tooManyOptions),
    variants: z.array(VariantInput).min(1, SAYS.noVariants).max(rules.VARIANTS_MAX, SAYS.tooManyVariants),
  })
  .superRefine(({ options, variants }, context) => {
    const report = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (!isDistinct(options.map(({ name }) => name))) report(['options'], SAYS.sameOption)
    const [combinations, skus, ids] = [new Set<string>(), new Set<string>(), new Set<number>()]
    for (const [index, { id, optionValues, sku }] of variants.entries()) {
      const isKnown =
        optionValues.length === options.length &&
        options.every(({ values }, option) => values.includes(optionValues[option] ?? ''))
      if (!isKnown) report(['variants', index, 'optionValues'], SAYS.unknownValues)
      if (!added(combinations, JSON.stringify(optionValues)))
        report(['variants', index, 'optionValues'], SAYS.sameVariant)
      if (sku && !added(skus, sku.toLowerCase())) report(['variants', index, 'sku'], SAYS.sameSku)
      if (id !== undefined && !added(ids, id)) report(['variants', index, 'id'], SAYS.sameVariant)
    }
  })
export type ProductVariants = z.output<typeof ProductVariants>

/** Adds a value to a set. @returns false if the set already has it */
function added<T>(set: Set<T>, value: T): boolean {
  return set.size < set.add(value).size
}

function isDistinct(texts: string[]): boolean {
  return new Set(texts.map((one) => one.toLowerCase())).size === texts.length
}
