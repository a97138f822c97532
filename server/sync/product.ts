import type { ProductOption } from '#contract/catalog/api.ts'

/** A product and its variants as the sync sees them: on the platform, in its last snapshot, in the shop, and in a record. */

/** The synced fields of a product, named as in our API. What it is sold for and how many are left are its variants'. */
export type ProductFields = {
  name: string
  slug: string | null
  /** Sanitized HTML. */
  description: string
  images: { url: string; alt: string }[]
  /** Whether any variant is discounted. */
  isOnSale: boolean
  /** A category's slug. */
  category: string
  colors: string[]
  weight: string | null
  weightUnit: string | null
  options: ProductOption[]
}
export type KnownCategory = { slug: string; name: string }

/** The synced fields of a variant, named as in our API. */
export type VariantFields = {
  /** One for each option. None for the only variant of a product without options. */
  optionValues: string[]
  sku: string | null
  barcode: string | null
  price: string
  /** Set only if above the price. */
  oldPrice: string | null
  /** Null if untracked. Negative if oversold. */
  stockQuantity: number | null
  /** In the unit of the product. Null if the product's weight applies. */
  weight: string | null
  /** The position of its image among the product's images. */
  image: number | null
}
export type VariantSnapshot = { externalId: string; facts: VariantFields }

/** A snapshot of one platform product, mapped to the shop's fields. */
export type PlatformSnapshot = {
  externalId: string
  updatedAt: Date
  isActive: boolean
  facts: ProductFields
  /** Whether the slug is the handle itself, which no other product of the platform has. */
  ownsSlug: boolean
  /** Its category, which may have to be created. */
  category: KnownCategory
  /** At least one. */
  variants: VariantSnapshot[]
  /** The reasons why the shop leaves out parts of it or sells it differently. */
  notes: string[]
  /** The stock push clock at the time of reading (server/stock/push-queries.ts), or null for a repeated snapshot. */
  readAt: number | null
}

/** A platform product known to the shop. */
export type ProductLink = {
  externalId: string
  /** The shop's product, or null if it was deleted. */
  productId: number | null
  platformUpdatedAt: Date
  /** The last snapshot from the platform. */
  facts: ProductFields
  /** Whether the platform listed it in the last snapshot. */
  isActive: boolean
  /** The platform's variants, including removed ones, in their order. */
  variants: VariantLink[]
  /** Whether the product was edited or deleted in the shop since the last sync. */
  isEdited: boolean
}
/** The fields of a link that the sync writes. */
export type NewLink = Omit<ProductLink, 'isEdited' | 'variants'>

/** A variant of the platform. The only one of a product without options has no values. */
export type VariantLink = {
  externalId: string
  /** The shop's variant, or null if it has none. */
  variantId: number | null
  /** The last snapshot from the platform. */
  facts: VariantFields
  /** Whether the platform had it in the last snapshot. */
  isActive: boolean
  /** Units sold by the platform that couldn't be deducted here for lack of stock: 0 or negative. */
  stockOwed: number
  /** Whether its stock was set manually since then. Orders and pushes to the platform don't count. */
  isStockEdited: boolean
}
export type NewVariantLink = Omit<VariantLink, 'isStockEdited'> & {
  /** Whether the sync has processed manual changes to the stock. */
  isStockAcknowledged: boolean
}

/** A variant of the shop, archived or not. */
export type ShopVariant = { id: number; isArchived: boolean; held: number; facts: VariantFields }
/** A product of the shop with all its variants, archived or not. */
export type ShopProduct = Omit<ShownProduct, 'variants'> & {
  id: number
  isArchived: boolean
  variants: ShopVariant[]
}

/** A product as the record of a run and the preview show it. */
export type ShownProduct = {
  facts: ProductFields
  variants: ShownVariant[]
  /** The prices and stock that lists show for a product with options. */
  summary: Pick<VariantFields, 'price' | 'oldPrice' | 'stockQuantity'>
}
export type ShownVariant = Pick<ShopVariant, 'isArchived' | 'facts'> & { id: number | null }

/** The changed fields of a variant. `onSale` is whether it is active. */
export type VariantChange = {
  /** Null in a preview, for a variant that the shop doesn't have yet. */
  id: number | null
  title: string
  onSale?: boolean
} & Partial<VariantFields>
/** The changed fields of a product. Those of an only variant without values are listed as the product's. */
export type ChangedValues = Partial<
  ProductFields & Omit<VariantFields, 'optionValues' | 'image' | 'weight'>
> & {
  variants?: VariantChange[]
}
