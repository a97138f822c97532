import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Money } from '../money-schema.ts'
import { RowId, Time, Version } from '../text.ts'
import { PAGE_SIZE_MAX, Product } from './api.ts'
import { NewProductInput, ProductChanges } from './product-input.ts'
import { ADMIN_PAGE_SIZE } from './rules.ts'

const PRODUCT_COLUMNS = ['name', 'category', 'price', 'stock', 'updated'] as const
const PRODUCT_SORTS = PRODUCT_COLUMNS.flatMap((column) => [`${column}_asc`, `${column}_desc`] as const)
const PRODUCT_STATUSES = ['on-sale', 'archived', 'all'] as const
/** At this quantity and below a counted product is 'low'. */
export const LOW_STOCK = 5
const STOCK_STATES = ['low', 'out'] as const

/** A product as admins see it. */
export const AdminProduct = Product.extend({
  /** On the shelf; null: not counted. */
  stockQuantity: z.int().nonnegative().nullable(),
  /** So many of them are held for orders that are being paid. */
  held: z.int().nonnegative(),
  /** As the admin set it, whatever the stock says. */
  inStock: z.boolean(),
  /** Null: the shop's flat rate. */
  shippingCost: Money.nullable(),
  isArchived: z.boolean(),
  /** Grows with every change by an admin. */
  version: Version,
  updatedAt: Time,
})
export type AdminProduct = z.infer<typeof AdminProduct>

const page = (max: number) => z.coerce.number().int().min(1).max(max)

export const AdminProductQuery = z.object({
  /** Part of a name or a slug, or a product's number. */
  search: z.string().trim().max(200).optional(),
  categoryId: RowId.optional(),
  status: z.enum(PRODUCT_STATUSES).default('on-sale'),
  stock: z.enum(STOCK_STATES).optional(),
  sort: z.enum(PRODUCT_SORTS).default('updated_desc'),
  page: page(1_000_000).default(1),
  pageSize: page(PAGE_SIZE_MAX).default(ADMIN_PAGE_SIZE),
})
export type AdminProductQuery = z.output<typeof AdminProductQuery>

export const listAdminProducts = endpoint({
  method: 'GET',
  path: '/api/admin/products',
  access: 'admin',
  summary:
    'Products as admins see them, archived ones too when asked, in pages; X-Total-Count tells how many match.',
  input: AdminProductQuery,
  answer: z.array(AdminProduct),
})

export const getAdminProduct = endpoint({
  method: 'GET',
  path: '/api/admin/products/:id',
  access: 'admin',
  summary: 'One product as admins see it, archived or not.',
  input: z.object({ id: RowId }),
  answer: AdminProduct,
})

export const createProduct = endpoint({
  method: 'POST',
  path: '/api/admin/products',
  access: 'admin',
  summary: 'Add a product. Images by `image` and `additionalImages`, or by `images` with their descriptions.',
  input: NewProductInput,
  answer: AdminProduct,
  status: 201,
})

export const changeProduct = endpoint({
  method: 'PATCH',
  path: '/api/admin/products/:id',
  access: 'admin',
  summary:
    'Change a product; what is left out stays. With `version`, 409 when somebody changed it since, and `errors` say what.',
  input: ProductChanges.extend({
    id: RowId,
    /** The version that the admin saw. */
    version: Version.optional(),
    /** The stock that the admin saw: orders change it without a new version. */
    seenStock: z.int().nonnegative().nullable().optional(),
  }),
  answer: AdminProduct,
})

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: '/api/admin/products/:id',
  access: 'admin',
  summary: 'Delete a product: erased, or archived when it was ordered.',
  input: z.object({ id: RowId }),
  answer: z.object({ outcome: z.enum(['erased', 'archived']) }),
})

export const restoreProduct = endpoint({
  method: 'POST',
  path: '/api/admin/products/:id/restore',
  access: 'admin',
  summary: 'Put an archived product on sale again.',
  input: z.object({ id: RowId }),
  answer: AdminProduct,
})

export const adminProductEndpoints = [
  listAdminProducts,
  getAdminProduct,
  createProduct,
  changeProduct,
  deleteProduct,
  restoreProduct,
] as const
