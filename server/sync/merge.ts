import { isDeepStrictEqual } from 'node:util'
import { centsOf, centsToWire } from '#contract/money.ts'
import { SYNC_FIELDS, type SyncField } from '#contract/sync/rules.ts'
import type { ProductRecord } from '../catalog/record-queries.ts'
import type { SyncedFacts } from './mapping.ts'

/** A field of the platform's facts; 'onSale', which is no fact, is looked at beside them. */
export type Field = keyof SyncedFacts
export const FIELDS = SYNC_FIELDS.filter((field): field is Field => field !== 'onSale')

/** What both sides say about a product, and whose word counts. */
export type Sides = {
  /** The platform now, and what it said before; null when it is heard for the first time. */
  now: SyncedFacts
  last: SyncedFacts | null
  here: SyncedFacts
  /** An admin has set the stock since then; orders, which move it too, do not count. */
  isStockEdited: boolean
  /** Sold by the platform and not deducted here yet: at most 0. */
  stockOwed: number
  /** Fields that are the shop's. */
  owned: ReadonlySet<SyncField>
}

/**
 * Field by field: what the platform changed and nobody touched here is taken over; what somebody changed here, and is not
 * what the platform says, is a conflict, and stays as it is until an admin chooses.
 */
export function merge({ now, last, here, isStockEdited, stockOwed, owned }: Sides): {
  take: Field[]
  conflicts: Field[]
} {
  // Both sides may have sold the same number: the counts agree, and the platform's sales are not deducted here.
  const isStockMoved =
    last !== null && !isStockEdited && (stockOwed !== 0 || now.stockQuantity !== last.stockQuantity)
  const led = FIELDS.filter(
    (field) =>
      !owned.has(field) &&
      (!isDeepStrictEqual(now[field], here[field]) || (field === 'stockQuantity' && isStockMoved)),
  )
  if (last === null) return { take: led, conflicts: [] }
  const isEdited = (field: Field) =>
    field === 'stockQuantity' ? isStockEdited : !isDeepStrictEqual(here[field], last[field])
  const take = led.filter((field) =>
    field === 'stockQuantity'
      ? isStockMoved
      : !isEdited(field) && !isDeepStrictEqual(now[field], last[field]),
  )
  const mixed = isUpsideDown({ ...here, ...pick(now, take) }) ? PRICES : []
  return {
    take: take.filter((field) => !mixed.includes(field)),
    conflicts: led.filter((field) => isEdited(field) || (mixed.includes(field) && take.includes(field))),
  }
}

/**
 * By how much the platform's count has changed, with what is owed. Null if a side doesn't count the product: then the
 * platform's count itself is taken over.
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

/** A price of one side and an old price of the other can make an offer that is none: then both wait for a choice. */
function isUpsideDown({ price, oldPrice }: SyncedFacts): boolean {
  return oldPrice !== null && centsOf(oldPrice) <= centsOf(price)
}

export function isSame(one: SyncedFacts, other: SyncedFacts): boolean {
  return FIELDS.every((field) => isDeepStrictEqual(one[field], other[field]))
}

/** The fields in which one differs from the other. */
export function changedFields(now: SyncedFacts, before: SyncedFacts | null): Field[] {
  return FIELDS.filter((field) => before === null || !isDeepStrictEqual(now[field], before[field]))
}

/** A product of the shop in the words of the platform's facts. */
export function factsHere({ facts }: ProductRecord, categorySlug: string): SyncedFacts {
  const wire = (cents: number | null) => (cents === null ? null : centsToWire(cents))
  return {
    name: facts.name,
    slug: facts.slug,
    description: facts.description,
    images: facts.images.map(({ url, alt }) => ({ url, alt })),
    price: centsToWire(facts.priceCents),
    oldPrice: wire(facts.oldPriceCents),
    isOnSale: facts.isOnSale,
    category: categorySlug,
    stockQuantity: facts.stockQuantity,
    colors: facts.colors,
    weight: facts.weight,
    weightUnit: facts.weightUnit,
  }
}

/** The chosen fields alone. */
export function pick(facts: SyncedFacts, fields: readonly Field[]): Partial<SyncedFacts> {
  return Object.fromEntries(fields.map((field) => [field, facts[field]]))
}
