/** A stored product. Money is a decimal string in the store's currency, as the API shows it. */
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
  /** Handles of collections, see product-input.ts. */
  collections: string[]
  variants: VariantRecord[]
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

/** A drawing (see images.ts), which may still be in process, or a video. */
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
  price: string
  compareAtPrice: string | null
  /** Negative if more was sold than there was. */
  inventoryQuantity: number
  tracked: boolean
  weight: { value: number; unit: WeightUnit }
}

/** The API shows this option for a product without options. */
export const onlyOption: OptionRecord = { name: 'Title', values: ['Default Title'] }

export function totalInventory({ variants }: ProductRecord): number {
  return variants.reduce((sum, one) => sum + (one.tracked ? one.inventoryQuantity : 0), 0)
}

export function isTracked({ variants }: ProductRecord): boolean {
  return variants.some(({ tracked }) => tracked)
}
