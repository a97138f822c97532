import { ADMIN } from '../platform/paths.ts'
import { useNavigate, useParameters } from '../platform/router/use-router.ts'

export type TabName =
  | 'dashboard'
  | 'products'
  | 'categories'
  | 'orders'
  | 'returns'
  | 'customers'
  | 'reviews'
  | 'newsletter'
  | 'pages'
  | 'reports'
  | 'audit'
  | 'integrations'
  | 'settings'

/** Returns '/admin?tab=products&page=2'. The URL contains all state that can be shared or restored. */
export function adminAddress(tab: TabName, more: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(tab === 'dashboard' ? more : { tab, ...more })
  return parameters.size > 0 ? `${ADMIN}?${parameters}` : ADMIN
}

export type Changes = Record<string, string | number | null | undefined>

/** Returns the current URL with some changes, omitting empty parameters. */
function addressWith(parameters: URLSearchParams, changes: Changes): string {
  const next = new URLSearchParams(parameters)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  return next.size > 0 ? `${ADMIN}?${next}` : ADMIN
}

/** Reads and changes the URL's parameters. */
export function useAdminAddress() {
  const parameters = useParameters()
  const navigate = useNavigate()
  const read = (name: string) => parameters.get(name) ?? undefined
  // Synchronously, because a click before the page has caught up with its URL would otherwise lose the change.
  const go = (changes: Changes, { replace = false } = {}) =>
    void navigate(addressWith(parameters, changes), { replace, preventScrollReset: true, flushSync: true })
  /** Changes a filter. Returns to page 1 and replaces the URL, so 'back' leaves the list. */
  const narrow = (name: string, value: string) => go({ [name]: value, page: null }, { replace: true })
  return {
    parameters,
    read,
    page: Number(read('page') ?? 1),
    addressWith: (changes: Changes) => addressWith(parameters, changes),
    go,
    narrow,
    /** Returns the props of a field that filters the list by this parameter. */
    filter: (name: string) => ({
      value: read(name) ?? '',
      onChange: ({ target }: { target: { value: string } }) => narrow(name, target.value),
    }),
  }
}
