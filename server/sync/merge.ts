import { isDeepStrictEqual } from 'node:util'
import { isColorOption } from '#contract/catalog/variants.ts'
import { centsOf, centsToWire } from '#contract/money.ts'
import { SYNC_FIELDS, type SyncField } from '#contract/sync/rules.ts'
import type { ProductRecord } from '../catalog/record-queries.ts'
import type { SyncedFields } from './mapping.ts'
import type { VariantFields } from './variant-mapping.ts'

/** A synced field. 'onSale' isn't part of the facts, and options are compared with their variants. */
export type Field = Exclude<keyof SyncedFields, 'options'>
export const FIELDS = SYNC_FIELDS.filter((field): field is Field => field !== 'onSale')

/** Fields of products without options that belong to the variants of others. */
const PRICED: Field[] = ['price', 'oldPrice', 'stockQuantity']

/** The synced fields of a variant, other than the values of its options. */
export const VARIANT_FIELDS = [
  ...(['sku', 'barcode', 'price', 'oldPrice'] as const),
  ...(['stockQuantity', 'weight', 'image'] as const),
]
export type VariantField = (typeof VARIANT_FIELDS)[number]

/** Both sides of a product or a variant, and who owns which field. */
export type Sides<Facts = SyncedFields> = {
  /** The platform's current and last snapshots; the last one is null on first contact. */
  now: Facts
  last: Facts | null
  here: Facts
  /** Whether an admin set the stock since then. Orders, which change it too, don't count. */
  isStockEdited: boolean
  /** Units sold by the platform and not deducted here yet: 0 or negative. */
  stockOwed: number
  /** Fields owned by the shop. */
  owned: ReadonlySet<SyncField>
}

type Last<Facts> = { facts: Facts; isStockEdited: boolean; stockOwed: number }

/** @param link of the product or variant, or null on first contact */
export function sidesOf<Facts>(
  now: Facts,
  link: Last<Facts> | null,
  here: Facts,
  owned: ReadonlySet<SyncField>,
): Sides<Facts> {
  const { isStockEdited = false, stockOwed = 0 } = link ?? {}
  return { now, last: link?.facts ?? null, here, isStockEdited, stockOwed, owned }
}

/**
 * Decides field by field: applies the platform's changes to fields that weren't edited in the shop. A field that was
 * edited, and differs from the platform, is a conflict and keeps its value until an admin chooses.
 */
export function merge<Facts extends SyncedFields | VariantFields, Name extends keyof Facts & SyncField>(
  { now, last, here, isStockEdited, stockOwed, owned }: Sides<Facts>,
  fields: readonly Name[],
): { apply: Name[]; conflicts: Name[] } {
  // Both sides may have sold the same number: the counts agree, but the platform's sales aren't deducted here.
  const isStockMoved =
    last !== null && !isStockEdited && (stockOwed !== 0 || now.stockQuantity !== last.stockQuantity)
  const fromPlatform = fields.filter(
    (field) =>
      !owned.has(field) &&
      (!isDeepStrictEqual(now[field], here[field]) || (field === 'stockQuantity' && isStockMoved)),
  )
  if (last === null) return { apply: fromPlatform, conflicts: [] }
  const isEdited = (field: Name) =>
    field === 'stockQuantity' ? isStockEdited : !isDeepStrictEqual(here[field], last[field])
  const apply = fromPlatform.filter((field) =>
    field === 'stockQuantity'
      ? isStockMoved
      : !isEdited(field) && !isDeepStrictEqual(now[field], last[field]),
  )
  const mixed: string[] = isUpsideDown({ ...here, ...pick(now, apply) }) ? PRICES : []
  return {
    apply: apply.filter((field) => !mixed.includes(field)),
    conflicts: fromPlatform.filter(
      (field) => isEdited(field) || (mixed.includes(field) && apply.includes(field)),
    ),
  }
}

/** Compares whether each side lists a product or variant, like a field. */
export function saleOf(sides: { now: boolean; last: boolean; here: boolean; isOwned: boolean }) {
  const { now, last, here, isOwned } = sides
  if (isOwned || here === now) return 'agreed'
  return here === last ? 'take' : 'conflict'
}

const PRICES = ['price', 'oldPrice', 'isOnSale']

/** Mixing one side's price with the other's old price could advertise a false discount, so both become conflicts. */
function isUpsideDown({ price, oldPrice }: Pick<SyncedFields, 'price' | 'oldPrice'>): boolean {
  return oldPrice !== null && centsOf(oldPrice) <= centsOf(price)
}

/** Returns the fields to compare for a product. Those of variants are compared with the variants. */
export function comparedFields(...sides: Pick<SyncedFields, 'options'>[]): Field[] {
  const hasOptions = sides.some(({ options }) => options.length > 0)
  const hasColors = sides.some(({ options }) => options.some(isColorOption))
  return FIELDS.filter(
    (field) => !(hasOptions && PRICED.includes(field)) && !(hasColors && field === 'colors'),
  )
}

export function isSame(one: SyncedFields, other: SyncedFields): boolean {
  return [...FIELDS, 'options' as const].every((field) => isDeepStrictEqual(one[field], other[field]))
}

/** Lists the fields that differ. */
export function changedFields(now: SyncedFields, before: SyncedFields | null): (keyof SyncedFields)[] {
  const fields = before === null ? FIELDS : comparedFields(now, before)
  const changed = fields.filter((field) => before === null || !isDeepStrictEqual(now[field], before[field]))
  return isDeepStrictEqual(now.options, before?.options ?? []) ? changed : [...changed, 'options']
}

/** Returns a shop product as synced fields. */
export function shopFields({ facts, options, currency }: ProductRecord, categorySlug: string): SyncedFields {
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
    options,
  }
}

/** Returns only the given fields. */
export function pick<Facts, Name extends keyof Facts>(facts: Facts, fields: readonly Name[]): Partial<Facts> {
  const picked: Partial<Facts> = {}
  for (const field of fields) picked[field] = facts[field]
  return picked
}
