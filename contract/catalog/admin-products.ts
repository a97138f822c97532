import { z } from 'zod'
import { ALL_STAFF } from '../accounts/staff-roles.ts'
import { endpoint } from '../http.ts'
import { Money, RowId, Time, Version } from '../text.ts'
import { flag } from '../typed-text.ts'
import { Product, Variant } from './api.ts'
import { NewProductInput, ProductChanges } from './product-input.ts'
import { PAGE_SIZE_MAX } from './product-query.ts'
import { ADMIN_PAGE_SIZE, PRODUCT_MESSAGES } from './rules.ts'
import { ProductVariants, VariantStock } from './variant-input.ts'

const PRODUCT_COLUMNS = ['name', 'category', 'price', 'stock', 'updated'] as const
const PRODUCT_SORTS = PRODUCT_COLUMNS.flatMap((column) => [`${column}_asc`, `${column}_desc`] as const)
/** Shoppers see active products. A draft isn't active yet, and an archived product isn't anymore. */
export const PRODUCT_STATUSES = ['active', 'draft', 'archived'] as const
export type ProductStatus = (typeof PRODUCT_STATUSES)[number]
const LISTED_STATUSES = ['on-sale', 'draft', 'archived', 'all'] as const
/** A tracked product at or below this quantity is 'low'. */
export const LOW_STOCK = 5
const STOCK_STATES = ['low', 'out'] as const

/** A variant as shown to admins. */
export const AdminVariant = Variant.omit({ priorPrice: true, gtin: true, unitPrice: true }).extend({
  barcode: z.string().nullable(),
  /** Quantity on hand, or null if untracked. */
  stockQuantity: z.int().nonnegative().nullable(),
  /** Quantity reserved for unpaid orders. */
  held: z.int().nonnegative(),
  /** As set by the admin, even if there is no stock. */
  inStock: z.boolean(),
  /** Null if the product's weight applies. */
  weight: z.string().nullable(),
  /** Null if the product's content applies. */
  content: z.string().nullable(),
})
export type AdminVariant = z.infer<typeof AdminVariant>

/** A product as shown to admins. */
export const AdminProduct = Product.omit({
  allVariants: true,
  gtin: true,
  unitPrice: true,
  safety: true,
}).extend({
  /** Null if the product has options. */
  barcode: z.string().nullable(),
  variants: z.array(AdminVariant),
  /** Quantity on hand, or null if untracked. */
  stockQuantity: z.int().nonnegative().nullable(),
  /** Quantity reserved for unpaid orders. */
  held: z.int().nonnegative(),
  /** As set by the admin, even if there is no stock. */
  inStock: z.boolean(),
  /** Null if the shop's flat rate applies. */
  shippingCost: Money.nullable(),
  content: z.string().nullable(),
  contentUnit: z.string().nullable(),
  /** The quantity that the unit price refers to, or null for the default of the unit. */
  unitPriceBase: z.string().nullable(),
  manufacturer: z.string().nullable(),
  manufacturerAddress: z.string().nullable(),
  /** An email address or URL. */
  manufacturerContact: z.string().nullable(),
  safetyWarnings: z.string().nullable(),
  /** Null if the category's tax class applies. */
  taxClass: z.string().nullable(),
  isArchived: z.boolean(),
  isDraft: z.boolean(),
  /** Incremented by every change by an admin. */
  version: Version,
  updatedAt: Time,
})
export type AdminProduct = z.infer<typeof AdminProduct>

/** Thousands of variants fit. */
const VARIANTS_BYTES_MAX = 1_000_000

const page = (max: number) => z.coerce.number().int().min(1).max(max)

export const AdminProductFilter = z.object({
  /** Part of a name, slug, or SKU, a barcode, or a product's ID. */
  search: z.string().trim().max(200).optional(),
  categoryId: RowId.optional(),
  status: z.enum(LISTED_STATUSES).default('on-sale'),
  stock: z.enum(STOCK_STATES).optional(),
})
export type AdminProductFilter = z.output<typeof AdminProductFilter>

export const AdminProductQuery = AdminProductFilter.extend({
  sort: z.enum(PRODUCT_SORTS).default('updated_desc'),
  page: page(1_000_000).default(1),
  pageSize: page(PAGE_SIZE_MAX).default(ADMIN_PAGE_SIZE),
})
export type AdminProductQuery = z.output<typeof AdminProductQuery>

export const listAdminProducts = endpoint({
  method: 'GET',
  path: '/api/admin/products',
  access: 'admin',
  staff: ALL_STAFF,
  summary: 'List products in pages, optionally with archived ones. X-Total-Count is the number of matches.',
  input: AdminProductQuery,
  response: z.array(AdminProduct),
})

export const getAdminProduct = endpoint({
  method: 'GET',
  path: '/api/admin/products/:id',
  access: 'admin',
  staff: ALL_STAFF,
  summary: 'One product, archived or not.',
  input: z.object({ id: RowId }),
  response: AdminProduct,
})

export const createProduct = endpoint({
  method: 'POST',
  path: '/api/admin/products',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Add a product. Set images with `image` and `additionalImages`, or with `images` including their descriptions. `variantSet` has the options and all variants, as PUT /api/admin/products/:id/variants takes them.',
  input: NewProductInput.safeExtend({
    variantSet: ProductVariants.optional(),
    /** If true, shoppers don't see the product until it is activated. */
    isDraft: flag(PRODUCT_MESSAGES.flag).optional(),
  }),
  maxBytes: VARIANTS_BYTES_MAX,
  response: AdminProduct,
  status: 201,
})

export const changeProduct = endpoint({
  method: 'PATCH',
  path: '/api/admin/products/:id',
  access: 'admin',
  staff: ['manager', 'fulfillment'],
  staffFields: { fulfillment: ['id', 'version', 'seenStock', 'stockQuantity', 'inStock', 'variantStock'] },
  summary:
    'Change a product. Omitted fields stay unchanged. With `variantSet`, its options and all variants change in the same transaction. `variantStock` changes only the stock of one variant. With `version`, 409 if it was changed since, and `errors` list the changes.',
  input: ProductChanges.extend({
    id: RowId,
    /** The version that the admin saw. */
    version: Version.optional(),
    /** The stock that the admin saw. Orders change it without a new version. */
    seenStock: z.int().nonnegative().nullable().optional(),
    variantSet: ProductVariants.optional(),
    variantStock: VariantStock.optional(),
  }),
  maxBytes: VARIANTS_BYTES_MAX,
  response: AdminProduct,
})

export const setProductVariants = endpoint({
  method: 'PUT',
  path: '/api/admin/products/:id/variants',
  access: 'admin',
  staff: ['manager'],
  summary:
    'Set the options of a product and all its variants, in this order. Omitted fields of a variant stay unchanged, and omitted variants are archived. Without options, the product has one variant.',
  input: ProductVariants.safeExtend({ id: RowId, version: Version.optional() }),
  maxBytes: VARIANTS_BYTES_MAX,
  response: AdminProduct,
})

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/api/admin/products/:id',
  access: 'admin',
  staff: ['manager'],
  summary: 'Delete a product or draft, or archive it if it was ordered.',
  input: z.object({ id: RowId }),
  response: z.object({ outcome: z.enum(['erased', 'archived']) }),
})

export const restoreProduct = endpoint({
  method: 'POST',
  path: '/api/admin/products/:id/restore',
  access: 'admin',
  staff: ['manager'],
  summary: 'Activate an archived product or a draft.',
  input: z.object({ id: RowId }),
  response: AdminProduct,
})

export const adminProductEndpoints = [
  listAdminProducts,
  getAdminProduct,
  createProduct,
  changeProduct,
  setProductVariants,
  deleteProduct,
  restoreProduct,
] as const
