import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { countRows, inTransaction, type Store } from '../../store.ts'
import { saveProduct } from './product-tables.ts'
import { NewProduct } from './products.ts'

const firstId = 8_801_000_000_001

/** Replaces all products with those in products.json, or with those that `fill` adds. */
export function seedProducts(store: Store, fill = () => addFirstProducts(store)) {
  inTransaction(store, () => {
    store.exec('delete from platform_products')
    fill()
  })
}

function addFirstProducts(store: Store) {
  const file = readFileSync(new URL('./products.json', import.meta.url), 'utf8')
  for (const [place, product] of z.array(FirstProduct).parse(JSON.parse(file)).entries())
    saveProduct(store, recordOf(product, place))
}

/** Fills only a new store, so deleted products stay deleted. */
export function seedProductsOnce(store: Store) {
  if (countRows(store, `sqlite_sequence where name = 'platform_products'`) === 0) seedProducts(store)
}

/** The products' films, and when they were created and last changed, can't be entered in the editor. */
const FirstProduct = NewProduct.extend({
  /** Alt texts. */
  videos: z.array(z.string()).default([]),
  createdAt: z.string(),
  updatedAt: z.string(),
})

function recordOf({ images, videos, variants, ...product }: z.infer<typeof FirstProduct>, place: number) {
  // The IDs of parts are derived from the product's, so they are the same in every store.
  const partId = (part: number) => (place + 1) * 100 + part
  return {
    ...product,
    id: firstId + place,
    // The video comes first, to catch clients that assume the first media item is an image.
    media: [
      ...videos.map((alt, part) => ({ id: partId(50 + part), kind: 'video' as const, alt })),
      ...images.map((image, part) => ({ id: partId(part), kind: 'image' as const, ...image })),
    ],
    variants: variants.map((variant, part) => ({ ...variant, id: partId(part) })),
  }
}
