import type { User } from '../accounts/queries.ts'
import { addressOf, PRODUCTS_ANCHOR } from '../catalog/filters.ts'
import { ADMIN, FAVORITES, ORDER_HISTORY, PROFILE } from '../platform/paths.ts'

/** Targets of 'Deals' and 'New Arrivals' (contract section 0). */
export const DEALS = addressOf({ onSale: 'true' }, PRODUCTS_ANCHOR)
export const NEW_ARRIVALS = addressOf({ sort: 'newest' }, PRODUCTS_ANCHOR)

/** Links of the user menu (spec section 2). */
export function accountLinks(user: User | null): [label: string, to: string][] {
  const links: [label: string, to: string][] = [
    ['Profile', PROFILE],
    ['Favorites', FAVORITES],
    ['Orders', ORDER_HISTORY],
  ]
  return user?.role === 'admin' ? [...links, ['Admin', ADMIN]] : links
}
