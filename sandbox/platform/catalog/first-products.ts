import { readFileSync } from 'node:fs'
import { inTransaction, type Store } from '../../store.ts'
import { saveProduct } from './product-tables.ts'
import type { ProductRecord, ProductStatus, WeightUnit } from './records.ts'

const firstId = 8_801_000_000_001

/** Replaces all products with the thirty in products.json, or with those that `fill` adds. */
export function seedProducts(store: Store, fill = () => addFirstProducts(store)) {
  inTransaction(store, () => {
    store.exec('delete from platform_products')
    fill()
  })
}

function addFirstProducts(store: Store) {
  const file = readFileSync(new URL('./products.json', import.meta.url), 'utf8')
  for (const [place, product] of (JSON.parse(file) as ShortProduct[]).entries())
    saveProduct(store, inFull(product, place))
}

/** Fills only a new store, so deleted products stay deleted. */
export function seedProductsOnce(store: Store) {
  const isKnown = store.prepare(`select 1 from sqlite_sequence where name = 'platform_products'`).get()
  if (!isKnown) seedProducts(store)
}

/** A product in products.json. */
interface ShortProduct {
  title: string
  handle: string
  description: string
  productType: string
  status?: ProductStatus
  collections: string[]
  options?: Record<string, string[]>
  images: { motif: string; tint: string; alt: string; isProcessing?: boolean }[]
  /** Alt texts. */
  videos?: string[]
  variants: ShortVariant[]
  createdAt: string
  updatedAt: string
}

interface ShortVariant {
  values?: string[]
  sku?: string
  barcode?: string
  image?: number
  price: string
  compareAt?: string
  stock: number
  tracked?: boolean
  weight: [number, WeightUnit]
}

function inFull(product: ShortProduct, place: number): ProductRecord {
  const { title, handle, productType, collections, createdAt, updatedAt } = product
  const { status = 'ACTIVE', options = {}, videos = [] } = product
  // The IDs of parts are derived from the product's, so they are the same in every store.
  const partId = (part: number) => (place + 1) * 100 + part
  const images = product.images.map((image, part) => ({
    id: partId(part),
    kind: 'image' as const,
    isProcessing: false,
    ...image,
  }))
  const films = videos.map((alt, part) => ({ id: partId(50 + part), kind: 'video' as const, alt }))
  return {
    id: firstId + place,
    title,
    handle,
    descriptionHtml: product.description,
    status,
    vendor: 'Hollow Oak',
    productType,
    options: Object.entries(options).map(([name, values]) => ({ name, values })),
    // The video comes first, to catch clients that assume the first media item is an image.
    media: [...films, ...images],
    collections,
    variants: product.variants.map((variant, part) => ({
      id: partId(part),
      values: variant.values ?? [],
      sku: variant.sku ?? '',
      barcode: variant.barcode ?? '',
      image: variant.image ?? null,
      price: variant.price,
      compareAtPrice: variant.compareAt ?? null,
      inventoryQuantity: variant.stock,
      tracked: variant.tracked ?? true,
      weight: { value: variant.weight[0], unit: variant.weight[1] },
    })),
    createdAt,
    updatedAt,
  }
}
