import { isDeepStrictEqual } from 'node:util'
import type { ProductOption } from '#contract/catalog/api.ts'
import type { SyncField } from '#contract/sync/rules.ts'
import type { NewVariantLink, ShopVariant, VariantFields } from '../product.ts'
import type { NewConflict } from '../record/conflict-queries.ts'
import {
  addedDraft,
  type Draft,
  keptDraft,
  linkOf,
  type PlannedVariant,
  settleSkus,
  spreadOwed,
} from './draft.ts'
import {
  merge,
  mergeSale,
  ONLY_FIELDS,
  pick,
  stockAfter,
  VARIANT_FIELDS,
  type VariantField,
} from './merge.ts'
import {
  endsOptions,
  pairOnly,
  pairVariants,
  type Sides,
  startsOptions,
  type VariantRow,
} from './pair-variants.ts'
import { optionsAfter, ordered, planOptions } from './plan-options.ts'

export type VariantPlan = {
  options: ProductOption[]
  /** The active variants in their order, or null to leave options and variants alone. */
  variants: PlannedVariant[] | null
  conflicts: NewConflict[]
  links: NewVariantLink[]
  renamed: { from: string; to: string }[]
  notes: string[]
  /** Variants whose stock becomes the platform's count. */
  counted: number[]
  /** Whether the prices of every variant contradict each other, so that the shop's stay. */
  isHeld: boolean
}

/**
 * Decides which options and variants the shop has after a sync. Names and values of options are one field. Each variant
 * has its own fields, and is active or not like a product. A product without options has one variant without values.
 * @param images whether the product gets the platform's images, and whether both sides have the same ones after that, so
 * that positions can be compared
 * @throws MappingError on first contact if both sides have different variants
 */
export function planVariants(
  sides: Sides,
  images: { takesImages: boolean; hasSameImages: boolean },
): VariantPlan {
  const { now, here, choice, owned } = sides
  const paired = pairVariants(sides)
  const { rows, own, renamed } = paired
  const isSwitch = startsOptions(sides) || endsOptions(sides)
  const staying = rows.flatMap((row) => (row.now === null && saleFor(row) !== 'take' ? activeHere(row) : []))
  const { isFree, isBlocked, fitting } = planOptions(sides, rows, [...own, ...staying])
  const conflicts: NewConflict[] = []
  if (isBlocked && !choice && !owned.product.has('options'))
    conflicts.push({
      variant: null,
      field: 'options',
      here: here.facts.options,
      platform: now.facts.options,
    })
  const drafts = new Map<VariantRow, Draft>()
  // The price and stock of an only variant can't be compared with those of several.
  if (isFree || !isSwitch) {
    if (endsOptions(sides)) pairOnly(sides, paired)
    for (const row of rows) if (isActiveAfter(row)) drafts.set(row, draftOf(row))
  }
  const plan = { options: here.facts.options, variants: null, conflicts, renamed, notes: [], counted: [] }
  if (drafts.size === 0) return { ...plan, isHeld: false, links: rows.map((row) => linkOf(row, null, false)) }
  const all = [...drafts.values()]
  if (startsOptions(sides) && !choice) spreadOwed(all)
  const ownDrafts = own.filter((one) => fitting.includes(one)).map((one) => keptDraft(one, null))
  const { notes, kept } = settleSkus(all, ownDrafts, sides.takenSkus)
  const planned = ordered(sides, all, ownDrafts, isFree)
  const variants = planned.map(({ externalId, id, facts }) => ({ externalId, id, facts }))
  const options = optionsAfter(sides, variants, isFree)
  const hasStockConflict = new Set(
    conflicts.flatMap(({ field, variant }) => (field === 'stockQuantity' ? [variant] : [])),
  )
  return {
    ...plan,
    options,
    notes,
    variants: isUnchanged(options, variants) ? null : variants,
    links: rows.map((row) => {
      const draft = drafts.get(row) ?? null
      const isStockSeen = choice
        ? isSwitch || isChosen(row, 'stockQuantity')
        : draft !== null && !hasStockConflict.has(row.externalId)
      return linkOf(row, draft, isStockSeen, kept.get(row))
    }),
    counted: all.flatMap(({ id, isCounted }) => (id !== null && isCounted ? [id] : [])),
    isHeld: all.every(({ isHeld }) => isHeld),
  }

  function isUnchanged(options: ProductOption[], variants: PlannedVariant[]): boolean {
    // At the same position is another URL.
    if (images.takesImages && variants.some(({ facts }) => facts.image !== null)) return false
    const active = here.variants.filter(({ isArchived }) => !isArchived)
    const shown = (list: { id: number | null; facts: VariantFields }[]) =>
      list.map(({ id, facts }) => ({ id, facts }))
    return isDeepStrictEqual([options, shown(variants)], [here.facts.options, shown(active)])
  }

  function isChosen(row: VariantRow, field: SyncField): boolean {
    return choice?.field === field && choice.variant === row.externalId
  }

  function isActiveAfter(row: VariantRow): boolean {
    if (!row.here) return row.now !== null && isFree
    if (isSwitch) return row.now !== null
    const isHere = !row.here.isArchived
    const sale = choice ? (isChosen(row, 'onSale') ? 'take' : 'agreed') : saleFor(row)
    if (sale === 'conflict')
      conflicts.push({ variant: row.externalId, field: 'onSale', here: isHere, platform: row.now !== null })
    if (row.now === null) return isHere && sale !== 'take' && (!isFree || fitting.includes(row.here))
    return sale === 'take' ? isFree || isHere || canReturn(row.here) : isHere
  }

  /** Whether an archived variant fits the options that the shop keeps. */
  function canReturn({ facts: { optionValues } }: ShopVariant): boolean {
    const isTaken = ({ isArchived, facts }: ShopVariant) =>
      !isArchived && isDeepStrictEqual(facts.optionValues, optionValues)
    return optionValues.length === here.facts.options.length && !here.variants.some(isTaken)
  }

  function saleFor(row: VariantRow) {
    const isHere = row.here !== null && !row.here.isArchived
    const last = row.link?.isActive ?? isHere
    return mergeSale({ now: row.now !== null, last, here: isHere, isOwned: isOwned(row)('onSale') })
  }

  function isOwned({ link, externalId }: VariantRow): (field: SyncField) => boolean {
    const kept = owned.variants.get(link?.externalId ?? externalId)
    return (field) => owned.product.has(field) || (kept?.has(field) ?? false)
  }

  function draftOf(row: VariantRow): Draft {
    const { externalId, link, here: variant } = row
    if (!variant) return addedDraft(externalId, row)
    if (!row.now) return keptDraft(variant, row)
    const before = variant.facts
    const fields: readonly VariantField[] =
      now.facts.options.length === 0
        ? ONLY_FIELDS
        : VARIANT_FIELDS.filter((field) => field !== 'image' || images.hasSameImages)
    // Another product may have taken the SKU of an archived one.
    const isSkuLost = here.isArchived && before.sku === null
    const last = link && (isSkuLost ? { ...link.facts, sku: null } : link.facts)
    const since = { last, isStockEdited: link?.isStockEdited, stockOwed: link?.stockOwed }
    const merged = merge({ now: row.now, here: before, ...since }, fields, isOwned(row))
    const apply = choice ? fields.filter((field) => isSwitch || isChosen(row, field)) : merged.apply
    if (!choice)
      for (const field of merged.conflicts)
        conflicts.push({
          variant: externalId,
          field,
          here: shown(field, before),
          platform: shown(field, row.now),
        })
    const isByCount = choice !== null || endsOptions(sides)
    const { stockQuantity, owed, isCounted } = apply.includes('stockQuantity')
      ? stockAfter(
          row.now.stockQuantity,
          variant,
          isByCount ? null : link,
          sides.pending.get(variant.id) ?? 0,
        )
      : { stockQuantity: before.stockQuantity, owed: link?.stockOwed ?? 0, isCounted: false }
    const optionValues = isFree ? row.now.optionValues : before.optionValues
    const facts = { ...before, ...pick(row.now, apply), optionValues, stockQuantity }
    return { externalId, id: variant.id, facts, row, apply, owed, isCounted, isHeld: merged.isHeld }
  }
}

const activeHere = ({ here }: VariantRow) => (here === null || here.isArchived ? [] : [here])

/** Images are compared by position. */
const shown = (field: VariantField, facts: VariantFields) =>
  field === 'image' ? (facts.image === null ? null : `Image ${facts.image + 1}`) : facts[field]
