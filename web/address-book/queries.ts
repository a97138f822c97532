import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useUser } from '../accounts/queries.ts'
import { type Api, type InputOf, type ResponseOf, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-cache.ts'
import { useMutation, useQuery } from '../platform/use-query.ts'

type AddressBook = ResponseOf<'GET /api/addresses'>
export type SavedAddress = AddressBook[number]

const addressBookQuery = (api: Api) =>
  queryOptions({ queryKey: keys.addresses, queryFn: () => api.call('GET /api/addresses') })

/** The signed-in user's saved addresses, the default first. Fetched only if there is a user. */
export function useAddressBook() {
  const { user } = useUser()
  return useQuery({ ...addressBookQuery(useApi()), enabled: user !== null })
}

type AddressChange = InputOf<'POST /api/addresses'> & { id?: number }

/** Adds an address, or changes the one with this ID. */
export function useSaveAddress() {
  return useAddressBookChange((api, { id, ...change }: AddressChange) =>
    id === undefined
      ? api.call('POST /api/addresses', change)
      : api.call('PUT /api/addresses/:id', { id, ...change }),
  )
}

export function useDeleteAddress() {
  return useAddressBookChange((api, id: number) => api.call('DELETE /api/addresses/:id', { id }))
}

function useAddressBookChange<I>(mutationFn: (api: Api, input: I) => Promise<AddressBook>) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: I) => mutationFn(api, input),
    onSuccess: (book) => queryClient.setQueryData(addressBookQuery(api).queryKey, book),
  })
}
