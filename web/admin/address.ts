import { useNavigate, useSearchParams } from 'react-router'
import { ADMIN } from '../platform/addresses.ts'

export type TabName =
  | 'dashboard'
  | 'products'
  | 'categories'
  | 'orders'
  | 'customers'
  | 'reviews'
  | 'newsletter'
  | 'audit'
  | 'integrations'
  | 'settings'

/** '/admin?tab=products&page=2': everything that can be shared or come back to stands in the address. */
export function adminAddress(tab: TabName, more: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(tab === 'dashboard' ? more : { tab, ...more })
  return parameters.size > 0 ? `${ADMIN}?${parameters}` : ADMIN
}

export type Changes = Record<string, string | number | null | undefined>

/** The address of the page as it is, with some changes; what is empty is left out. */
function addressWith(parameters: URLSearchParams, changes: Changes): string {
  const next = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  return next.size > 0 ? `${ADMIN}?${next}` : ADMIN
}

/** Reads and changes the address. */
export function useAdminAddress() {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const read = (name: string) => parameters.get(name) ?? undefined
  // At once: a click before the page has caught up with its address would lose the change from its link.
  const go = (changes: Changes, { replace = false } = {}) =>
    void navigate(addressWith(parameters, changes), { replace, preventScrollReset: true, flushSync: true })
  /** Another choice begins at page 1 again, and replaces the address, so that 'back' leaves the list. */
  const narrow = (name: string, value: string) => go({ [name]: value, page: null }, { replace: true })
  return {
    parameters,
    read,
    page: Number(read('page') ?? 1),
    addressWith: (changes: Changes) => addressWith(parameters, changes),
    go,
    narrow,
    /** What makes a field narrow the list by this name. */
    filter: (name: string) => ({
      value: read(name) ?? '',
      onChange: ({ target }: { target: { value: string } }) => narrow(name, target.value),
    }),
  }
}
