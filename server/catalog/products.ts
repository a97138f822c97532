import { notFound, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { stockNewProducts } from '../stock/stock.ts'
import { indexProducts, unindexProduct } from './documents.ts'
import { sanitizeDescription } from './html.ts'
import {
  freeSlug,
  insertProductImages,
  insertProducts,
  lockProduct,
  updateProduct,
  upsertOldSlug,
} from './queries.ts'

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

/**
 * @returns the new product's id
 * @throws ShopError 409 when another product on sale has the slug
 */
export async function addProduct(db: Db, product: NewProduct, createdAt: Date = now()): Promise<number> {
  return inTransaction(db, async (db) => {
    const description = sanitizeDescription(product.description)
    const colors = product.colors.map((color) => color.trim().toLowerCase())
    const [id = 0] = await withFreeSlug(db, product.slug, () =>
      insertProducts(db, [{ ...product, description, colors, createdAt }]),
    )
    await insertProductImages(
      db,
      product.images.map((image, position) => ({ ...image, productId: id, position })),
    )
    await stockNewProducts(db, [{ productId: id, quantity: product.stockQuantity }])
    await indexProducts(db, [id])
    return id
  })
}

/**
 * Gives a product another name or slug; it goes on answering at the slug it had, until another product takes that one.
 * @throws ShopError 404 when it is not on sale, 409 when another product on sale has the slug
 */
export async function renameProduct(
  db: Db,
  id: number,
  { name, slug }: { name: string; slug: string | null },
): Promise<void> {
  await inTransaction(db, async (db) => {
    const before = await lockProduct(db, id)
    if (!before) throw notFound('Product not found')
    await withFreeSlug(db, slug, () => updateProduct(db, id, { name, slug, updated_at: now() }))
    if (before.slug !== null && before.slug !== slug) await upsertOldSlug(db, before.slug, id)
    await indexProducts(db, [id])
  })
}

/**
 * Takes a product off sale for good, but keeps it for the orders and carts that name it. It keeps its slug until a
 * product on sale wants it.
 * @throws ShopError 404 when it is not on sale
 */
export async function archiveProduct(db: Db, id: number): Promise<void> {
  await inTransaction(db, async (db) => {
    if (!(await lockProduct(db, id))) throw notFound('Product not found')
    await updateProduct(db, id, { archived_at: now(), updated_at: now() })
    await unindexProduct(db, id)
  })
}

/** Writes a product's slug after nothing but another product on sale can stand in its way. */
async function withFreeSlug<T>(db: Db, slug: string | null, write: () => Promise<T>): Promise<T> {
  if (slug !== null) await freeSlug(db, slug)
  try {
    return await write()
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== 'products_slug_key') throw error
    throw new ShopError(409, 'conflict', 'Another product already has this address.')
  }
}
