import { isDeepStrictEqual } from 'node:util'
import type { ProductOption } from '#contract/catalog/api.ts'
import { STOCK_MAX } from '#contract/catalog/rules.ts'
import { variantTitle } from '#contract/catalog/variants.ts'
import type { SyncField } from '#contract/sync/rules.ts'
import { merge, pick, saleOf, stockChange, VARIANT_FIELDS, type VariantField } from './merge.ts'
import type { NewConflict } from './ownership-queries.ts'
import { MappingError, type VariantFields } from './variant-mapping.ts'
import type { NewVariantLink } from './variant-queries.ts'
import {
  rowsOf,
  type ShopVariant,
  startsOptions,
  type VariantRow,
  type VariantSides,
} from './variant-rows.ts'

export type PlannedVariant = {
  /** Null if only the shop has it. */
  externalId: string | null
  /** Null if it is new. */
  id: number | null
  facts: VariantFields
}
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
  /** Units owed by a product without options, or null if they stay unchanged. */
  owed: number | null
}

/** A variant of the plan, before its SKU and its position are known. */
type Draft = PlannedVariant & { row: VariantRow | null; owed: number; apply: VariantField[] }

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
  const stopped = { options: here.options, variants: null, conflicts, renamed, notes: [], counted: [] }
  if (now.options.length === 0 && isFree) return withoutOptions(sides, { ...stopped, options: [] }, rows)
  // Prices and stock of a product can't be compared with those of variants.
  const isComparable = now.options.length > 0 && (isFree || here.options.length > 0)
  const waiting = { ...stopped, owed: null, links: rows.map((row) => linkOf(row, null, false)) }
  if (!isComparable) return waiting

  const drafts = new Map<VariantRow, Draft>()
  for (const row of rows) {
    if (!isActiveAfter(row)) continue
    if (row.here) drafts.set(row, draftOf(row, row.here))
    else if (row.now)
      drafts.set(row, { ...added(row.now), externalId: row.externalId, row, id: null, apply: [] })
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
    const merged = merge(
      {
        ...{ now: row.now, last: link?.facts ?? null, here: before },
        ...{ isStockEdited: link?.isStockEdited ?? false, stockOwed: link?.stockOwed ?? 0 },
        owned: new Set(fields.filter((field) => isOwned(row, field))),
      },
      fields,
    )
    const chosen = fields.filter((field) => isSwitch || isChosen(row, field))
    const apply = choice ? chosen : merged.apply
    if (!choice)
      for (const field of merged.conflicts)
        conflicts.push({
          ...{ variant: row.externalId, field },
          ...{ here: shown(field, before), platform: shown(field, row.now) },
        })
    const stock = apply.includes('stockQuantity')
      ? stockAfter(row, row.now, variant)
      : { stockQuantity: before.stockQuantity, owed: link?.stockOwed ?? 0 }
    const facts = { ...before, ...pick(row.now, apply), optionValues, stockQuantity: stock.stockQuantity }
    return { ...whole, facts, owed: stock.owed, apply }
  }

  function stockAfter(row: VariantRow, facts: VariantFields, { id, held, facts: before }: ShopVariant) {
    const { link } = row
    const change =
      choice || !link
        ? null
        : stockChange({ now: facts, last: link.facts, here: before, stockOwed: link.stockOwed })
    if (change === null || before.stockQuantity === null) {
      if (facts.stockQuantity === null) return { stockQuantity: null, owed: 0 }
      const count = facts.stockQuantity + (sides.pending.get(id) ?? 0)
      return { stockQuantity: within(count, held), owed: Math.min(0, count) }
    }
    const stockQuantity = within(before.stockQuantity + change, held)
    return { stockQuantity, owed: Math.min(0, change - (stockQuantity - before.stockQuantity)) }
  }
}

/** Decides whether the platform's options apply, and which of the variants that only the shop has fit them. */
function structureOf(
  { now, last, here, owned, choice }: VariantSides,
  rows: VariantRow[],
  own: ShopVariant[],
) {
  const isActive = (row: VariantRow) => row.here !== null && !row.here.isArchived
  const isChanged = (facts: VariantFields | null | undefined, row: VariantRow) =>
    facts != null && isActive(row) && !isDeepStrictEqual(facts.optionValues, row.here?.facts.optionValues)
  const isEdited =
    last !== null &&
    (here.options.length === 0
      ? last.options.length > 0
      : !hasSameNames(here.options, last.options) ||
        rows.some((row) => row.link?.isActive && isChanged(row.link.facts, row)))
  const isDifferent = !hasSameNames(here.options, now.options) || rows.some((row) => isChanged(row.now, row))
  const values = new Set(rows.map(({ now }) => now && JSON.stringify(now.optionValues)))
  const isFitting = ({ facts: { optionValues } }: ShopVariant) =>
    optionValues.length === now.options.length && !values.has(JSON.stringify(optionValues))
  const isSwitch = startsOptions({ now, here })
  const fitsAll = isSwitch || own.every(isFitting)
  const isBlocked = (isEdited && isDifferent) || (isDifferent && !fitsAll)
  const isFree = choice
    ? choice.field === 'options' && choice.variant === null
    : !owned.has('options') && !isBlocked
  return { isFree, isBlocked, fitting: isFree ? own.filter((one) => !isSwitch && isFitting(one)) : own }
}

const activeHere = ({ here }: VariantRow) => (here === null || here.isArchived ? [] : [here])

/** The platform has a single variant again: the shop's first one stays, with its price and stock. */
function withoutOptions(
  { productId, now, last, here, links, owned, pending, choice }: VariantSides,
  stopped: Pick<VariantPlan, 'options' | 'conflicts' | 'renamed' | 'notes'>,
  rows: VariantRow[],
): VariantPlan {
  const first = here.variants.find(({ id }) => id === productId)
  if (last === null || !first)
    throw new MappingError('The product in the shop has options, but not on the platform.')
  const link = links.find(({ variantId }) => variantId === productId)
  const facts = { ...first.facts, ...pick(now, ['price', 'oldPrice', 'stockQuantity']), optionValues: [] }
  const { isStockEdited = false, stockOwed = 0 } = link ?? {}
  const merged = merge(
    { now: facts, last: link?.facts ?? null, here: first.facts, isStockEdited, stockOwed, owned },
    ['price', 'oldPrice', 'stockQuantity'],
  )
  const apply = choice ? (['price', 'oldPrice', 'stockQuantity'] as const) : merged.apply
  const isCounted = now.stockQuantity !== null && apply.some((field) => field === 'stockQuantity')
  const count = (now.stockQuantity ?? 0) + (pending.get(productId) ?? 0)
  const after = { ...first.facts, ...pick(facts, apply), optionValues: [] }
  return {
    ...stopped,
    variants: [
      {
        ...{ externalId: null, id: productId },
        facts: isCounted ? { ...after, stockQuantity: within(count, first.held) } : after,
      },
    ],
    conflicts: (choice ? [] : merged.conflicts).map((field) => ({
      ...{ variant: null, field, here: first.facts[field], platform: facts[field] },
    })),
    links: rows.map((row) => linkOf(row, null, false)),
    counted: isCounted ? [productId] : [],
    owed: isCounted ? Math.min(0, count) : 0,
  }
}

const hasSameNames = (one: ProductOption[], other: ProductOption[]) =>
  isDeepStrictEqual(
    one.map(({ name }) => name),
    other.map(({ name }) => name),
  )

/** Reserved units must stay, regardless of the platform's count. */
const within = (count: number, held: number) => Math.min(Math.max(count, held, 0), STOCK_MAX)

function added(now: VariantFields): { facts: VariantFields; owed: number } {
  const { stockQuantity } = now
  if (stockQuantity === null) return { facts: now, owed: 0 }
  return { facts: { ...now, stockQuantity: within(stockQuantity, 0) }, owed: Math.min(0, stockQuantity) }
}

/**
 * When a product gets options, the units that the shop has sold since the platform's last count, and those it still
 * owes, are deducted from its first variant and then from the variants with the most units, because the sold variants
 * are unknown.
 */
function spreadStock({ last, choice }: VariantSides, drafts: Draft[]) {
  const first = drafts.find(({ row, apply }) => row?.here && apply.includes('stockQuantity'))
  const before = first?.row?.here?.facts.stockQuantity ?? null
  if (!first?.row?.now || choice || last?.stockQuantity == null || before === null) return
  const others = drafts.filter((draft) => draft !== first && draft.facts.stockQuantity !== null)
  const count = first.row.now.stockQuantity
  if (count === null) return
  let left = before - last.stockQuantity + (first.row.link?.stockOwed ?? 0) + count
  for (const draft of others.toSorted((one, other) => stockOf(other) - stockOf(one))) {
    const units = Math.min(Math.max(-left, 0), stockOf(draft))
    draft.facts = { ...draft.facts, stockQuantity: stockOf(draft) - units }
    left += units
  }
  first.facts = { ...first.facts, stockQuantity: within(left, first.row.here?.held ?? 0) }
  first.owed = Math.min(0, left)
}

const stockOf = ({ facts }: Draft) => facts.stockQuantity ?? 0

/** Leaves out SKUs that other variants have. @returns the SKUs that rows keep instead */
function settleSkus(drafts: Draft[], own: Draft[], takenSkus: ReadonlySet<string>) {
  const notes: string[] = []
  const kept = new Map<VariantRow, string | null>()
  const isNew = ({ row, apply }: Draft) => !row?.here || apply.includes('sku')
  const used = new Set([...takenSkus, ...[...own, ...drafts.filter((one) => !isNew(one))].flatMap(skuOf)])
  for (const draft of drafts.filter(isNew)) {
    const [sku] = skuOf(draft)
    if (sku === undefined || used.size < used.add(sku).size) continue
    notes.push(
      `Another variant in the shop has the SKU ${draft.facts.sku}, so ${variantTitle(draft.facts.optionValues)} doesn’t get it.`,
    )
    const before = draft.row?.here?.facts.sku ?? null
    const free = before !== null && used.size < used.add(before.toLowerCase()).size ? before : null
    draft.facts = { ...draft.facts, sku: free }
    if (draft.row) kept.set(draft.row, free)
  }
  return { notes, kept }
}

const skuOf = ({ facts: { sku } }: Draft) => (sku === null ? [] : [sku.toLowerCase()])

/** Sorts variants like the platform if its order changed or it has new ones, with the shop's own at the end. */
function ordered(
  { here, links, last }: VariantSides,
  drafts: Draft[],
  own: Draft[],
  isFree: boolean,
): Draft[] {
  const placeOf = new Map(here.variants.map(({ id }, place) => [id, place]))
  const known = new Map(links.map(({ externalId }, place) => [externalId, place]))
  const places = drafts.flatMap(({ row }) => known.get(row?.link?.externalId ?? '') ?? [])
  const isMoved = places.some((place, index) => place < (places[index - 1] ?? -1))
  const isAdded = drafts.some(({ id }) => id === null) || last === null || here.options.length === 0
  if (isFree && (isMoved || isAdded)) return [...drafts, ...own]
  const hereFirst = (one: Draft) => placeOf.get(one.id ?? 0) ?? here.variants.length
  return [...drafts, ...own].toSorted((one, other) => hereFirst(one) - hereFirst(other))
}

function optionsAfter(
  { now, last, here }: VariantSides,
  variants: Draft[],
  isFree: boolean,
): ProductOption[] {
  const isMoved = isFree && !isDeepStrictEqual(now.options, last?.options)
  const listed = (isFree ? now.options : here.options).map(({ name }, place) => ({
    name,
    values: [...(isMoved ? [] : [here.options]), now.options].flatMap(
      (options) => options[place]?.values ?? [],
    ),
  }))
  return usedOptions(listed, variants)
}

/** Returns options with the values that these variants have, in the order given. */
export function usedOptions(
  options: ProductOption[],
  variants: Pick<PlannedVariant, 'facts'>[],
): ProductOption[] {
  return options.map(({ name, values }, place) => {
    const used = new Set(variants.map(({ facts }) => facts.optionValues[place] ?? ''))
    return { name, values: [...new Set([...values.filter((value) => used.has(value)), ...used])] }
  })
}

function linkOf(
  row: VariantRow,
  draft: Draft | null,
  isStockAcknowledged: boolean,
  keptSku?: string | null,
): NewVariantLink {
  const { externalId, now, link, here } = row
  const facts = now ?? link?.facts ?? here?.facts
  if (!facts) throw new Error(`The variant ${externalId} is on neither side`)
  return {
    ...{ externalId, variantId: here?.id ?? null, isActive: now !== null },
    // The SKU that the variant has instead, so that the next run tries again.
    facts: keptSku === undefined ? facts : { ...facts, sku: keptSku },
    stockOwed: draft ? draft.owed : (link?.stockOwed ?? 0),
    isStockAcknowledged,
  }
}

/** Images are compared by position. */
const shown = (field: VariantField, facts: VariantFields) =>
  field === 'image' ? (facts.image === null ? null : `Image ${facts.image + 1}`) : facts[field]
