import { isDeepStrictEqual } from 'node:util'
import { STOCK_MAX } from '#contract/catalog/rules.ts'
import { isColorOption } from '#contract/catalog/variants.ts'
import { centsOf } from '#contract/money.ts'
import { SYNC_FIELDS, type SyncField } from '#contract/sync/rules.ts'
import type { ProductFields, ShopVariant, VariantFields, VariantLink } from '../product.ts'

/** The synced fields of a product. Options are compared with the variants. */
export type ProductField = Exclude<keyof ProductFields, 'options'>
/** The synced fields of a variant, other than the values of its options. */
export type VariantField = Exclude<keyof VariantFields, 'optionValues'>

/** The fields of a variant that has no values of options: its product has the others. */
export const ONLY_FIELDS = ['price', 'oldPrice', 'stockQuantity', 'sku', 'barcode'] as const
export const VARIANT_FIELDS = [
  ...(['sku', 'barcode', 'price', 'oldPrice'] as const),
  ...(['stockQuantity', 'weight', 'image'] as const),
] satisfies VariantField[]
export const PRODUCT_FIELDS = SYNC_FIELDS.filter(
  (field): field is ProductField => field !== 'onSale' && !ONLY_FIELDS.some((one) => one === field),
)

/** Both sides of a product or a variant, and who owns which field. */
type Sides<Facts> = {
  /** The platform's current and last snapshots; the last one is null on first contact. */
  now: Facts
  last: Facts | null
  here: Facts
  /** Whether an admin set the stock since then. Orders, which change it too, don't count. */
  isStockEdited?: boolean
  /** Units sold by the platform and not deducted here yet: 0 or negative. */
  stockOwed?: number
}

/** `isHeld`: both prices are conflicts, because they contradict each other. */
export type Merged<Name> = { apply: Name[]; conflicts: Name[]; isHeld: boolean }

/**
 * Decides field by field: applies the platform's changes to fields that weren't edited in the shop. A field that was
 * edited, and differs from the platform, is a conflict and keeps its value until an admin chooses.
 * @param isOwned whether the shop owns a field
 */
export function merge<Facts extends ProductFields | VariantFields, Name extends keyof Facts & SyncField>(
  { now, last, here, isStockEdited = false, stockOwed = 0 }: Sides<Facts>,
  fields: readonly Name[],
  isOwned: (field: SyncField) => boolean,
): Merged<Name> {
  const isSame = (one: Facts, other: Facts, field: Name) => isDeepStrictEqual(one[field], other[field])
  // Both sides may have sold the same number: the counts agree, but the platform's sales aren't deducted here.
  const isStockMoved = last !== null && !isStockEdited && (stockOwed !== 0 || unitsOf(now) !== unitsOf(last))
  const fromPlatform = fields.filter(
    (field) => !isOwned(field) && (!isSame(now, here, field) || (field === 'stockQuantity' && isStockMoved)),
  )
  if (last === null) return { apply: fromPlatform, conflicts: [], isHeld: false }
  const isEdited = (field: Name) => (field === 'stockQuantity' ? isStockEdited : !isSame(here, last, field))
  const apply = fromPlatform.filter((field) =>
    field === 'stockQuantity' ? isStockMoved : !isEdited(field) && !isSame(now, last, field),
  )
  const isHeld = isUpsideDown({ ...here, ...pick(now, apply) })
  const isPrice = (field: Name) => field === 'price' || field === 'oldPrice'
  const held = isHeld ? apply.filter(isPrice) : []
  return {
    apply: apply.filter((field) => !held.includes(field)),
    conflicts: fromPlatform.filter((field) => isEdited(field) || held.includes(field)),
    isHeld,
  }
}

const unitsOf = (facts: ProductFields | VariantFields) =>
  'stockQuantity' in facts ? facts.stockQuantity : null

/** Mixing one side's price with the other's old price could advertise a false discount, so both become conflicts. */
function isUpsideDown(facts: ProductFields | VariantFields): boolean {
  return 'price' in facts && facts.oldPrice !== null && centsOf(facts.oldPrice) <= centsOf(facts.price)
}

/** Compares whether each side lists a product or variant, like a field. */
export function mergeSale(sides: { now: boolean; last: boolean; here: boolean; isOwned: boolean }) {
  const { now, last, here, isOwned } = sides
  if (isOwned || here === now) return 'agreed'
  return here === last ? 'take' : 'conflict'
}

/** The stock of a variant after a sync, and the units that the platform has sold and the shop still owes: at most 0. */
type Stock = {
  stockQuantity: number | null
  owed: number
  /** Whether it is the platform's count, instead of changed by the platform's sales. */
  isCounted: boolean
}

/** Returns the stock for the platform's count as a whole. Units above it that are reserved are owed, until they aren't. */
export function stockByCount(count: number | null, held: number): Stock {
  if (count === null) return { stockQuantity: null, owed: 0, isCounted: false }
  const stockQuantity = within(count, held)
  return { stockQuantity, owed: Math.min(0, count - stockQuantity), isCounted: true }
}

/** Returns the stock after the platform's sales, as far as there are enough units. */
function stockByChange(before: number, change: number, held: number): Stock {
  const stockQuantity = within(before + change, held)
  return { stockQuantity, owed: Math.min(0, change - (stockQuantity - before)), isCounted: false }
}

/** Reserved units must stay, regardless of the platform's count. */
const within = (count: number, held: number) => Math.min(Math.max(count, held, 0), STOCK_MAX)

/**
 * Changes a variant's stock by the change of the platform's count, plus units still owed. Takes the count itself if a
 * side didn't count the variant before.
 * @param link null to take the count
 * @param pending changes that are being sent to the platform, which its count doesn't include
 */
export function stockAfter(
  count: number | null,
  { facts: { stockQuantity: before }, held }: Pick<ShopVariant, 'facts' | 'held'>,
  link: Pick<VariantLink, 'facts' | 'stockOwed'> | null,
  pending: number,
): Stock {
  const last = link?.facts.stockQuantity ?? null
  if (link !== null && count !== null && last !== null && before !== null)
    return stockByChange(before, count - last + link.stockOwed, held)
  return stockByCount(count === null ? null : count + pending, held)
}

/** Returns the fields to compare for a product. Its colors are the values of an option if it has one for them. */
export function comparedFields(...sides: Pick<ProductFields, 'options'>[]): ProductField[] {
  const hasColors = sides.some(({ options }) => options.some(isColorOption))
  return PRODUCT_FIELDS.filter((field) => !(hasColors && field === 'colors'))
}

/** Returns only the given fields. */
export function pick<Facts, Name extends keyof Facts>(facts: Facts, fields: readonly Name[]): Partial<Facts> {
  const picked: Partial<Facts> = {}
  for (const field of fields) picked[field] = facts[field]
  return picked
}
