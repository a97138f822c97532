import { queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Api, type Name, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-cache.ts'
import { useQuery } from '../platform/use-query.ts'

/** The signed-in admin's permissions. Refetched with the window's focus, because an owner may change the role. */
export const permissionsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('permissions'),
    queryFn: () => api.call('GET /api/admin/permissions'),
    staleTime: 60_000,
    refetchOnWindowFocus: true,
    // Otherwise, each part of a page that appears after a failure would hide the page and request them again.
    retryOnMount: false,
  })

/**
 * Returns a function that checks whether the admin may use an endpoint and send a field to it. If the permissions couldn't
 * be fetched, it always returns true, because the server decides in any case.
 */
export function useMay(): (name: Name, field?: string) => boolean {
  const { data } = useQuery(permissionsQuery(useApi()))
  return (name, field) => {
    if (!data) return true
    const fields = data.fields[name]
    return data.endpoints.includes(name) && (field === undefined || !fields || fields.includes(field))
  }
}

/** Shows its content to those who may use the endpoint. */
export function May({ use, children }: { use: Name; children: ReactNode }) {
  return useMay()(use) && children
}

/** Disables the fields and buttons of a form for those who may not save it. */
export function Editable({ by, field, children }: { by: Name; field?: string; children: ReactNode }) {
  const may = useMay()
  if (may(by, field)) return children
  return (
    <fieldset disabled className="contents">
      {children}
    </fieldset>
  )
}
