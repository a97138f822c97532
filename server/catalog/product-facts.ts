import type { ProductChanges } from '#contract/catalog/product-input.ts'
import { IMAGES_MAX, PRODUCT_DEFAULTS, PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { type Currency, centsToWire } from '#contract/money.ts'
import { invalidInput } from '../errors.ts'
import { readAmounts } from '../settings/amounts.ts'
import { sanitizeDescription } from './html.ts'
import type { ProductFacts } from './product-columns.ts'

type Image = ProductFacts['images'][number]

/** Defaults of a new product (spec section 9). */
export const BLANK: ProductFacts = {
  name: '',
  slug: null,
  description: '',
  priceCents: 0,
  oldPriceCents: null,
  categoryId: 0,
  rating: PRODUCT_DEFAULTS.rating,
  reviewCount: PRODUCT_DEFAULTS.reviewCount,
  isNew: false,
  isFeatured: false,
  isOnSale: false,
  inStock: PRODUCT_DEFAULTS.inStock,
  stockQuantity: PRODUCT_DEFAULTS.stockQuantity,
  sku: null,
  barcode: null,
  colors: [],
  shippingDays: null,
  shippingCostCents: null,
  weight: null,
  weightUnit: null,
  content: null,
  contentUnit: null,
  unitPriceBase: null,
  manufacturer: null,
  manufacturerAddress: null,
  manufacturerContact: null,
  safetyWarnings: null,
  taxClass: null,
  images: [],
}

/** Causes a compile error for a field that products don't have, which would otherwise be dropped silently. */
type FieldsOf<Input> = { [Name in keyof Input]: Name extends keyof ProductFacts ? Input[Name] : never }

/**
 * Returns the pixel size of an image, or null if unknown.
 * @throws ShopError 400 if the shop has no such image
 */
export type Measure = (url: string) => Promise<Pick<Image, 'width' | 'height'>>

/**
 * Returns an admin's input as stored.
 * @param images the product's current images
 * @throws ShopError 400 if an amount isn't valid in the currency, an uploaded image is missing, or the sanitized
 *   description is empty
 */
export async function factsOf(
  input: ProductChanges,
  images: Image[],
  measure: Measure,
  currency: Currency,
): Promise<Partial<ProductFacts>> {
  const {
    price,
    oldPrice,
    shippingCost,
    description,
    image,
    additionalImages,
    images: listed,
    ...same
  } = input
  const sameFields = same satisfies FieldsOf<typeof same>
  const cents = readAmounts({ price, oldPrice, shippingCost }, currency)
  const wanted = imagesAfter({ image, additionalImages, images: listed }, images)
  return defined({
    ...sameFields,
    description: description === undefined ? undefined : cleanDescription(description),
    priceCents: cents.price,
    oldPriceCents: cents.oldPrice,
    shippingCostCents: cents.shippingCost,
    images: wanted && (await measured(wanted, images, measure)),
  })
}

/** Returns product fields as the audit log stores them, with the API's names. */
export function auditFacts(
  { priceCents, oldPriceCents, shippingCostCents, images, ...same }: Partial<ProductFacts>,
  currency: Currency,
) {
  const wire = (cents: number | null | undefined) =>
    typeof cents === 'number' ? centsToWire(cents, currency) : cents
  return defined({
    ...same,
    price: wire(priceCents),
    oldPrice: wire(oldPriceCents),
    shippingCost: wire(shippingCostCents),
    images: images?.map(({ url, alt }) => ({ url, alt })),
  })
}

function cleanDescription(html: string): string {
  const clean = sanitizeDescription(html)
  const { description: message } = PRODUCT_MESSAGES
  if (clean === '') throw invalidInput(message, [{ path: 'description', message }])
  return clean
}

/** Returns undefined if the input has no images. Images that are kept keep their descriptions. */
function imagesAfter(
  { image, additionalImages, images }: Pick<ProductChanges, 'image' | 'additionalImages' | 'images'>,
  before: Image[],
): { url: string; alt: string }[] | undefined {
  if (images) return images
  if (image === undefined && additionalImages === undefined) return undefined
  const [main, ...others] = before
  const urls = [image ?? main?.url, ...(additionalImages ?? others.map(({ url }) => url))]
  return urls
    .filter((url) => url !== undefined)
    .slice(0, IMAGES_MAX)
    .map((url) => ({ url, alt: before.find((one) => one.url === url)?.alt ?? '' }))
}

async function measured(
  images: { url: string; alt: string }[],
  before: Image[],
  measure: Measure,
): Promise<Image[]> {
  const result: Image[] = []
  for (const { url, alt } of images) {
    const known = before.find((one) => one.url === url)
    result.push({
      url,
      alt,
      ...(known ? { width: known.width, height: known.height } : await measure(url)),
    })
  }
  return result
}

function defined<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
