/** Rules and sentences of the platform sync (spec section 8, contract section 8); no zod here, so that a page may have them early. */

/** Fields of a product that a platform can lead; 'onSale' is whether it is on sale at all. */
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
] as const
export type SyncField = (typeof SYNC_FIELDS)[number]

/** What people call them. */
export const FIELD_LABELS: Record<SyncField, string> = {
  name: 'Name',
  slug: 'Address',
  description: 'Description',
  images: 'Images',
  price: 'Price',
  oldPrice: 'Old price',
  isOnSale: 'Reduced',
  category: 'Category',
  stockQuantity: 'Stock',
  colors: 'Colors',
  weight: 'Weight',
  weightUnit: 'Weight unit',
  onSale: 'On sale at all',
}

/** Changes of a run on one page. */
export const CHANGES_PAGE_SIZE = 50

export const SYNC_MESSAGES = {
  successful: 'Sync successful',
  failed: 'Sync failed',
  /** Where the server said nothing better (spec section 8). */
  fallback: 'An error occurred during synchronization',
  running: 'A sync is already running.',
  notConfigured: 'Platform sync is not configured properly',
  otherStore: 'Another store was connected while this sync ran. Please sync again.',
  noRun: 'This sync run does not exist.',
  noConflict: 'This conflict is settled already.',
  cannotUndo: 'Only a sync that has ended, and was not undone before, can be undone.',
  storeUrl: 'Store URL must look like https://your-store.myshopify.com',
  apiKey: 'API key is required',
  oneSecret: 'Enter an access token or an API secret',
  unsigned: 'Enter the API secret: what the platform tells the shop is signed with it.',
} as const

/** What stands beside an error of the platform that says 401 (spec section 8). */
export const AUTH_PANEL = {
  title: 'Authentication Error',
  text: 'Please check the store URL, API key and access token.',
} as const

/** Whether a run failed because the platform does not know the shop's key; `error`: what the run says of itself. */
export function isAuthError(error: string | null | undefined): boolean {
  return error?.includes('401') ?? false
}

/** How often it may be synced by itself, in minutes, with what the card calls it; null: never. */
export const SCHEDULES = [
  [null, 'Only by hand'],
  [15, 'Every 15 minutes'],
  [60, 'Every hour'],
  [1440, 'Once a day'],
] as const
export const SCHEDULE_MINUTES = [15, 60, 1440] as const

const STORE_HOST = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/

/**
 * 'My-Store.myshopify.com/' -> 'https://my-store.myshopify.com'; null when it is no store of the platform. Nothing else is
 * ever called: an address that anybody could type must not make the shop call machines behind its firewall.
 */
export function storeOrigin(text: string): string | null {
  const typed = text.trim().toLowerCase()
  const host = typed.replace(/^https:\/\//, '').replace(/\/$/, '')
  return STORE_HOST.test(host) ? `https://${host}` : null
}
