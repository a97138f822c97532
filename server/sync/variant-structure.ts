import { isDeepStrictEqual } from 'node:util'
import type { ProductOption } from '#contract/catalog/api.ts'
import type { Draft, PlannedVariant } from './variant-draft.ts'
import type { VariantFields } from './variant-mapping.ts'
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
