import type { CsvError } from '#contract/catalog/product-csv.ts'
import { PRODUCT_MESSAGES } from '#contract/catalog/rules.ts'
import { VARIANT_MESSAGES } from '#contract/catalog/variants.ts'
import type { Db } from '../platform/db/database.ts'
import type { CsvRow } from './csv-file.ts'
import { listIdsBySlug } from './record-queries.ts'
import { listSkuOwners } from './variant-queries.ts'

/** A slug that a row of the file requests. `id` is null for a new product. */
export type WantedSlug = { slug: string; line: number; id: number | null }
/** A SKU that a row of the file requests, with the first row of its product. */
export type WantedSku = { sku: string; line: number; id: number | null; product: CsvRow }

/** Returns errors for slugs that two rows request, or that belong to a product that the file doesn't rename. */
export async function slugErrors(db: Db, wanted: WantedSlug[]): Promise<CsvError[]> {
  const owners = await listIdsBySlug(
    db,
    wanted.map(({ slug }) => slug),
  )
  const slugOfId = new Map(wanted.flatMap(({ id, slug }) => (id === null ? [] : [[id, slug] as const])))
  const firstLines = new Map<string, number>()
  return wanted.flatMap(({ slug, line, id }) => {
    const first = firstLines.get(slug)
    if (first !== undefined) {
      return [{ line, column: 'slug', message: `The product on line ${first} already has this slug.` }]
    }
    firstLines.set(slug, line)
    const owner = owners.get(slug)
    const isGivenUp = owner !== undefined && slugOfId.has(owner) && slugOfId.get(owner) !== slug
    if (owner === undefined || owner === id || isGivenUp) return []
    return [{ line, column: 'slug', message: PRODUCT_MESSAGES.slugTaken }]
  })
}

/** Returns errors for SKUs requested for two products, or taken by another product. */
export async function skuErrors(db: Db, wanted: WantedSku[]): Promise<CsvError[]> {
  const owners = await listSkuOwners(
    db,
    wanted.map(({ sku }) => sku),
  )
  const firsts = new Map<string, WantedSku>()
  return wanted.flatMap((one) => {
    const first = firsts.get(one.sku) ?? one
    firsts.set(one.sku, first)
    const owner = owners.get(one.sku)
    // Two rows of one product are compared with the product's other variants.
    const isTaken = first.product !== one.product || (owner !== undefined && owner.id !== one.id)
    return isTaken ? [{ line: one.line, column: 'sku', message: VARIANT_MESSAGES.sameSku }] : []
  })
}
