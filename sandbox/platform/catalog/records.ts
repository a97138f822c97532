/** A stored product. Amounts are decimal strings in the store's currency, as in the API. */
export interface ProductRecord {
  id: number
  title: string
  handle: string
  descriptionHtml: string
  status: ProductStatus
  vendor: string
  productType: string
  options: OptionRecord[]
  media: MediaRecord[]
  /** Handles of collections (product-input.ts). */
  collections: string[]
  variants: VariantRecord[]
  /** The highest ID that one of its variants ever had. Missing in stores that were filled before this field existed. */
  lastVariantId?: number
  /** In whole seconds, in UTC. */
  createdAt: string
  updatedAt: string
}

export const productStatuses = ['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'] as const
export type ProductStatus = (typeof productStatuses)[number]

export interface OptionRecord {
  name: string
  values: string[]
}

/** A drawing (images.ts), which may still be processing, or a video. */
export type MediaRecord =
  | { id: number; kind: 'image'; motif: string; tint: string; alt: string; isProcessing: boolean }
  | { id: number; kind: 'video'; alt: string }

export const weightUnits = ['GRAMS', 'KILOGRAMS', 'OUNCES', 'POUNDS'] as const
export type WeightUnit = (typeof weightUnits)[number]

export interface VariantRecord {
  id: number
  /** One value for each option. */
  values: string[]
  sku: string
  /** Missing in stores that were filled before this field existed, like `image`. */
  barcode?: string
  /** The position of its image among the product's images. */
  image?: number | null
  price: string
  compareAtPrice: string | null
  /** Negative if oversold. */
  inventoryQuantity: number
  tracked: boolean
  weight: { value: number; unit: WeightUnit }
}

/** The API returns this option for a product without options. */
export const onlyOption: OptionRecord = { name: 'Title', values: ['Default Title'] }

export function totalInventory({ variants }: ProductRecord): number {
  return variants.reduce((sum, one) => sum + (one.tracked ? one.inventoryQuantity : 0), 0)
}

export function isTracked({ variants }: ProductRecord): boolean {
  return variants.some(({ tracked }) => tracked)
}
