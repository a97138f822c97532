import { centsToWire } from '#contract/money.ts'
import { listCategories } from '../../catalog/queries.ts'
import { lockRecords, type ProductRecord, readRecords } from '../../catalog/record-queries.ts'
import { listSkuOwners, listStoredVariants } from '../../catalog/variant-queries.ts'
import type { Db } from '../../platform/db/database.ts'
import { sumPending } from '../../stock/push-queries.ts'
import type { Sides } from '../plan/pair-variants.ts'
import type { PlatformSnapshot, ProductLink, ShopProduct } from '../product.ts'
import type { OwnedFields } from '../record/conflict-queries.ts'

/** Locks a product until the end of the transaction. */
export async function lockProduct(db: Db, id: number): Promise<ShopProduct | null> {
  const record = (await lockRecords(db, [id])).get(id)
  return record ? toProduct(db, record) : null
}

/** Like lockProduct, but without a lock. */
export async function readProduct(db: Db, id: number): Promise<ShopProduct | null> {
  const record = (await readRecords(db, [id])).get(id)
  return record ? toProduct(db, record) : null
}

async function toProduct(db: Db, { id, isArchived, facts, options, currency }: ProductRecord) {
  const wire = (cents: number) => centsToWire(cents, currency)
  const oldPrice = (cents: number | null) => (cents === null ? null : wire(cents))
  const category = (await listCategories(db)).find((one) => one.id === facts.categoryId)
  const placeOf = (image: string | null) => facts.images.findIndex(({ url }) => url === image)
  return {
    id,
    isArchived,
    facts: {
      name: facts.name,
      slug: facts.slug,
      description: facts.description,
      images: facts.images.map(({ url, alt }) => ({ url, alt })),
      isOnSale: facts.isOnSale,
      category: category?.slug ?? '',
      colors: facts.colors,
      weight: facts.weight,
      weightUnit: facts.weightUnit,
      options,
    },
    variants: (await listStoredVariants(db, id)).map(({ facts: stored, ...variant }) => ({
      ...variant,
      facts: {
        optionValues: stored.optionValues,
        sku: stored.sku,
        barcode: stored.barcode,
        price: wire(stored.priceCents),
        oldPrice: oldPrice(stored.oldPriceCents),
        stockQuantity: stored.stockQuantity,
        weight: stored.weight,
        image: placeOf(stored.image) < 0 ? null : placeOf(stored.image),
      },
    })),
    summary: {
      price: wire(facts.priceCents),
      oldPrice: oldPrice(facts.oldPriceCents),
      stockQuantity: facts.stockQuantity,
    },
  }
}

/** Reads what a plan depends on. */
export async function readSides(
  db: Db,
  here: ShopProduct,
  now: PlatformSnapshot,
  link: ProductLink | null,
  owned: OwnedFields,
  choice: Sides['choice'] = null,
): Promise<Sides> {
  const owners = await listSkuOwners(
    db,
    now.variants.flatMap(({ facts }) => facts.sku ?? []),
  )
  const pending = await sumPending(
    db,
    here.variants.map(({ id }) => id),
  )
  const takenSkus = new Set([...owners].flatMap(([sku, { id }]) => (id === here.id ? [] : [sku])))
  return { productId: here.id, now, link, here, owned, pending, takenSkus, choice }
}
