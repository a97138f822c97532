import { addressOf, PRODUCTS_ANCHOR } from '../catalog/filters.ts'

/** Where 'Deals' and 'New Arrivals' lead (contract section 0). */
export const DEALS = addressOf({ onSale: 'true' }, PRODUCTS_ANCHOR)
export const NEW_ARRIVALS = addressOf({ sort: 'newest' }, PRODUCTS_ANCHOR)
