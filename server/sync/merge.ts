import { isDeepStrictEqual } from 'node:util'
import { centsOf, centsToWire } from '#contract/money.ts'
import { SYNC_FIELDS, type SyncField } from '#contract/sync/rules.ts'
import type { ProductRecord } from '../catalog/record-queries.ts'
import type { SyncedFields } from './mapping.ts'

/** A synced field. 'onSale' isn't part of the facts and is compared separately. */
export type Field = keyof SyncedFields
export const FIELDS = SYNC_FIELDS.filter((field): field is Field => field !== 'onSale')

/** Both sides of a product, and who owns which field. */
export type Sides = {
  /** The platform's current and last snapshots; the last one is null on first contact. */
  now: SyncedFields
  last: SyncedFields | null
  here: SyncedFields
  /** Whether an admin set the stock since then. Orders, which change it too, don't count. */
  isStockEdited: boolean
  /** Units sold by the platform and not deducted here yet: 0 or negative. */
  stockOwed: number
  /** Fields owned by the shop. */
  owned: ReadonlySet<SyncField>
}

/**
 * Decides field by field: applies the platform's changes to fields that weren't edited in the shop. A field that was
 * edited, and differs from the platform, is a conflict and keeps its value until an admin chooses.
 */
export function merge({ now, last, here, isStockEdited, stockOwed, owned }: Sides): {
  apply: Field[]
  conflicts: Field[]
} {
  // Both sides may have sold the same number: the counts agree, but the platform's sales aren't deducted here.
  const isStockMoved =
    last !== null && !isStockEdited && (stockOwed !== 0 || now.stockQuantity !== last.stockQuantity)
  const fromPlatform = FIELDS.filter(
    (field) =>
      !owned.has(field) &&
      (!isDeepStrictEqual(now[field], here[field]) || (field === 'stockQuantity' && isStockMoved)),
  )
  if (last === null) return { apply: fromPlatform, conflicts: [] }
  const isEdited = (field: Field) =>
    field === 'stockQuantity' ? isStockEdited : !isDeepStrictEqual(here[field], last[field])
  const apply = fromPlatform.filter((field) =>
    field === 'stockQuantity'
      ? isStockMoved
      : !isEdited(field) && !isDeepStrictEqual(now[field], last[field]),
  )
  const mixed = isUpsideDown({ ...here, ...pick(now, apply) }) ? PRICES : []
  return {
    apply: apply.filter((field) => !mixed.includes(field)),
    conflicts: fromPlatform.filter(
      (field) => isEdited(field) || (mixed.includes(field) && apply.includes(field)),
    ),
  }
}

/**
 * Returns by how much the platform's count has changed, plus units still owed, or null if a side doesn't track the product:
 * then the platform's count itself is applied.
 */
export function stockChange({
  now,
  last,
  here,
  stockOwed,
}: Omit<Sides, 'isStockEdited' | 'owned'>): number | null {
  const counts = [now.stockQuantity, last?.stockQuantity ?? null, here.stockQuantity]
  const [after, before] = counts
  if (after == null || before == null || counts.includes(null)) return null
  return after - before + stockOwed
}

const PRICES: Field[] = ['price', 'oldPrice', 'isOnSale']

/** Mixing one side's price with the other's old price could advertise a false discount, so both become conflicts. */
function isUpsideDown({ price, oldPrice }: SyncedFields): boolean {
  return oldPrice !== null && centsOf(oldPrice) <= centsOf(price)
}

export function isSame(one: SyncedFields, other: SyncedFields): boolean {
  return FIELDS.every((field) => isDeepStrictEqual(one[field], other[field]))
}

/** Lists the fields that differ. */
export function changedFields(now: SyncedFields, before: SyncedFields | null): Field[] {
  return FIELDS.filter((field) => before === null || !isDeepStrictEqual(now[field], before[field]))
}

/** Returns a shop product as synced fields. */
export function shopFields({ facts, currency }: ProductRecord, categorySlug: string): SyncedFields {
  const wire = (cents: number | null) => (cents === null ? null : centsToWire(cents, currency))
  return {
    name: facts.name,
    slug: facts.slug,
    description: facts.description,
    images: facts.images.map(({ url, alt }) => ({ url, alt })),
    price: centsToWire(facts.priceCents, currency),
    oldPrice: wire(facts.oldPriceCents),
    isOnSale: facts.isOnSale,
    category: categorySlug,
    stockQuantity: facts.stockQuantity,
    colors: facts.colors,
    weight: facts.weight,
    weightUnit: facts.weightUnit,
  }
}

/** Returns only the given fields. */
export function pick(facts: SyncedFields, fields: readonly Field[]): Partial<SyncedFields> {
  return Object.fromEntries(fields.map((field) => [field, facts[field]]))
}
