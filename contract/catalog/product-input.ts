import { z } from 'zod'
import { hasText } from '../html.ts'
import { parseImageName } from '../images/api.ts'
import { CONTENT_UNITS, UNIT_PRICE_BASES } from '../pricing/unit-price.ts'
import { isOneLine, ONE_LINE, shownLine, textLine } from '../text.ts'
import { amount, amountOrNone, flag, lineOrNone, wholeNumber, wholeNumberOrNone } from '../typed-text.ts'
import { BARCODE_MESSAGE, isGtin, SKU_MAX } from './codes.ts'
import { splitColors } from './colors.ts'
import * as rules from './rules.ts'
import { PRODUCT_MESSAGES as SAYS } from './rules.ts'

const ID_MAX = 2_147_483_647

/** Returns true for an http(s) URL or an image hosted by the shop (contract section 2). */
export function isImageAddress(text: string): boolean {
  if (text.length > rules.URL_MAX || !isOneLine(text)) return false
  if (text.startsWith('/')) return parseImageName(text.replace('/images/', '')) !== null
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}

export const ImageAddress = z.string({ error: SAYS.image }).trim().refine(isImageAddress, SAYS.image)
export const ImageInput = z.object({
  url: ImageAddress,
  alt: textLine()
    .max(rules.ALT_MAX, `At most ${rules.ALT_MAX} characters`)
    .refine(isOneLine, ONE_LINE)
    .default(''),
})

const Slug = z
  .string()
  .trim()
  .max(rules.SLUG_MAX, `At most ${rules.SLUG_MAX} characters`)
  .nullable()
  .transform((slug) => slug || null)
  .refine((slug) => slug === null || rules.KEBAB_CASE.test(slug), SAYS.slug)
  .refine((slug) => slug === null || !/^\d+$/.test(slug), SAYS.slugDigits)

const Rating = z
  .union([z.string(), z.number()], { error: SAYS.rating })
  .transform((value) => String(value).trim())
  .refine((text) => text !== '', SAYS.rating)
  .refine((text) => text === '' || /^([0-4](\.\d0?)?|5(\.00?)?)$/.test(text), SAYS.ratingRange)
  .transform((text) => Number(text).toFixed(1))

const Color = textLine()
  .toLowerCase()
  .max(rules.COLOR_MAX, `At most ${rules.COLOR_MAX} characters`)
  .refine(isOneLine, ONE_LINE)
/** A list, or one comma-separated string. */
const Colors = z
  .union([z.array(z.string()), z.string().transform(splitColors)])
  .transform((colors) => colors.map((color) => color.trim()).filter(Boolean))
  .pipe(z.array(Color).max(rules.COLORS_MAX, SAYS.tooManyColors))
  .transform((colors) => [...new Set(colors)])

export const Weight = z
  .union([z.string(), z.number(), z.null()], { error: SAYS.weight })
  .transform((value) => String(value ?? '').trim())
  .refine((text) => /^(\d{1,7}(\.\d{1,4})?)?$/.test(text), SAYS.weight)
  .transform((text) => text || null)

/** More than 0, or null. */
export const Content = Weight.refine((text) => text === null || Number(text) > 0, SAYS.content)

const oneOf = (values: readonly string[], error: string) =>
  z
    .string({ error })
    .trim()
    .nullable()
    .transform((text) => text || null)
    .refine((text) => text === null || values.includes(text), error)

const SafetyText = z
  .string()
  .trim()
  .max(rules.SAFETY_TEXT_MAX, `At most ${rules.SAFETY_TEXT_MAX} characters`)
  .refine((text) => !text.includes('\0'), 'This text contains a character that isn’t allowed')
  .nullable()
  .transform((text) => text || null)

export const TaxClass = lineOrNone(rules.TAX_CLASS_MAX)

export const Sku = lineOrNone(SKU_MAX)

/** A GTIN of 8, 12, 13, or 14 digits. */
export const Barcode = z
  .string()
  .trim()
  .nullable()
  .transform((digits) => digits || null)
  .refine((digits) => digits === null || isGtin(digits), BARCODE_MESSAGE)

/** The fields of the product form (spec section 5), used by the form, the API, and the CSV import. */
export const ProductFields = z.object({
  name: z.string({ error: SAYS.name }).pipe(
    shownLine({
      min: 1,
      tooShort: SAYS.name,
      max: rules.NAME_MAX,
      tooLong: `Name must be at most ${rules.NAME_MAX} characters`,
    }),
  ),
  slug: Slug.optional(),
  description: z
    .string({ error: SAYS.description })
    .trim()
    .max(rules.DESCRIPTION_MAX, `Description must be at most ${rules.DESCRIPTION_MAX} characters`)
    .refine(hasText, SAYS.description)
    .refine((text) => !text.includes('\0'), 'This text contains a character that isn’t allowed'),
  price: amount(SAYS.price),
  oldPrice: amountOrNone.optional(),
  categoryId: wholeNumber({ min: 1, max: ID_MAX, error: SAYS.category }),
  rating: Rating.optional(),
  reviewCount: wholeNumber({ min: 0, max: rules.REVIEW_COUNT_MAX, error: SAYS.reviewCount }).optional(),
  isNew: flag(SAYS.flag).optional(),
  isFeatured: flag(SAYS.flag).optional(),
  isOnSale: flag(SAYS.flag).optional(),
  inStock: flag(SAYS.flag).optional(),
  /** Null or empty if untracked. */
  stockQuantity: wholeNumberOrNone({ min: 0, max: rules.STOCK_MAX, error: SAYS.stockQuantity }).optional(),
  /** SKU and barcode of a product without options. Otherwise, its variants have their own. */
  sku: Sku.optional(),
  barcode: Barcode.optional(),
  colors: Colors.optional(),
  shippingDays: wholeNumberOrNone({
    min: 1,
    max: rules.SHIPPING_DAYS_MAX,
    error: SAYS.shippingDays,
  }).optional(),
  /** Null or empty for the shop's flat rate; 0 for free shipping. */
  shippingCost: amountOrNone.optional(),
  weight: Weight.optional(),
  weightUnit: lineOrNone(rules.WEIGHT_UNIT_MAX).optional(),
  content: Content.optional(),
  contentUnit: oneOf(CONTENT_UNITS, SAYS.contentUnit).optional(),
  /** The quantity that the unit price refers to. Null or empty for the default of the unit. */
  unitPriceBase: oneOf(UNIT_PRICE_BASES, SAYS.unitPriceBase).optional(),
  manufacturer: lineOrNone(rules.MANUFACTURER_MAX).optional(),
  manufacturerAddress: SafetyText.optional(),
  /** An email address or URL. */
  manufacturerContact: lineOrNone(rules.MANUFACTURER_MAX).optional(),
  safetyWarnings: SafetyText.optional(),
  /** Null or empty for the category's tax class. An undefined class is treated as 'standard'. */
  taxClass: TaxClass.optional(),
  /** The URL of the main image, as in the spec. */
  image: ImageAddress.optional(),
  additionalImages: z.array(ImageAddress).max(rules.IMAGES_MAX, SAYS.tooManyImages).optional(),
  /** All images with their descriptions, main image first. Takes precedence over the two fields above. */
  images: z.array(ImageInput).min(1, SAYS.image).max(rules.IMAGES_MAX, SAYS.tooManyImages).optional(),
})

/** A product must have an image, which either field can set. */
export const NewProductInput = ProductFields.superRefine(({ image, images }, context) => {
  if (image || images?.[0]) return
  context.addIssue({ code: 'custom', path: [images ? 'images' : 'image'], message: SAYS.image })
})
export type NewProductInput = z.output<typeof NewProductInput>

/** Omitted fields stay unchanged. */
export const ProductChanges = ProductFields.partial()
export type ProductChanges = z.output<typeof ProductChanges>
