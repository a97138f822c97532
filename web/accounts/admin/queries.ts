import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/language/language.ts'
import { showRejectionToast } from '../../admin/changes.tsx'
import { pagedQuery } from '../../admin/queries.ts'
import { type Api, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { belongsTo, keys } from '../../platform/query-cache.ts'
import { useMutation } from '../../platform/use-query.ts'
import { showToast } from '../../ui/toast-store.ts'

export type UserListQuery = InputOf<'GET /api/admin/users'>
export type ListedUser = ResponseOf<'GET /api/admin/users'>[number]

export const usersQuery = (api: Api, query: UserListQuery) =>
  pagedQuery(api, keys.admin('users', query), 'GET /api/admin/users', query)

export type CustomerListQuery = InputOf<'GET /api/admin/customers'>
export type ListedCustomer = ResponseOf<'GET /api/admin/customers'>[number]

export const customersQuery = (api: Api, query: CustomerListQuery) =>
  pagedQuery(api, keys.admin('customers', query), 'GET /api/admin/customers', query)

/** @param id an account's ID, or an email address */
export const customerQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: keys.admin('customer', id),
    queryFn: () => api.call('GET /api/admin/customers/:id', { id }),
    staleTime: 0,
    retry: false,
  })

export const userQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: keys.admin('user', id),
    queryFn: () => api.call('GET /api/admin/users/:id', { id }),
    staleTime: 0,
    retry: false,
  })

/**
 * Promotes, demotes, blocks, or unblocks a user, or turns off a lost authenticator app. A rejection shows the server's
 * message.
 */
export function useChangeUser() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<'PATCH /api/admin/users/:id'> | { id: number; secondFactor: null }) =>
      'secondFactor' in input
        ? api.call('DELETE /api/admin/users/:id/second-factor', { id: input.id })
        : api.call('PATCH /api/admin/users/:id', input),
    onSuccess: ({ username }, input) => {
      const staysSignedIn = 'staffRole' in input && input.role === undefined
      showToast(
        t('{username} updated', { username }),
        staysSignedIn ? undefined : t('They’ve been signed out everywhere.'),
      )
    },
    onError: showRejectionToast,
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: belongsTo(
          keys.admin('customers'),
          keys.admin('customer'),
          keys.admin('users'),
          keys.admin('user'),
          keys.admin('counts'),
          keys.admin('audit'),
        ),
      }),
  })
}

/** Replaces the note about a customer. If another admin was faster, the current note is fetched. */
export function useChangeNote() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<'PUT /api/admin/customers/:id/note'>) =>
      api.call('PUT /api/admin/customers/:id/note', input),
    onSuccess: (customer, { id }) => {
      showToast(t('Note saved'))
      queryClient.setQueryData(keys.admin('customer', id), customer)
    },
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: belongsTo(keys.admin('customers'), keys.admin('audit')),
      }),
  })
}
