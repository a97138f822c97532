import { isDeepStrictEqual } from 'node:util'
import type { ProductOption } from '#contract/catalog/api.ts'
import { merge, pick, sidesOf } from './merge.ts'
import { stockByCount } from './stock.ts'
import { type Draft, linkOf, type PlannedVariant, type VariantPlan } from './variant-draft.ts'
import { MappingError, type VariantFields } from './variant-mapping.ts'
import { type ShopVariant, startsOptions, type VariantRow, type VariantSides } from './variant-rows.ts'

/** Decides whether the platform's options apply, and which of the variants that only the shop has fit them. */
export function structureOf(
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
        // Variants that only the shop has may have any values until the platform has them again.
        rows.some((row) => (row.link?.isActive || row.now !== null) && isChanged(row.link?.facts, row)))
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

/** Sorts variants like the platform if its order changed or it has new ones, with the shop's own at the end. */
export function ordered(
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

export function optionsAfter(
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

const hasSameNames = (one: ProductOption[], other: ProductOption[]) =>
  isDeepStrictEqual(
    one.map(({ name }) => name),
    other.map(({ name }) => name),
  )

/** The platform has a single variant again: the shop's first one stays, with its price and stock. */
export function withoutOptions(
  { productId, now, last, here, links, owned, pending, choice }: VariantSides,
  plan: Pick<VariantPlan, 'options' | 'conflicts' | 'renamed' | 'notes'>,
  rows: VariantRow[],
): VariantPlan {
  const first = here.variants.find(({ id }) => id === productId)
  if (last === null || !first)
    throw new MappingError('The product in the shop has options, but not on the platform.')
  const link = links.find(({ variantId }) => variantId === productId)
  const facts = { ...first.facts, ...pick(now, ['price', 'oldPrice', 'stockQuantity']), optionValues: [] }
  const merged = merge(sidesOf(facts, link ?? null, first.facts, owned), [
    'price',
    'oldPrice',
    'stockQuantity',
  ])
  const apply = choice ? (['price', 'oldPrice', 'stockQuantity'] as const) : merged.apply
  const isCounted = now.stockQuantity !== null && apply.some((field) => field === 'stockQuantity')
  const after = { ...first.facts, ...pick(facts, apply), optionValues: [] }
  const { stockQuantity, owed } = isCounted
    ? stockByCount((now.stockQuantity ?? 0) + (pending.get(productId) ?? 0), first.held)
    : { stockQuantity: after.stockQuantity, owed: 0 }
  return {
    ...plan,
    variants: [{ externalId: null, id: productId, facts: { ...after, stockQuantity } }],
    conflicts: (choice ? [] : merged.conflicts).map((field) => ({
      ...{ variant: null, field, here: first.facts[field], platform: facts[field] },
    })),
    links: rows.map((row) => linkOf(row, null, false)),
    counted: isCounted ? [productId] : [],
    owed,
  }
}
