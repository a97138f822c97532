import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ProductChanges } from '#contract/catalog/product-input.ts'
import { ProductVariants } from '#contract/catalog/variant-input.ts'
import { centsOf } from '#contract/money.ts'
import { Money } from '#contract/text.ts'
import { demoImage } from '../images/demo-images.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { ROOT } from '../platform/root.ts'
import { changeSettings, readSettings } from '../settings/settings.ts'
import { addCategory } from './categories.ts'
import { changeProduct } from './products.ts'
import { waitForSeeding } from './queries.ts'
import { setVariants } from './variants.ts'
import { addProduct } from './write-products.ts'

const FILE = new URL('db/seed/catalogue.json', ROOT)

const DemoCatalog = z.object({
  categories: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      icon: z.string(),
      /** A file of the photographs. */
      image: z.string(),
      description: z.string(),
    }),
  ),
  products: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      category: z.string(),
      price: Money,
      oldPrice: Money.optional(),
      rating: z.string(),
      isFeatured: z.boolean(),
      isNew: z.boolean(),
      isOnSale: z.boolean(),
      stockQuantity: z.int(),
      colors: z.array(z.string()),
      shippingDays: z.int(),
      weight: z.string(),
      weightUnit: z.string(),
      description: z.string(),
      images: z.array(z.object({ file: z.string(), alt: z.string() })),
      /** Replaces the product's stock, which is the sum of these. */
      variants: z
        .array(z.object({ color: z.string(), stockQuantity: z.int(), image: z.string() }))
        .default([]),
    }),
  ),
})
export const readDemoCatalog = () => DemoCatalog.parse(JSON.parse(readFileSync(FILE, 'utf8')))

type DemoProduct = z.infer<typeof DemoCatalog>['products'][number]

/** Seeds the demo catalog in one transaction, unless the shop was seeded before. */
export async function seedDemoCatalog(db: Db): Promise<void> {
  const { categories, products } = readDemoCatalog()
  await inTransaction(db, async (db) => {
    await waitForSeeding(db)
    if ((await readSettings(db)).demoSeeded) return
    const categoryIds = new Map<string, number>()
    for (const category of categories) {
      const image = (await demoImage(category.image)).url
      categoryIds.set(category.slug, await addCategory(db, { ...category, image }))
    }
    const ids: number[] = []
    for (const [index, product] of products.entries()) {
      const { category, price, oldPrice, images, variants, ...facts } = product
      // One minute apart, first one newest, so that 'newest' and the catalog order follow the list.
      const createdAt = new Date(now().getTime() - index * 60_000)
      const id = await addProduct(db, {
        ...facts,
        stockQuantity: variants[0]?.stockQuantity ?? facts.stockQuantity,
        categoryId: categoryIds.get(category) ?? 0,
        priceCents: centsOf(oldPrice ?? price),
        oldPriceCents: null,
        inStock: true,
        shippingCostCents: null,
        images: await Promise.all(images.map(async ({ file, alt }) => ({ ...(await demoImage(file)), alt }))),
        createdAt,
      })
      ids.push(id)
    }
    // Variants take IDs from the sequence of products, which must be numbered in the order of the list.
    for (const [index, product] of products.entries()) await finish(db, ids[index] ?? 0, product)
    await changeSettings(db, { demoSeeded: true, synonyms: 'mousepad, mouse pad = desk mat' })
  })
}

/**
 * Adds variants, and discounts them by an edit, as a store owner would do it, so the price history contains the earlier
 * price.
 */
async function finish(db: Db, id: number, { price, oldPrice, variants }: DemoProduct): Promise<void> {
  if (variants.length === 0) {
    if (oldPrice)
      await changeProduct(db, null, id, ProductChanges.parse({ price, oldPrice }), { isRecorded: false })
    return
  }
  const options = [{ name: 'Color', values: variants.map(({ color }) => color) }]
  const rows = await Promise.all(
    variants.map(async ({ color, stockQuantity, image }) => ({
      optionValues: [color],
      stockQuantity,
      image: (await demoImage(image)).url,
    })),
  )
  await setVariants(db, null, id, ProductVariants.parse({ options, variants: rows }), { isRecorded: false })
  if (!oldPrice) return
  const discounted = rows.map(({ optionValues }) => ({ optionValues, price, oldPrice }))
  await setVariants(db, null, id, ProductVariants.parse({ options, variants: discounted }), {
    isRecorded: false,
  })
}
