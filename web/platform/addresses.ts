/** Every address of the shop that code links to. */
export const HOME = '/'
export const AUTH = '/auth'
export const FORGOT_PASSWORD = '/auth/forgot-password'
export const RESET_PASSWORD = '/auth/reset-password'
export const VERIFY_EMAIL = '/auth/verify-email'
export const CART = '/cart'
export const CHECKOUT = '/checkout'
export const PROFILE = '/profile'
export const FAVORITES = '/favorites'
export const ORDERS = '/orders'
export const ORDER_HISTORY = '/order-history'
export const ORDER_TRACKING = '/order-tracking'
export const PRIVACY = '/privacy-policy'
export const TERMS = '/terms-conditions'
export const CONTACT = '/contact'
export const ADMIN = '/admin'

export function productAddress(product: { id: number; slug: string | null }): string {
  return `/product/${encodeURIComponent(product.slug ?? String(product.id))}`
}
