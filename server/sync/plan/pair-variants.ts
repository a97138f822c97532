import { variantTitle } from '#contract/catalog/variants.ts'
import type { SyncField } from '#contract/sync/rules.ts'
import { MappingError } from '../map/map-variants.ts'
import type {
  PlatformSnapshot,
  ProductFields,
  ProductLink,
  ShopVariant,
  VariantFields,
  VariantLink,
  VariantSnapshot,
} from '../product.ts'
import type { OwnedFields } from '../record/conflict-queries.ts'

/** Both sides of a product. */
export type Sides = {
  productId: number
  /** The platform's snapshot. */
  now: PlatformSnapshot
  /** Its last snapshot and the variants known then; null on first contact. */
  link: ProductLink | null
  here: { isArchived: boolean; facts: ProductFields; variants: ShopVariant[] }
  owned: OwnedFields
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

type Both = Pick<Sides, 'now' | 'here'>
/** Whether only the platform's product has options. */
export const startsOptions = ({ now, here }: Both) => now.facts.options.length > 0 && !hasOptions(here)
/** Whether only the shop's product has options. */
export const endsOptions = ({ now, here }: Both) => now.facts.options.length === 0 && hasOptions(here)
const hasOptions = ({ facts }: { facts: ProductFields }) => facts.options.length > 0

/**
 * Pairs variants that were linked before, those that replace one on the platform, and on first contact those with the
 * same SKU or values.
 * @throws MappingError on first contact if a variant of the shop has no counterpart
 */
export function pairVariants(sides: Sides): VariantRows {
  const { now, here } = sides
  const links = sides.link?.variants ?? []
  const byId = new Map(here.variants.map((variant) => [variant.id, variant]))
  const known = new Map(links.map((link) => [link.externalId, link]))
  const isNow = new Set(now.variants.map(({ externalId }) => externalId))
  const gone = links.filter(({ externalId }) => !isNow.has(externalId))
  const added = now.variants.filter(({ externalId }) => !known.has(externalId))
  const replaced = matches(added, gone)
  const linkOf = (variant: VariantSnapshot) => known.get(variant.externalId) ?? replaced.get(variant) ?? null
  const toRow = (externalId: string, facts: VariantFields | null, link: VariantLink | null): VariantRow => ({
    externalId,
    now: facts,
    link,
    here: (link?.variantId == null ? null : byId.get(link.variantId)) ?? null,
  })
  const taken = new Set(replaced.values())
  const rows = [
    ...now.variants.map((variant) => toRow(variant.externalId, variant.facts, linkOf(variant))),
    ...gone.filter((link) => !taken.has(link)).map((link) => toRow(link.externalId, null, link)),
  ]
  const renamed = [...replaced].map(([{ externalId: to }, { externalId: from }]) => ({ from, to }))
  if (startsOptions(sides)) pairOnly(sides, { rows, renamed })
  else if (!endsOptions(sides)) pairUnlinked(sides, rows)
  return { rows, own: ownOf(sides, rows), renamed }
}

function ownOf({ here }: Pick<Sides, 'here'>, rows: VariantRow[]): ShopVariant[] {
  const paired = new Set(rows.map((row) => row.here))
  return here.variants.filter((variant) => !variant.isArchived && !paired.has(variant))
}

/**
 * Pairs the variant that is the only one on one of the sides. If it gets options, it becomes the one with its price,
 * preferably itself. If options end, the shop's first variant stays, because it has the product's ID.
 */
export function pairOnly({ productId, here }: Sides, { rows, renamed }: Omit<VariantRows, 'own'>): void {
  const first = here.variants.find(({ id }) => id === productId)
  const old = rows.find((row) => row.here === first)
  if (!first || (old?.now && old.link?.facts.optionValues.length !== 0)) return
  const shown = old?.link?.facts.price ?? first.facts.price
  const sold = rows.filter(({ now }) => now !== null)
  const isShown = ({ now }: VariantRow) => now?.price === shown
  const [cheapest] = sold.toSorted((one, other) => Number(one.now?.price) - Number(other.now?.price))
  const row = sold.find((row) => row === old && isShown(row)) ?? sold.find(isShown) ?? cheapest
  if (!row || row === old) return
  if (row.link === null && old) renamed.push({ from: old.externalId, to: row.externalId })
  if (row.link === null && old?.now === null) rows.splice(rows.indexOf(old), 1)
  row.link = old?.link ?? null
  row.here = first
  if (!old) return
  old.here = null
  if (old.now) old.link = null
}

function pairUnlinked(sides: Sides, rows: VariantRow[]) {
  const { now, link: last, here } = sides
  const own = ownOf(sides, rows)
  const unlinked = rows.flatMap((row) => (row.now && !row.here ? [{ row, facts: row.now }] : []))
  const places = now.facts.options.length
  const pairs = matches(
    unlinked,
    own.filter(({ facts }) => last === null || facts.optionValues.length === places),
  )
  for (const [{ row, facts }, variant] of pairs) {
    row.here = variant
    // A variant that an admin added keeps its values: those that differ from the platform's are conflicts.
    const { id: variantId } = variant
    const seen = { variantId, facts, isActive: true, stockOwed: 0, isStockEdited: true }
    if (last !== null) row.link = { externalId: row.externalId, ...seen }
  }
  if (last !== null) return
  const [lone] = ownOf(sides, rows)
  if (lone || here.facts.options.length !== places)
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
