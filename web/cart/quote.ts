import { keepPreviousData, queryOptions, useIsMutating } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { variantIdOf } from '#contract/catalog/variants.ts'
import type { CartQuote } from '#contract/checkout/quote-api.ts'
import { type Api, type InputOf, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-cache.ts'
import { useQuery } from '../platform/use-query.ts'
import { type CartItem, refreshCart, useCartTools } from './queries.ts'

/** The destination as far as it is known, the chosen method, and a business's VAT number. */
export type Asked = NonNullable<InputOf<'POST /api/quote'>>

/** The cost of the cart. It is fetched again after each change of the cart (queries.ts). */
export const quoteQuery = (api: Api, asked: Asked) =>
  queryOptions({
    queryKey: [...keys.quote, asked],
    queryFn: () => api.call('POST /api/quote', asked),
    networkMode: 'always',
    staleTime: STALE_MS,
  })

/** Stock, prices, and rates change rarely, and the checkout compares them. */
const STALE_MS = 30_000

/**
 * A quote as pages show it.
 * @property data the latest quote, or the previous one while another is fetched; undefined until there is one
 * @property isCurrent whether `data` is the quote for exactly these items and this destination
 * @property isOfOther whether `data` is for another destination, method, or VAT number
 * @property isFetching whether a quote is being fetched
 * @property isFailed whether the latest one couldn't be fetched
 */
export type ShownQuote = {
  data: CartQuote | undefined
  isCurrent: boolean
  isOfOther: boolean
  isFetching: boolean
  isFailed: boolean
  retry(): void
}

/** Returns the quote of the shopper's own cart. */
export function useCartQuote(items: CartItem[], asked: Asked = {}): ShownQuote {
  const api = useApi()
  const tools = useCartTools()
  const query = useQuery({
    ...quoteQuery(api, asked),
    enabled: items.length > 0,
    placeholderData: keepPreviousData,
  })
  const { data, isFetching, isPlaceholderData, isError, refetch } = query
  const isChanging = useIsMutating({ mutationKey: keys.cartQuantity }) > 0
  const isSettled = data !== undefined && !isFetching && !isPlaceholderData && !isChanging && !isError
  const isCurrent = isSettled && isQuoteOf(data, items)
  // The cart has changed elsewhere, such as on another device. Refreshing it fetches the quote again, too.
  const isOutdated = isSettled && !isCurrent
  const refreshes = useRef(0)
  useEffect(() => {
    if (isCurrent) refreshes.current = 0
    else if (isOutdated && refreshes.current++ < REFRESHES_MAX) void refreshCart(tools)
  }, [isCurrent, isOutdated, tools])
  return {
    data,
    isCurrent,
    isFetching,
    isOfOther: isPlaceholderData,
    isFailed: isError && !isFetching,
    retry: () => void refetch(),
  }
}

const REFRESHES_MAX = 2

/** Returns whether a quote is for exactly these items at these prices. */
export function isQuoteOf({ lines }: CartQuote, items: CartItem[]): boolean {
  const known = new Map(lines.map((line) => [variantIdOf(line), line]))
  return (
    lines.length === items.length &&
    items.every((item) => {
      const line = known.get(variantIdOf(item))
      return line?.quantity === item.quantity && line.price === item.product.price
    })
  )
}
