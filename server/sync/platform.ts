/** What the shop and the e-commerce platform say to each other, in the shop's words. */

export type PlatformProduct = {
  /** Global id, such as gid://shopify/Product/1. */
  id: string
  handle: string
  title: string
  /** HTML as its author wrote it. */
  descriptionHtml: string
  status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | 'UNLISTED'
  productType: string
  updatedAt: Date
  /** Of all variants; may be below 0. Null: the platform does not count it. */
  inventory: number | null
  options: { name: string; values: string[] }[]
  images: { url: string; alt: string }[]
  /** Prices are decimal strings. */
  variants: { price: string; compareAtPrice: string | null; weight: Weight | null }[]
  collections: { handle: string; title: string }[]
}
type Weight = { value: number; unit: string }

export type PlatformPage = {
  products: PlatformProduct[]
  /** Where the next page begins; null: this was the last one. */
  next: string | null
}

/** Units of one inventory item at one location. */
export type InventoryChange = { inventoryItemId: string; locationId: string; delta: number }
export type PlannedChanges = { changes: InventoryChange[] } | { refusal: string }
export type Adjustment = {
  changes: InventoryChange[]
  /** One of the platform's reasons. */
  reason: string
  /** A URI that the platform shows in the item's history. */
  reference: string
  /** Idempotency key: with the same one and the same changes, the platform applies them once. */
  key: string
}
export type Adjusted =
  | { outcome: 'applied' }
  /** Nothing was applied: for good, unless it is tried again with this key or a new one. */
  | { outcome: 'refused' | 'again' | 'new key'; message: string }

/** Every call may throw a PlatformError. */
export type Platform = {
  /** Origin of the store. */
  storeUrl: string
  /** In which the store's prices are, such as USD. */
  currency(): Promise<string>
  /** How many products it has. */
  count(): Promise<number>
  /** @param since only products that were changed then or later */
  listProducts(cursor: string | null, since: Date | null): Promise<PlatformPage>
  /**
   * All products by way of a file, for a store that is too large to be walked.
   * @param cursor of the last page, after a crash
   * @param begun a file that was asked for since then, by the platform's clock, will do; null: only a new one
   */
  listAll(cursor: string | null, begun: Date | null): AsyncGenerator<PlatformPage>
  /** Null when the platform has no such product any more. */
  findProduct(id: string): Promise<PlatformProduct | null>
  /** Finds where units of a product can be deducted or returned. */
  planChanges(id: string, delta: number): Promise<PlannedChanges>
  /** Changes the available inventory. A PlatformError leaves open whether it was applied. */
  adjust(adjustment: Adjustment): Promise<Adjusted>
  /** Has it tell this address of each change of a product, from now on; asked again it changes nothing. */
  subscribe(uri: string): Promise<void>
  /** The platform's clock at its last answer; null before the first one. */
  clock(): Date | null
  /** Something an admin should know although it works; null mostly. */
  warning(): string | null
}

/** Why the platform could not be asked: a refusal lasts until somebody changes something, the others may pass. */
export class PlatformError extends Error {
  readonly kind: 'refused' | 'unavailable' | 'throttled' | 'unreadable'
  /** The platform's status, where it gave one, for the spec's panel: '401: …'. */
  readonly detail: string
  /** Whether a change that was asked for may have been made all the same. */
  mayHaveRun: boolean

  constructor(kind: PlatformError['kind'], message: string, detail: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.detail = detail
    this.mayHaveRun = kind === 'unavailable' || kind === 'unreadable'
  }
}
