import { queryOptions } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Product, Variant } from '#contract/catalog/api.ts'
import { type Api, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-cache.ts'
import { useParameters } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { PRODUCTS_FRESH_MS } from './queries.ts'

/** The fields of a variant that the picker always has. The other fields of those beyond the first page are loaded when chosen. */
export type Choice = Pick<Variant, 'id' | 'optionValues' | 'inStock'>

/**
 * Returns all choices, the chosen one, its variant, which is null until it is loaded, and a function that chooses
 * another. The choice comes from `?variant=ID` or, without JavaScript, from the form's values. Otherwise it is the
 * variant whose price the product shows. Null for a product without options.
 */
export function useChosenVariant(product: Product) {
  const parameters = useParameters()
  const [id, setId] = useState(() => Number(parameters.get('variant')))
  const choices = useMemo(() => choicesOf(product), [product])
  const choice = choiceIn(product, choices, parameters, id)
  const loaded = product.variants.find((one) => one.id === choice?.id)
  const query = variantQuery(useApi(), product, choice?.id ?? 0)
  const { data, isError, refetch } = useQuery({ ...query, enabled: choice !== null && !loaded })
  const choose = (choice: Choice) => {
    setId(choice.id)
    // Bypasses the router, which would run the page's loader again.
    history.replaceState(history.state, '', `?variant=${choice.id}${location.hash}`)
  }
  return { choices, choice, variant: loaded ?? data ?? null, choose, isError, refetch }
}

/** Returns the ID of the variant that a URL chooses, if the product's response doesn't have it. The page must load it. */
export function missingVariant(product: Product, parameters: URLSearchParams): number | null {
  const choice = choiceIn(product, choicesOf(product), parameters, Number(parameters.get('variant')))
  return choice && !product.variants.some(({ id }) => id === choice.id) ? choice.id : null
}

/** A variant that the product's own response doesn't have. */
export const variantQuery = (api: Api, product: Pick<Product, 'id' | 'slug'>, id: number) => {
  const slugOrId = product.slug ?? String(product.id)
  return queryOptions({
    queryKey: keys.product(slugOrId, id),
    queryFn: async () =>
      (await api.call('GET /api/products/:slugOrId/variants', { slugOrId, variant: id }))[0] ?? null,
    staleTime: PRODUCTS_FRESH_MS,
  })
}

function choicesOf({ options, variants, allVariants }: Product): Choice[] {
  if (!allVariants) return variants
  return allVariants.combinations.map(([id = 0, isInStock, ...places]) => ({
    id,
    inStock: isInStock === 1,
    optionValues: places.map((place, option) => options[option]?.values[place] ?? ''),
  }))
}

function choiceIn(
  { options, variants, allVariants, price }: Product,
  choices: Choice[],
  parameters: URLSearchParams,
  id: number,
): Choice | null {
  const asked = options.map((_, place) => parameters.get(nameOf(place)) ?? '')
  const shownId = allVariants?.shownId ?? variants.find((one) => one.inStock && one.price === price)?.id
  return (
    choices.find((one) => one.id === id) ??
    choices.find(({ optionValues }) => optionValues.every((value, place) => value === asked[place])) ??
    choices.find((one) => one.id === shownId) ??
    choices[0] ??
    null
  )
}

/**
 * Returns for each value of each option the choice with this value that shares the most other values with the chosen
 * one.
 */
export function closestChoices(choices: Choice[], chosen: Choice): Map<string, Choice>[] {
  const closest = chosen.optionValues.map(() => new Map<string, { choice: Choice; shared: number }>())
  for (const choice of choices) {
    const shared = choice.optionValues.filter((one, place) => one === chosen.optionValues[place]).length
    choice.optionValues.forEach((value, place) => {
      const best = closest[place]?.get(value)
      if (!best || best.shared < shared) closest[place]?.set(value, { choice, shared })
    })
  }
  return closest.map((values) => new Map([...values].map(([value, { choice }]) => [value, choice])))
}

/** Returns an option's field name in the form, such as 'option1'. */
export const nameOf = (place: number) => `option${place + 1}`
