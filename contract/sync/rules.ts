/**
 * Rules and messages for the platform sync (spec section 8, contract section 8). Doesn't import zod, so pages can load
 * it early.
 */

import { isHostName } from '../host-name.ts'

/**
 * Fields that can follow the platform. 'onSale' is whether the product is listed. A product's price, stock, and codes
 * are those of its only variant if it has no options.
 */
export const SYNC_FIELDS = [
  'name',
  'slug',
  'description',
  'images',
  'price',
  'oldPrice',
  'isOnSale',
  'category',
  'stockQuantity',
  'colors',
  'weight',
  'weightUnit',
  'onSale',
  'sku',
  'barcode',
] as const
/** Further fields of products with options: the names and values of these, and the image of a variant. */
export const VARIANT_SYNC_FIELDS = ['options', 'image'] as const
export type SyncField = (typeof SYNC_FIELDS)[number] | (typeof VARIANT_SYNC_FIELDS)[number]

/** Display names of the fields. */
export const FIELD_LABELS: Record<SyncField, string> = {
  name: 'Name',
  slug: 'Slug',
  description: 'Description',
  images: 'Images',
  price: 'Price',
  oldPrice: 'Old price',
  isOnSale: 'On sale',
  category: 'Category',
  stockQuantity: 'Stock',
  colors: 'Colors',
  weight: 'Weight',
  weightUnit: 'Weight unit',
  onSale: 'Active',
  options: 'Options',
  sku: 'SKU',
  barcode: 'Barcode',
  image: 'Variant image',
}

/** Why the shop leaves out a product of the platform. */
const LEFT_OUT_REASONS = ['inactive', 'unpublished', 'giftCard', 'subscription', 'noShipping'] as const
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]
/** All reasons why the shop doesn't sell a product of the platform, or sells it differently. */
export const EXCEPTION_REASONS = [
  ...LEFT_OUT_REASONS,
  ...(['someNoShipping', 'continues', 'untracked'] as const),
] as const
export type ExceptionReason = (typeof EXCEPTION_REASONS)[number]

/** Descriptions of the platform's products, for one product and for several. */
const EXCEPTION_TEXTS: Record<ExceptionReason, [one: string, several: string]> = {
  inactive: ['isn’t active on the platform', 'aren’t active on the platform'],
  unpublished: [
    'isn’t published to the platform’s online store',
    'aren’t published to the platform’s online store',
  ],
  giftCard: ['is a gift card', 'are gift cards'],
  subscription: ['sells only by subscription', 'sell only by subscription'],
  noShipping: ['needs no shipping', 'need no shipping'],
  someNoShipping: [
    'has variants that need no shipping, which were left out',
    'have variants that need no shipping, which were left out',
  ],
  continues: [
    'sells when it is out of stock, so its stock isn’t counted',
    'sell when they are out of stock, so their stock isn’t counted',
  ],
  untracked: [
    'isn’t tracked on the platform, so its stock isn’t counted',
    'aren’t tracked on the platform, so their stock isn’t counted',
  ],
}

/** Returns, for example, '2 are gift cards'. */
export function exceptionText({ reason, count }: { reason: ExceptionReason; count: number }): string {
  const [one, several] = EXCEPTION_TEXTS[reason]
  return `${count} ${count === 1 ? one : several}`
}

export function isLeftOut({ reason }: { reason: ExceptionReason }): boolean {
  return LEFT_OUT_REASONS.some((one) => one === reason)
}

/** Maximum number of products that a preview names for each reason. */
export const EXCEPTIONS_NAMED = 10

/** Number of a run's changes per page. */
export const CHANGES_PAGE_SIZE = 50

export const SYNC_MESSAGES = {
  successful: 'Sync successful',
  failed: 'Sync failed',
  /** Shown if the server's error has no better message (spec section 8). */
  fallback: 'An error occurred during synchronization',
  unexpected: 'An unexpected error occurred. The server’s log has the details.',
  running: 'A sync is already running.',
  notConfigured: 'Platform sync is not configured properly',
  otherStore: 'Another store was connected while this sync ran. Please sync again.',
  noRun: 'Sync run not found.',
  noConflict: 'This conflict has already been resolved.',
  cannotUndo: 'You can undo a sync only once, after it has finished.',
  storeUrl: 'Store URL must look like https://your-store.myshopify.com',
  apiKey: 'API key is required',
  oneSecret: 'Enter an access token or an API secret',
  unsigned: 'Enter the API secret. It verifies webhooks from the platform.',
} as const

/** Shown with a platform error that contains 401 (spec section 8). */
export const AUTH_PANEL = {
  title: 'Authentication Error',
  text: 'Please check the store URL, API key and access token.',
} as const

/** Returns true if a run failed because the platform rejected the shop's key. @param error the run's error */
export function isAuthError(error: string | null | undefined): boolean {
  return error?.includes('401') ?? false
}

/** Labels of the intervals of automatic syncs in minutes. Null turns them off. */
export const SCHEDULES = [
  [null, 'Manual'],
  [15, 'Every 15 minutes'],
  [60, 'Every hour'],
  [1440, 'Once a day'],
] as const
export const SCHEDULE_MINUTES = [15, 60, 1440] as const

const STORE_HOST = /^[a-z0-9-]+\.myshopify\.com$/

/**
 * 'My-Store.myshopify.com/' -> 'https://my-store.myshopify.com', or null if it isn't a store of the platform. No other
 * host is ever called: a typed URL must not make the shop call machines behind its firewall.
 */
export function storeOrigin(text: string): string | null {
  const typed = text.trim().toLowerCase()
  const host = typed.replace(/^https:\/\//, '').replace(/\/$/, '')
  return STORE_HOST.test(host) && isHostName(host) ? `https://${host}` : null
}
