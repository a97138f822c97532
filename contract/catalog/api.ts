import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Money } from '../text.ts'
import { hasNoNull, ProductQuery, wholeNumber } from './product-query.ts'
import { VARIANTS_MAX, VARIANTS_PAGE } from './variants.ts'

export const Category = z.object({
  id: z.int().positive(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  /** Font Awesome class name, for example fa-folder. */
  icon: z.string(),
  /** The URL of its photograph, or null if it has none. */
  image: z.string().nullable(),
  /** True if it has no active products, so the shop doesn't offer it. Otherwise omitted. */
  isEmpty: z.literal(true).optional(),
})
export type Category = z.infer<typeof Category>

export const ProductImage = z.object({
  url: z.string(),
  alt: z.string(),
  /** Pixels of the original, or null for an external URL. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type ProductImage = z.infer<typeof ProductImage>

export const ProductOption = z.object({ name: z.string(), values: z.array(z.string()) })
export type ProductOption = z.infer<typeof ProductOption>

/** The price of a base quantity (Directive 98/6/EC). */
export const UnitPrice = z.object({
  price: Money,
  /** '100 g' */
  per: z.string(),
})
export type UnitPrice = z.infer<typeof UnitPrice>

/** Only if the product has a content. */
const ProductUnitPrice = UnitPrice.extend({
  /** '250 g' */
  content: z.string(),
}).optional()

export const Variant = z.object({
  id: z.int().positive(),
  /** In the order of the product's options. */
  optionValues: z.array(z.string()),
  sku: z.string().nullable(),
  /** Only if the variant has a barcode. */
  gtin: z.string().optional(),
  price: Money,
  oldPrice: Money.nullable(),
  priorPrice: Money.nullable(),
  unitPrice: ProductUnitPrice,
  inStock: z.boolean(),
  /** Null if untracked. */
  stockQuantity: z.int().nonnegative().nullable(),
  /** One of the product's images, or null for its main image. */
  image: z.string().nullable(),
})
export type Variant = z.infer<typeof Variant>

/** The variant of a cart item or order line. */
export const LineVariant = z.object({
  id: z.int().positive(),
  /** 'Gray / 900 mm' */
  title: z.string(),
  sku: z.string().nullable(),
  image: z.string().nullable(),
})

/** The fields that lists and a single product have in common. */
const ProductFacts = z.object({
  id: z.int().positive(),
  name: z.string(),
  slug: z.string().nullable(),
  /** Sanitized HTML. */
  description: z.string(),
  image: z.string(),
  additionalImages: z.array(z.string()),
  /** The images above with the data needed to render them, main image first. */
  images: z.array(ProductImage),
  price: Money,
  oldPrice: Money.nullable(),
  /**
   * The lowest price in the 30 days before `price` took effect, or null if the product isn't discounted or the price is
   * unknown.
   */
  priorPrice: Money.nullable(),
  /** The unit price of `price`. */
  unitPrice: ProductUnitPrice,
  categoryId: z.int().positive(),
  /** A decimal string, from 0 to 5 stars. */
  rating: z.string(),
  reviewCount: z.int().nonnegative(),
  /** True if rating and reviewCount come from real reviews. Otherwise shoppers see no stars. */
  hasReviews: z.boolean(),
  isNew: z.boolean(),
  isFeatured: z.boolean(),
  isOnSale: z.boolean(),
  inStock: z.boolean(),
  /** Null if untracked. */
  stockQuantity: z.int().nonnegative().nullable(),
  colors: z.array(z.string()),
  shippingDays: z.int().positive().nullable(),
  shippingCost: Money,
  weight: z.string().nullable(),
  weightUnit: z.string().nullable(),
  /** Empty for a product without options. Lists have the first LISTED_VALUES_MAX values of each option. */
  options: z.array(ProductOption),
  /** True if the variants have different prices. `price` is then the lowest among the variants in stock. */
  priceFrom: z.boolean(),
})

/** A color on a product's card, with the variant that it adds: the cheapest one in stock, otherwise the cheapest one. */
export const Swatch = z.object({
  value: z.string(),
  variantId: z.int().positive(),
  isAvailable: z.boolean(),
  price: Money,
  /** Only if there is one. */
  oldPrice: Money.optional(),
  /** Only if there is one. */
  priorPrice: Money.optional(),
  unitPrice: ProductUnitPrice,
  /** Only if the variant has its own image. */
  image: z.string().optional(),
})
export type Swatch = z.infer<typeof Swatch>

/** A product in a list. Its size doesn't depend on the number of variants. */
export const ListedProduct = ProductFacts.extend({
  /** The first SWATCHES_MAX colors, if an option is a color. */
  swatches: z.array(Swatch),
})
export type ListedProduct = z.infer<typeof ListedProduct>

/** The facts of every variant that a picker needs. */
const AllVariants = z.object({
  /** The variant whose price the product shows. */
  shownId: z.int().positive(),
  /**
   * Each active variant, in their order: its ID, 1 if it is in stock or else 0, and the position of each of its values
   * in `options`.
   */
  combinations: z.array(z.array(z.int().nonnegative())),
})

/** Each field only if it was entered. */
const ProductSafety = z.object({
  manufacturer: z.string().optional(),
  address: z.string().optional(),
  /** An email address or URL. */
  contact: z.string().optional(),
  warnings: z.string().optional(),
})
export type ProductSafety = z.infer<typeof ProductSafety>

export const Product = ProductFacts.extend({
  /** Null if the product has options. Its variants then have their own. */
  sku: z.string().nullable(),
  /** Only if a product without options has a barcode. */
  gtin: z.string().optional(),
  /** Product safety (Regulation (EU) 2023/988). Only if entered. */
  safety: ProductSafety.optional(),
  /**
   * The first VARIANTS_PAGE active variants, if there are options. For a product of a cart item, empty except in the
   * response to a change of that item.
   */
  variants: z.array(Variant),
  /** Only if there are more variants than that. `GET /api/products/:slugOrId/variants` lists them. */
  allVariants: AllVariants.optional(),
})
export type Product = z.infer<typeof Product>

/** Suggestions for the search box. */
export const listProducts = endpoint({
  method: 'GET',
  path: '/api/products',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary:
    'List products with filters and sorting, in pages if `page` is set. X-Total-Count is the number of matches. Counting and paging stop at 10,000: X-Total-Capped is then true, and pages past the last one are empty. X-Empty-Filters lists the filter’s colors that no product has, and `reviews` if no product has a review outside the demo.',
  input: ProductQuery,
  response: z.array(ListedProduct),
})

export const getProduct = endpoint({
  method: 'GET',
  path: '/api/products/:slugOrId',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary: 'One product by its slug, a former slug, or its ID.',
  input: z.object({ slugOrId: z.string().min(1).max(200).refine(hasNoNull) }),
  response: Product,
})

export const listVariants = endpoint({
  method: 'GET',
  path: '/api/products/:slugOrId/variants',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary: `The active variants of a product with options, ${VARIANTS_PAGE} per page, or the one with the ID \`variant\`. X-Total-Count is the number of variants.`,
  input: getProduct.input.extend({
    page: wholeNumber(VARIANTS_MAX).default(1),
    variant: wholeNumber(2_147_483_647).optional(),
  }),
  response: z.array(Variant),
})

export const listCategories = endpoint({
  method: 'GET',
  path: '/api/categories',
  access: 'anyone',
  ignoresToken: true,
  isCacheable: true,
  summary: 'All categories, oldest first.',
  input: z.object({}),
  response: z.array(Category),
})

export const catalogEndpoints = [listProducts, getProduct, listVariants, listCategories] as const
