/** The e-commerce platform's interface, in the shop's terms. */

export type PlatformProduct = {
  /** Global ID, for example gid://shopify/Product/1. */
  id: string
  handle: string
  title: string
  /** Unsanitized HTML. */
  descriptionHtml: string
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED'
  /** Whether it is published to the online store. False if it will be later. */
  isPublished: boolean
  isGiftCard: boolean
  /** Whether it sells only by subscription. */
  requiresSellingPlan: boolean
  productType: string
  updatedAt: Date
  options: { name: string; values: string[] }[]
  images: { url: string; alt: string }[]
  variants: PlatformVariant[]
  collections: { handle: string; title: string }[]
  /** The data that the platform's response lacks, or null if it is complete. */
  gap: string | null
}
export type PlatformVariant = {
  /** Global ID, for example gid://shopify/ProductVariant/1. */
  id: string
  /** One for each option, in their order. */
  values: string[]
  sku: string
  barcode: string
  /** Prices are decimal strings. */
  price: string
  compareAtPrice: string | null
  weight: { value: number; unit: string } | null
  isTracked: boolean
  /** May be negative. Null if untracked, or if the response lacks it. */
  inventory: number | null
  /** Whether it sells when it is out of stock. */
  continues: boolean
  requiresShipping: boolean
  /** The URL of one of the product's images. */
  image: string | null
}

/** How to read the prices of a store. */
type StorePrices = {
  /** A code such as USD. */
  currency: string
  taxesIncluded: boolean
}

export type PlatformPage = {
  products: PlatformProduct[]
  /** The cursor of the next page, or null after the last one. */
  next: string | null
}

/** Units of one inventory item at one location. */
export type InventoryChange = { inventoryItemId: string; locationId: string; delta: number }
export type PlannedChanges = { changes: InventoryChange[] } | { rejection: string }
export type Adjustment = {
  changes: InventoryChange[]
  /** One of the platform's reason codes. */
  reason: string
  /** A URI that the platform shows in the item's history. */
  reference: string
  /** Idempotency key: the platform applies the same changes with the same key once. */
  key: string
}
export type Adjusted =
  | { outcome: 'applied' }
  /** Nothing was applied: permanently rejected, or to be retried with this key or a new one. */
  | { outcome: 'refused' | 'again' | 'new key'; message: string }

/** An e-commerce platform. Every call may throw a PlatformError. */
export type Platform = {
  /** Origin of the store. */
  storeUrl: string
  prices(): Promise<StorePrices>
  /** Returns the number of products. */
  count(): Promise<number>
  /** @param since only products changed at or after this time */
  listProducts(cursor: string | null, since: Date | null): Promise<PlatformPage>
  /**
   * Lists all products from a bulk file, for stores too large for paging.
   * @param cursor of the last page, after a crash
   * @param begun reuses a file requested since then by the platform's clock; null requests a new one
   */
  listAll(cursor: string | null, begun: Date | null): AsyncGenerator<PlatformPage>
  /** Returns null if the platform no longer has the product. */
  findProduct(id: string): Promise<PlatformProduct | null>
  /** Returns the ID of the product that an inventory item belongs to, or null if the platform no longer has it. */
  findProductOfItem(id: string): Promise<string | null>
  /** Finds where units of a variant can be deducted or returned. */
  planChanges(variantId: string, delta: number): Promise<PlannedChanges>
  /** Changes the available inventory. After a PlatformError, it is unknown whether it was applied. */
  adjust(adjustment: Adjustment): Promise<Adjusted>
  /** Subscribes a URL to changes of products and inventory. Does nothing if it is already subscribed. */
  subscribe(uri: string): Promise<void>
  /** Returns the platform's clock at its last response, or null before the first one. */
  clock(): Date | null
  /** Returns a warning for admins although requests succeed, or null. */
  warning(): string | null
}

/**
 * A failed request to the platform. 'refused' and 'mismatch' last until the configuration changes; the other kinds may be temporary.
 */
export class PlatformError extends Error {
  readonly kind: 'refused' | 'mismatch' | 'unavailable' | 'throttled' | 'unreadable'
  /** The platform's HTTP status, if there was one, for the panel in the spec: '401: …'. */
  readonly detail: string
  /** Whether a requested change may have been applied despite the error. */
  mayHaveRun: boolean

  constructor(kind: PlatformError['kind'], message: string, detail: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.detail = detail
    this.mayHaveRun = kind === 'unavailable' || kind === 'unreadable'
  }
}
