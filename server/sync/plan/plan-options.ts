import { isDeepStrictEqual } from 'node:util'
import type { ProductOption } from '#contract/catalog/api.ts'
import type { ShopVariant, VariantFields } from '../product.ts'
import type { Draft, PlannedVariant } from './draft.ts'
import { type Sides, startsOptions, type VariantRow } from './pair-variants.ts'

/** Decides whether the platform's options apply, and which of the variants that only the shop has fit them. */
export function planOptions(sides: Sides, rows: VariantRow[], own: ShopVariant[]) {
  const { owned, choice } = sides
  const [now, here] = [sides.now.facts.options, sides.here.facts.options]
  const last = sides.link?.facts.options ?? null
  const isActive = (row: VariantRow) => row.here !== null && !row.here.isArchived
  const isChanged = (facts: VariantFields | null | undefined, row: VariantRow) =>
    facts != null && isActive(row) && !isDeepStrictEqual(facts.optionValues, row.here?.facts.optionValues)
  const isEdited =
    last !== null &&
    (here.length === 0
      ? last.length > 0
      : !hasSameNames(here, last) ||
        // Variants that only the shop has may have any values until the platform has them again.
        rows.some((row) => (row.link?.isActive || row.now !== null) && isChanged(row.link?.facts, row)))
  const isDifferent = !hasSameNames(here, now) || rows.some((row) => isChanged(row.now, row))
  const values = new Set(rows.map((row) => row.now && JSON.stringify(row.now.optionValues)))
  const isFitting = ({ facts: { optionValues } }: ShopVariant) =>
    optionValues.length === now.length && !values.has(JSON.stringify(optionValues))
  const isStart = startsOptions(sides)
  const fitsAll = isStart || own.every(isFitting)
  const isBlocked = (isEdited && isDifferent) || (isDifferent && !fitsAll)
  const isFree = choice
    ? choice.field === 'options' && choice.variant === null
    : !owned.product.has('options') && !isBlocked
  return { isFree, isBlocked, fitting: isFree ? own.filter((one) => !isStart && isFitting(one)) : own }
}

/** Sorts variants like the platform if its order changed or it has new ones, with the shop's own at the end. */
export function ordered({ here, link }: Sides, drafts: Draft[], own: Draft[], isFree: boolean): Draft[] {
  const placeOf = new Map(here.variants.map(({ id }, place) => [id, place]))
  const known = new Map(link?.variants.map(({ externalId }, place) => [externalId, place]))
  const places = drafts.flatMap(({ row }) => known.get(row?.link?.externalId ?? '') ?? [])
  const isMoved = places.some((place, index) => place < (places[index - 1] ?? -1))
  const isAdded = drafts.some(({ id }) => id === null) || link === null || here.facts.options.length === 0
  if (isFree && (isMoved || isAdded)) return [...drafts, ...own]
  const hereFirst = (one: Draft) => placeOf.get(one.id ?? 0) ?? here.variants.length
  return [...drafts, ...own].toSorted((one, other) => hereFirst(one) - hereFirst(other))
}

export function optionsAfter(
  { now, link, here }: Sides,
  variants: Pick<PlannedVariant, 'facts'>[],
  isFree: boolean,
): ProductOption[] {
  const isMoved = isFree && !isDeepStrictEqual(now.facts.options, link?.facts.options)
  const listed = (isFree ? now : here).facts.options.map(({ name }, place) => ({
    name,
    values: [...(isMoved ? [] : [here]), now].flatMap(({ facts }) => facts.options[place]?.values ?? []),
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
