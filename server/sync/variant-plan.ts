import { isDeepStrictEqual } from 'node:util'
import type { SyncField } from '#contract/sync/rules.ts'
import { merge, pick, saleOf, sidesOf, VARIANT_FIELDS, type VariantField } from './merge.ts'
import type { NewConflict } from './ownership-queries.ts'
import { spreadStock, stockByCount, variantStock } from './stock.ts'
import { type Draft, linkOf, settleSkus, type VariantPlan } from './variant-draft.ts'
import type { VariantFields } from './variant-mapping.ts'
import {
  rowsOf,
  type ShopVariant,
  startsOptions,
  type VariantRow,
  type VariantSides,
} from './variant-rows.ts'
import { optionsAfter, ordered, structureOf, withoutOptions } from './variant-structure.ts'

/**
 * Decides which options and variants the shop has after a sync. Names and values of options are one field. Each variant
 * has its own fields, and is active or not like a product.
 * @throws MappingError on first contact if both sides have different variants
 */
export function planVariants(sides: VariantSides): VariantPlan {
  const { now, here, choice, owned, hasSameImages } = sides
  const { rows, own, renamed } = rowsOf(sides)
  const isSwitch = startsOptions(sides)
  const staying = rows.flatMap((row) => (row.now === null && saleFor(row) !== 'take' ? activeHere(row) : []))
  const { isFree, isBlocked, fitting } = structureOf(sides, rows, [...own, ...staying])
  const conflicts: NewConflict[] = []
  if (isBlocked && !choice && !owned.has('options'))
    conflicts.push({ variant: null, field: 'options', here: here.options, platform: now.options })
  const isChosen = (row: VariantRow, field: SyncField) =>
    choice?.field === field && choice.variant === row.externalId
  const unchanged = { options: here.options, variants: null, conflicts, renamed, notes: [], counted: [] }
  if (now.options.length === 0 && isFree) return withoutOptions(sides, { ...unchanged, options: [] }, rows)
  // Prices and stock of a product can't be compared with those of variants.
  const isComparable = now.options.length > 0 && (isFree || here.options.length > 0)
  const waiting = { ...unchanged, owed: null, links: rows.map((row) => linkOf(row, null, false)) }
  if (!isComparable) return waiting

  const drafts = new Map<VariantRow, Draft>()
  for (const row of rows) {
    if (!isActiveAfter(row)) continue
    if (row.here) drafts.set(row, draftOf(row, row.here))
    else if (row.now) {
      const { stockQuantity, owed } = stockByCount(row.now.stockQuantity, 0)
      const facts = { ...row.now, stockQuantity }
      drafts.set(row, { externalId: row.externalId, id: null, facts, row, owed, apply: [] })
    }
  }
  if (drafts.size === 0) return waiting
  if (isSwitch) spreadStock(sides, [...drafts.values()])
  const ownDrafts = own
    .filter((one) => fitting.includes(one))
    .map(({ id, facts }): Draft => ({ externalId: null, id, facts, row: null, owed: 0, apply: [] }))
  const { notes, kept } = settleSkus([...drafts.values()], ownDrafts, sides.takenSkus)
  const variants = ordered(sides, [...drafts.values()], ownDrafts, isFree)
  const hasStockConflict = new Set(
    conflicts.filter(({ field }) => field === 'stockQuantity').map(({ variant }) => variant),
  )
  return {
    options: optionsAfter(sides, variants, isFree),
    variants: variants.map(({ externalId, id, facts }) => ({ externalId, id, facts })),
    ...{ conflicts, renamed, notes, owed: 0 },
    links: rows.map((row) => {
      const draft = drafts.get(row) ?? null
      const isStockSeen = choice
        ? isSwitch || isChosen(row, 'stockQuantity')
        : draft !== null && !hasStockConflict.has(row.externalId)
      return linkOf(row, draft, isStockSeen, kept.get(row))
    }),
    counted: [...drafts.values()].flatMap(({ id, row, apply }) =>
      id !== null && apply.includes('stockQuantity') && (choice || !row?.link) ? [id] : [],
    ),
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
    return optionValues.length === here.options.length && !here.variants.some(isTaken)
  }

  function saleFor(row: VariantRow) {
    const isHere = row.here !== null && !row.here.isArchived
    const now = row.now !== null
    return saleOf({ now, last: row.link?.isActive ?? isHere, here: isHere, isOwned: isOwned(row, 'onSale') })
  }

  function isOwned(row: VariantRow, field: SyncField): boolean {
    return owned.has(field) || (sides.kept.get(row.link?.externalId ?? row.externalId)?.has(field) ?? false)
  }

  function draftOf(row: VariantRow, variant: ShopVariant): Draft {
    const { id, facts: before } = variant
    const optionValues = isFree && row.now ? row.now.optionValues : before.optionValues
    const whole = { externalId: row.externalId, row, id }
    if (!row.now) return { ...whole, facts: before, owed: row.link?.stockOwed ?? 0, apply: [] }
    const fields = VARIANT_FIELDS.filter((field) => field !== 'image' || hasSameImages)
    const link = row.link
    const ownedFields = new Set<SyncField>(fields.filter((field) => isOwned(row, field)))
    const merged = merge(sidesOf(row.now, link, before, ownedFields), fields)
    const chosen = fields.filter((field) => isSwitch || isChosen(row, field))
    const apply = choice ? chosen : merged.apply
    if (!choice)
      for (const field of merged.conflicts)
        conflicts.push({
          ...{ variant: row.externalId, field },
          ...{ here: shown(field, before), platform: shown(field, row.now) },
        })
    const stock = apply.includes('stockQuantity')
      ? variantStock(sides, row, row.now, variant)
      : { stockQuantity: before.stockQuantity, owed: link?.stockOwed ?? 0 }
    const facts = { ...before, ...pick(row.now, apply), optionValues, stockQuantity: stock.stockQuantity }
    return { ...whole, facts, owed: stock.owed, apply }
  }
}

const activeHere = ({ here }: VariantRow) => (here === null || here.isArchived ? [] : [here])

/** Images are compared by position. */
const shown = (field: VariantField, facts: VariantFields) =>
  field === 'image' ? (facts.image === null ? null : `Image ${facts.image + 1}`) : facts[field]
