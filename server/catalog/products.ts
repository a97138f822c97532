import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { setStock } from '../stock/stock.ts'
import { sanitizeDescription } from './html.ts'
import { insertCategory, insertProduct, insertProductImages } from './queries.ts'

export type NewCategory = { name: string; slug: string; description: string; icon: string }

/** Amounts in cents; `stockQuantity` null: not counted; `shippingCostCents` null: the shop's flat rate. */
export type NewProduct = {
  name: string
  slug: string | null
  description: string
  priceCents: number
  oldPriceCents: number | null
  categoryId: number
  rating: string
  isNew: boolean
  isFeatured: boolean
  isOnSale: boolean
  inStock: boolean
  stockQuantity: number | null
  colors: string[]
  shippingDays: number | null
  shippingCostCents: number | null
  weight: string | null
  weightUnit: string | null
  images: { url: string; alt: string; width: number | null; height: number | null }[]
}

/** @returns the new category's id */
export async function addCategory(db: Db, category: NewCategory): Promise<number> {
  return insertCategory(db, category)
}

/** @returns the new product's id */
export async function addProduct(db: Db, product: NewProduct, createdAt: Date = now()): Promise<number> {
  return inTransaction(db, async (db) => {
    const description = sanitizeDescription(product.description)
    const id = await insertProduct(db, { ...product, description }, createdAt)
    await insertProductImages(db, id, product.images)
    await setStock(db, id, product.stockQuantity)
    return id
  })
}
