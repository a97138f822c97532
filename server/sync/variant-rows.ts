import type { ProductOption } from '#contract/catalog/api.ts'
import { variantTitle } from '#contract/catalog/variants.ts'
import type { SyncField } from '#contract/sync/rules.ts'
import type { SyncedFields } from './mapping.ts'
import { MappingError, type VariantFields, type VariantSnapshot } from './variant-mapping.ts'
import type { VariantLink } from './variant-queries.ts'

/** A variant of the shop, archived or not. */
export type ShopVariant = { id: number; isArchived: boolean; held: number; facts: VariantFields }

/** Both sides of a product with options on at least one of them. */
export type VariantSides = {
  productId: number
  now: { options: ProductOption[]; variants: VariantSnapshot[] } & Pick<
    SyncedFields,
    'price' | 'oldPrice' | 'stockQuantity'
  >
  /** The platform's last snapshot and the variants known then; null on first contact. */
  last: SyncedFields | null
  links: VariantLink[]
  /** Means the same as in a VariantLink, for a product that doesn't have options yet. */
  isStockEdited: boolean
  stockOwed: number
  here: { options: ProductOption[]; variants: ShopVariant[] }
  /** Fields owned by the shop: those of the product, and those of variants by the platform's ID. */
  owned: ReadonlySet<SyncField>
  kept: ReadonlyMap<string, ReadonlySet<SyncField>>
  /** Whether both sides have the same images, so that positions can be compared. */
  hasSameImages: boolean
  /** Changes that are being sent to the platform, by variant. */
  pending: ReadonlyMap<number, number>
  /** SKUs of other products, in lowercase. */
  takenSkus: ReadonlySet<string>
  /** A conflict that an admin resolves in favor of the platform; nothing else is compared then. */
  choice: { variant: string | null; field: SyncField } | null
}

/** A variant on both sides, or on one of them. */
export type VariantRow = {
  externalId: string
  now: VariantFields | null
  link: VariantLink | null
  here: ShopVariant | null
}
export type VariantRows = {
  rows: VariantRow[]
  /** Active variants that only the shop has. */
  own: ShopVariant[]
  renamed: { from: string; to: string }[]
}

/** Returns true if the shop's product has no options and the platform's does. */
export const startsOptions = ({ now, here }: Pick<VariantSides, 'now' | 'here'>) =>
  here.options.length === 0 && now.options.length > 0

/**
 * Pairs variants that were linked before, those that replace one on the platform, and on first contact those with the
 * same SKU or values.
 * @throws MappingError on first contact if a variant of the shop has no counterpart
 */
export function rowsOf(sides: VariantSides): VariantRows {
  const { now, links, here } = sides
  const byId = new Map(here.variants.map((variant) => [variant.id, variant]))
  const known = new Map(links.map((link) => [link.externalId, link]))
  const isNow = new Set(now.variants.map(({ externalId }) => externalId))
  const gone = links.filter(({ externalId }) => !isNow.has(externalId))
  const added = now.variants.filter(({ externalId }) => !known.has(externalId))
  const replaced = matches(added, gone)
  const linkOf = (variant: VariantSnapshot) => known.get(variant.externalId) ?? replaced.get(variant) ?? null
  const toRow = (externalId: string, facts: VariantFields | null, link: VariantLink | null): VariantRow => ({
    ...{ externalId, now: facts, link },
    here: (link?.variantId == null ? null : byId.get(link.variantId)) ?? null,
  })
  const taken = new Set(replaced.values())
  const rows = [
    ...now.variants.map((variant) => toRow(variant.externalId, variant.facts, linkOf(variant))),
    ...gone.filter((link) => !taken.has(link)).map((link) => toRow(link.externalId, null, link)),
  ]
  if (startsOptions(sides)) pairFirst(sides, rows)
  else if (now.options.length > 0) pairUnlinked(sides, rows)
  const renamed = [...replaced].map(([{ externalId: to }, { externalId: from }]) => ({ from, to }))
  return { rows, own: ownOf(sides, rows), renamed }
}

function ownOf({ here }: VariantSides, rows: VariantRow[]): ShopVariant[] {
  const paired = new Set(rows.map((row) => row.here))
  return here.variants.filter((variant) => !variant.isArchived && !paired.has(variant))
}

/**
 * The only variant of the shop becomes the one whose price was shown. A version that merged variants showed the
 * cheapest one.
 */
function pairFirst({ productId, now, last, here, ...product }: VariantSides, rows: VariantRow[]) {
  const first = here.variants.find(({ id }) => id === productId)
  if (!first || rows.some((row) => row.here === first)) return
  const shown = last?.price ?? first.facts.price
  const [cheapest] = rows
    .filter((row) => row.now !== null)
    .toSorted((one, other) => Number(one.now?.price) - Number(other.now?.price))
  const row = rows.find((row) => row.now?.price === shown) ?? cheapest
  if (!row) return
  row.here = first
  row.link = last && {
    ...{ externalId: row.externalId, variantId: productId, isActive: true },
    ...{ stockOwed: product.stockOwed, isStockEdited: product.isStockEdited },
    facts: { ...first.facts, price: last.price, oldPrice: last.oldPrice, stockQuantity: last.stockQuantity },
  }
}

function pairUnlinked(sides: VariantSides, rows: VariantRow[]) {
  const { now, last, here } = sides
  const own = ownOf(sides, rows)
  const unlinked = rows.flatMap((row) => (row.now && !row.here ? [{ row, facts: row.now }] : []))
  const isFirstContact = last === null
  const pairs = matches(
    unlinked,
    own.filter(({ facts }) => isFirstContact || facts.optionValues.length === now.options.length),
  )
  for (const [{ row, facts }, variant] of pairs) {
    row.here = variant
    // A variant that an admin added keeps its values: those that differ from the platform's are conflicts.
    const { id: variantId } = variant
    const seen = { variantId, facts, isActive: true, stockOwed: 0, isStockEdited: true }
    if (!isFirstContact) row.link = { externalId: row.externalId, ...seen }
  }
  if (!isFirstContact) return
  const [lone] = ownOf(sides, rows)
  if (lone || here.options.length !== now.options.length)
    throw new MappingError(
      `The product in the shop has other options${lone ? `: its variant ${variantTitle(lone.facts.optionValues)} isn’t on the platform` : ''}. Make them the same on both sides.`,
    )
}

type Described = { facts: VariantFields }

/** Pairs variants by SKU, and the others by the values of their options. */
function matches<One extends Described, Other extends Described>(
  ones: One[],
  others: Other[],
): Map<One, Other> {
  const pairs = new Map<One, Other>()
  const taken = new Set<Other>()
  for (const keyOf of [skuKey, valuesKey]) {
    const free = new Map<string | null, Other>()
    for (const other of others) if (!taken.has(other)) free.set(keyOf(other.facts), other)
    free.delete(null)
    for (const one of ones) {
      const key = keyOf(one.facts)
      const other = pairs.has(one) ? undefined : free.get(key)
      if (!other) continue
      pairs.set(one, other)
      taken.add(other)
      free.delete(key)
    }
  }
  return pairs
}

const skuKey = ({ sku }: VariantFields) => sku?.toLowerCase() ?? null
const valuesKey = ({ optionValues }: VariantFields) => JSON.stringify(optionValues).toLowerCase()
