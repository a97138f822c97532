import { z } from 'zod'
import { motifs, photos } from '../images.ts'

export const productStatuses = ['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED'] as const
export type ProductStatus = (typeof productStatuses)[number]

const inventoryPolicies = ['CONTINUE', 'DENY'] as const

export const weightUnits = ['GRAMS', 'KILOGRAMS', 'OUNCES', 'POUNDS'] as const

/** The store's collections, which are fixed. */
export const collections: readonly { id: number; handle: string; title: string }[] = [
  ['gifts', 'Gifts under Sixty'],
  ['keyboards', 'Keyboards'],
  ['lighting', 'Lighting'],
  ['paper-and-pens', 'Paper & Pens'],
  ['seating', 'Seating & Standing'],
  ['shelves', 'Shelves & Order'],
  ['sound', 'Sound'],
  ['desk-mats', 'Desk Mats'],
  ['stands-risers', 'Stands & Risers'],
  ['organization', 'Organization'],
  ['tech-accessories', 'Tech Accessories'],
].map(([handle = '', title = ''], place) => ({ id: 411_000_000_001 + place, handle, title }))

const price = z.string().regex(/^\d{1,12}\.\d{2}$/, 'A price must be written as 12.50')

const Variant = z.strictObject({
  /** The variant that this one replaces. */
  id: z.int().positive().optional(),
  values: z.array(z.string().min(1)).max(3).default([]),
  sku: z.string().max(255).default(''),
  barcode: z.string().max(255).default(''),
  image: z.int().min(0).nullable().default(null),
  price,
  compareAtPrice: price.nullable().default(null),
  inventoryQuantity: z.int('Inventory must be a whole number').min(-1_000_000).max(1_000_000).default(0),
  tracked: z.boolean().default(true),
  /** Whether it sells when it is out of stock. */
  inventoryPolicy: z.enum(inventoryPolicies).default('DENY'),
  requiresShipping: z.boolean().default(true),
  weight: z
    .strictObject({
      value: z.number('Weight must be a number').min(0, 'Weight must not be negative').max(1_000_000),
      unit: z.enum(weightUnits),
    })
    .default({ value: 0, unit: 'KILOGRAMS' }),
})

const imageParts = { alt: z.string().max(512).default(''), isProcessing: z.boolean().default(false) }

/** A drawing or a photograph (images.ts). */
const Image = z.union([
  z.strictObject({
    motif: z.enum(motifs),
    tint: z.string().regex(/^[0-9a-f]{6}$/, 'A tint must be six hexadecimal digits'),
    ...imageParts,
  }),
  z.strictObject({ photo: z.enum(photos), ...imageParts }),
])

const parts = {
  title: z.string().trim().min(1, 'A product needs a title').max(255, 'A title has at most 255 characters'),
  handle: z.string().trim().max(255),
  descriptionHtml: z.string().max(500_000),
  status: z.enum(productStatuses),
  vendor: z.string().max(255),
  productType: z.string().max(255),
  /** When it was or will be published to the online store, or null if it isn't. A new one is published at once. */
  publishedAt: z.iso.datetime().nullable(),
  isGiftCard: z.boolean(),
  /** Whether it sells only by subscription. */
  requiresSellingPlan: z.boolean(),
  collections: z.array(
    z.enum(
      collections.map(({ handle }) => handle),
      'Collection not found',
    ),
  ),
  options: z
    .array(z.strictObject({ name: z.string().min(1), values: z.array(z.string().min(1)).min(1) }))
    .max(3),
  variants: z.array(Variant).min(1, 'A product needs a variant').max(2048),
  images: z.array(Image).max(100),
}

/** A new product. Only title and variants are required. */
export const NewProduct = z.strictObject({
  ...parts,
  handle: parts.handle.default(''),
  descriptionHtml: parts.descriptionHtml.default(''),
  status: parts.status.default('ACTIVE'),
  vendor: parts.vendor.default('Hollow Oak'),
  productType: parts.productType.default(''),
  publishedAt: parts.publishedAt.optional(),
  isGiftCard: parts.isGiftCard.default(false),
  requiresSellingPlan: parts.requiresSellingPlan.default(false),
  collections: parts.collections.default([]),
  options: parts.options.default([]),
  images: parts.images.default([]),
})
export type NewProduct = z.infer<typeof NewProduct>

/** The lists of variants and images are replaced entirely. Fields such as `price` apply to all variants. */
export const ProductChange = z
  .strictObject({
    ...parts,
    price,
    compareAtPrice: price.nullable(),
    inventoryQuantity: Variant.shape.inventoryQuantity.unwrap(),
    tracked: z.boolean(),
    inventoryPolicy: Variant.shape.inventoryPolicy.unwrap(),
    requiresShipping: z.boolean(),
    /** Units of a variant, by default the first one, that were sold (negative) or restocked. */
    inventoryChangeOf: z.int().min(0),
    inventoryChange: z.int('An inventory change must be a whole number').min(-1_000_000).max(1_000_000),
  })
  .partial()
export type ProductChange = z.infer<typeof ProductChange>

type NewVariant = z.infer<typeof Variant>

type LaterFields = 'barcode' | 'image' | 'inventoryPolicy' | 'requiresShipping'
/** A variant of a store that was filled before these fields existed lacks them. */
export type VariantRecord = Omit<NewVariant, 'id' | LaterFields> &
  Partial<Pick<NewVariant, LaterFields>> & { id: number }

/** A picture, which may still be processing, or a video. */
export type MediaRecord =
  | ({ id: number; kind: 'image' } & z.infer<typeof Image>)
  | { id: number; kind: 'video'; alt: string }

/** A stored product. Amounts are decimal strings in the store's currency, as in the API. */
export interface ProductRecord
  extends Omit<NewProduct, 'images' | 'variants' | 'isGiftCard' | 'requiresSellingPlan'> {
  id: number
  /** Missing in stores that were filled before these fields existed. */
  isGiftCard?: boolean
  requiresSellingPlan?: boolean
  media: MediaRecord[]
  variants: VariantRecord[]
  /** The highest ID that one of its variants ever had. Missing in stores that were filled before this field existed. */
  lastVariantId?: number
  /** In whole seconds, in UTC. */
  createdAt: string
  updatedAt: string
}

export function totalInventory({ variants }: ProductRecord): number {
  return variants.reduce((sum, one) => sum + (one.tracked ? one.inventoryQuantity : 0), 0)
}

export function isTracked({ variants }: ProductRecord): boolean {
  return variants.some(({ tracked }) => tracked)
}
