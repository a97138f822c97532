import { useEffect } from 'react'
import { joinColors, splitColors } from '#contract/catalog/colors.ts'
import { PRODUCT_DEFAULTS } from '#contract/catalog/rules.ts'
import { slugOf } from '#contract/catalog/slugs.ts'
import { withAmounts, withDecimals } from '../../admin/typed-amount.ts'
import type { InputOf, ResponseOf } from '../../platform/api.ts'
import type { Formats } from '../../platform/formats.ts'

type AdminProduct = ResponseOf<'GET /api/admin/products/:id'>

/** Values of the product form, as entered. */
export type ProductValues = {
  name: string
  slug: string
  description: string
  price: string
  oldPrice: string
  categoryId: string
  rating: string
  reviewCount: string
  isNew: boolean
  isFeatured: boolean
  isOnSale: boolean
  inStock: boolean
  stockQuantity: string
  sku: string
  barcode: string
  /** Comma-separated. */
  colors: string
  shippingDays: string
  shippingCost: string
  weight: string
  weightUnit: string
  content: string
  contentUnit: string
  unitPriceBase: string
  manufacturer: string
  manufacturerAddress: string
  manufacturerContact: string
  safetyWarnings: string
  taxClass: string
  images: { url: string; alt: string }[]
}

/** Labels of the fields. */
export const LABELS: Record<keyof ProductValues, string> = {
  name: 'Name',
  slug: 'Slug',
  description: 'Description',
  price: 'Price',
  oldPrice: 'Old price',
  categoryId: 'Category',
  rating: 'Rating',
  reviewCount: 'Review count',
  isNew: 'New',
  isFeatured: 'Featured',
  isOnSale: 'On sale',
  inStock: 'In stock',
  stockQuantity: 'Stock quantity',
  sku: 'SKU',
  barcode: 'Barcode',
  colors: 'Colors',
  shippingDays: 'Shipping days',
  shippingCost: 'Shipping cost',
  weight: 'Weight',
  weightUnit: 'Weight unit',
  content: 'Content',
  contentUnit: 'Content unit',
  unitPriceBase: 'Unit price per',
  manufacturer: 'Manufacturer',
  manufacturerAddress: 'Manufacturer’s address',
  manufacturerContact: 'Manufacturer’s email or website',
  safetyWarnings: 'Warnings',
  taxClass: 'Tax class',
  images: 'Images',
}

/** A new product (spec sections 5 and 9), with one empty image to fill in. */
export const NEW_PRODUCT: ProductValues = {
  name: '',
  slug: '',
  description: '',
  price: '',
  oldPrice: '',
  categoryId: '',
  rating: PRODUCT_DEFAULTS.rating,
  reviewCount: String(PRODUCT_DEFAULTS.reviewCount),
  isNew: false,
  isFeatured: false,
  isOnSale: false,
  inStock: PRODUCT_DEFAULTS.inStock,
  stockQuantity: String(PRODUCT_DEFAULTS.stockQuantity),
  sku: '',
  barcode: '',
  colors: '',
  shippingDays: '',
  shippingCost: '',
  weight: '',
  weightUnit: '',
  content: '',
  contentUnit: '',
  unitPriceBase: '',
  manufacturer: '',
  manufacturerAddress: '',
  manufacturerContact: '',
  safetyWarnings: '',
  taxClass: '',
  images: [{ url: '', alt: '' }],
}

export function valuesOf(product: AdminProduct): ProductValues {
  const text = (value: string | number | null) => (value === null ? '' : String(value))
  return {
    name: product.name,
    slug: text(product.slug),
    description: product.description,
    price: product.price,
    oldPrice: text(product.oldPrice),
    categoryId: String(product.categoryId),
    rating: product.rating,
    reviewCount: String(product.reviewCount),
    isNew: product.isNew,
    isFeatured: product.isFeatured,
    isOnSale: product.isOnSale,
    inStock: product.inStock,
    stockQuantity: text(product.stockQuantity),
    sku: text(product.sku),
    barcode: text(product.barcode),
    colors: joinColors(product.colors),
    shippingDays: text(product.shippingDays),
    shippingCost: text(product.shippingCost),
    weight: text(product.weight),
    weightUnit: text(product.weightUnit),
    content: text(product.content),
    contentUnit: text(product.contentUnit),
    unitPriceBase: text(product.unitPriceBase),
    manufacturer: text(product.manufacturer),
    manufacturerAddress: text(product.manufacturerAddress),
    manufacturerContact: text(product.manufacturerContact),
    safetyWarnings: text(product.safetyWarnings),
    taxClass: text(product.taxClass),
    images: product.images.map(({ url, alt }) => ({ url, alt })),
  }
}

/** Returns the values of a copy: another name, its slug, and no reviews. It is another article, so it has other codes. */
export function valuesOfCopy(product: AdminProduct): ProductValues {
  const { rating, reviewCount, sku, barcode } = NEW_PRODUCT
  const name = `${product.name} copy`
  return { ...valuesOf(product), name, slug: slugOf(name), rating, reviewCount, sku, barcode }
}

export const AMOUNTS = ['price', 'oldPrice', 'shippingCost'] as const
export const DECIMALS = ['rating', 'weight', 'content'] as const
/** The fields that are shown with the decimal sign of the shop's locale. */
export const NUMBERS = [...AMOUNTS, ...DECIMALS]
/** The fields that a product with options has for each variant. */
export const VARIANT_FIELDS = ['price', 'oldPrice', 'stockQuantity', 'inStock', 'sku', 'barcode'] as const
type NumberFormats = Pick<Formats, 'currency' | 'locale'>

/** Converts the typed values to the API's format: colors as a trimmed list (spec section 5). */
export function inputOf(
  { colors, ...values }: ProductValues,
  formats: NumberFormats,
): InputOf<'POST /api/admin/products'> {
  return {
    ...withDecimals(withAmounts(values, AMOUNTS, formats), DECIMALS, formats.locale),
    colors: splitColors(colors),
  }
}

/** Returns only the changed fields, so concurrent changes by others aren't reverted. */
export function changedInput(
  values: ProductValues,
  before: ProductValues,
  formats: NumberFormats,
): Partial<ReturnType<typeof inputOf>> {
  const names = Object.keys(values) as (keyof ProductValues)[]
  const changed = names.filter((name) => JSON.stringify(values[name]) !== JSON.stringify(before[name]))
  const input = inputOf(values, formats)
  return Object.fromEntries(changed.map((name) => [name, input[name]]))
}

/** A form with a name and a slug. */
type NamedForm = {
  watch(onChange: (values: { name?: string }, change: { name?: string }) => void): { unsubscribe(): void }
  getValues(name: 'slug'): string
  setValue(name: 'slug', slug: string): void
}

/** Derives the slug of a new record from its name until the user edits the slug (spec section 5). */
export function useDerivedSlug(isNew: boolean, { watch, getValues, setValue }: NamedForm) {
  useEffect(() => {
    if (!isNew) return
    let derived = getValues('slug')
    const { unsubscribe } = watch(({ name = '' }, change) => {
      if (change.name !== 'name' || getValues('slug') !== derived) return
      derived = slugOf(name)
      setValue('slug', derived)
    })
    return unsubscribe
  }, [isNew, watch, getValues, setValue])
}
