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

  constructor(kind: PlatformError['kind'], message: string, detail: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
    this.detail = detail
  }
}
