import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { centsOf } from '#contract/money.ts'
import { Money } from '#contract/money-schema.ts'
import { demoImage } from '../images/demo-images.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { changeSettings, readSettings } from '../settings/settings.ts'
import { addCategory } from './browse.ts'
import { addProduct, editProduct } from './products.ts'
import { waitForSeeding } from './queries.ts'

const FILE = new URL('../../db/seed/catalogue.json', import.meta.url)

const DemoCatalog = z.object({
  categories: z.array(
    z.object({ slug: z.string(), name: z.string(), icon: z.string(), description: z.string() }),
  ),
  products: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      category: z.string(),
      price: Money.transform(centsOf),
      oldPrice: Money.transform(centsOf).optional(),
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
    }),
  ),
})

/** Seeds the demo catalog, in one transaction, into a shop that never had it. */
export async function seedDemoCatalog(db: Db): Promise<void> {
  const { categories, products } = DemoCatalog.parse(JSON.parse(readFileSync(FILE, 'utf8')))
  await inTransaction(db, async (db) => {
    await waitForSeeding(db)
    if ((await readSettings(db)).demoSeeded) return
    const categoryIds = new Map<string, number>()
    for (const category of categories) categoryIds.set(category.slug, await addCategory(db, category))
    for (const [index, product] of products.entries()) {
      const { category, price, oldPrice, images, ...facts } = product
      // One minute apart, first one newest, so that 'newest' and the catalog order follow the list.
      const createdAt = new Date(now().getTime() - index * 60_000)
      const id = await addProduct(
        db,
        {
          ...facts,
          categoryId: categoryIds.get(category) ?? 0,
          priceCents: oldPrice ?? price,
          oldPriceCents: null,
          inStock: true,
          shippingCostCents: null,
          images: await Promise.all(
            images.map(async ({ file, alt }) => ({ ...(await demoImage(file)), alt })),
          ),
        },
        createdAt,
      )
      // Discounted by an edit, as an owner would do it, so that the price history has the earlier price.
      if (oldPrice) await editProduct(db, id, { priceCents: price, oldPriceCents: oldPrice })
    }
    await changeSettings(db, { demoSeeded: true })
  })
}
