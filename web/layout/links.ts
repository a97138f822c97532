import type { User } from '../accounts/queries.ts'
import { ADMIN, FAVORITES, ORDER_HISTORY, PROFILE } from '../platform/paths.ts'

/** Links of the user menu (spec section 2). */
export function accountLinks(user: User | null): [label: string, to: string][] {
  const links: [label: string, to: string][] = [
    ['Profile', PROFILE],
    ['Favorites', FAVORITES],
    ['Orders', ORDER_HISTORY],
  ]
  return user?.role === 'admin' ? [...links, ['Admin', ADMIN]] : links
}
