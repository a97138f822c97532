import * as tanstack from '@tanstack/react-query'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/**
 * TanStack's hooks. While the server renders a page, data doesn't change and nothing is clicked, so there they only read
 * the cache. Observing it would take longer than rendering the page.
 */
export const useQuery = import.meta.env.SSR
  ? (useCached as unknown as typeof tanstack.useQuery)
  : tanstack.useQuery
export const useMutation = import.meta.env.SSR
  ? (useNothing as unknown as typeof tanstack.useMutation)
  : tanstack.useMutation

type Read = {
  queryKey: QueryKey
  enabled?: boolean
  initialData?: () => unknown
  placeholderData?: unknown
}

/** Data that is missing, or failed to load, is shown as loading, because the browser requests it. */
function useCached({ queryKey, enabled = true, initialData, placeholderData }: Read) {
  const fetched = useQueryClient().getQueryData(queryKey)
  const cached = fetched === undefined ? initialData?.() : fetched
  const placeholder = typeof placeholderData === 'function' ? undefined : placeholderData
  const data = cached === undefined ? placeholder : cached
  const isPending = data === undefined
  const isFetching = cached === undefined && enabled
  return {
    data,
    error: null,
    isPending,
    isError: false,
    isSuccess: !isPending,
    isPlaceholderData: cached === undefined && !isPending,
    isFetching,
    isLoading: isFetching && isPending,
    refetch: doNothing,
  }
}

const doNothing = async () => undefined

const NOTHING = {
  data: undefined,
  error: null,
  variables: undefined,
  isPending: false,
  isError: false,
  isSuccess: false,
  isIdle: true,
  mutate: doNothing,
  mutateAsync: doNothing,
  reset: doNothing,
}

function useNothing() {
  return NOTHING
}
