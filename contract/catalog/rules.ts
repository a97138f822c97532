/** Rules and messages for the product form (spec sections 5 and 9). Doesn't import zod, so pages can load it early. */

/** Rows per page in admin lists. */
export const ADMIN_PAGE_SIZE = 20
export const AUDIT_PAGE_SIZE = 50
export const NAME_MAX = 200
export const SLUG_MAX = 100
export const DESCRIPTION_MAX = 50_000
export const REVIEW_COUNT_MAX = 1_000_000
export const STOCK_MAX = 1_000_000
export const COLORS_MAX = 20
export const COLOR_MAX = 40
export const IMAGES_MAX = 20
export const URL_MAX = 2000
export const ALT_MAX = 300
export const SHIPPING_DAYS_MAX = 365
export const WEIGHT_UNIT_MAX = 10
export const MANUFACTURER_MAX = 200
export const SAFETY_TEXT_MAX = 2000
export const TAX_CLASS_MAX = 30
export const WEIGHT_UNITS = ['kg', 'g', 'lb', 'oz'] as const

/** Default values for new products (spec section 9). */
export const PRODUCT_DEFAULTS = { rating: '4.5', reviewCount: 0, inStock: true, stockQuantity: 10 } as const

export const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

export const PRODUCT_MESSAGES = {
  name: 'Name is required',
  description: 'Description is required',
  price: 'Price is required',
  rating: 'Rating is required',
  ratingRange: 'Rating must be a number from 0 to 5 with at most one decimal',
  image: 'Must be a valid URL',
  category: 'Category is required',
  noCategory: 'This category does not exist',
  slug: 'Slug must be in kebab-case format',
  slugDigits: 'Slug can’t be digits only, because it could be mistaken for a product ID',
  slugTaken: 'Another product already has this slug.',
  reviewCount: 'Review count must be a whole number, 0 or more',
  stockQuantity: 'Stock quantity must be a whole number, 0 or more',
  shippingDays: `Shipping days must be a whole number from 1 to ${SHIPPING_DAYS_MAX}`,
  weight: 'Weight must be a number, 0 or more',
  content: 'Content must be a number above 0',
  contentUnit: 'Choose one of the units',
  unitPriceBase: 'Choose one of the quantities',
  flag: 'Must be true or false',
  tooManyColors: `At most ${COLORS_MAX} colors`,
  tooManyImages: `At most ${IMAGES_MAX} images`,
  computed: 'Rating and review count are calculated from this product’s reviews',
  notFound: 'Product not found',
} as const
