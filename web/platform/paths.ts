/** Shop URLs that the code links to. */
export const HOME = '/'
export const AUTH = '/auth'
export const FORGOT_PASSWORD = '/auth/forgot-password'
/** Targets of the plain forms for signing in; a GET of these opens the page. */
export const FORGOT_PASSWORD_FORM = `${FORGOT_PASSWORD}?form=forgot`
export const authForm = (form: string) => `${AUTH}?form=${form}`
export const CART = '/cart'
export const CHECKOUT = '/checkout'
export const CHECKOUT_PAYMENT = '/checkout?step=payment'
export const ORDER_SUCCESS = '/order-success'
export const PROFILE = '/profile'
export const FAVORITES = '/favorites'
export const ORDERS = '/orders'
export const ORDER_HISTORY = '/order-history'
export const ORDER_TRACKING = '/order-tracking'
export const CONTACT = '/contact'
export const SHIPPING = '/shipping'
export const NEWSLETTER = '/newsletter'
export const NEWSLETTER_CONFIRM = '/newsletter/confirm'
/** Target of the plain form that unsubscribes. */
export const NEWSLETTER_LEAVE = '/newsletter/leave'
export const BACK_IN_STOCK = '/back-in-stock'
export const BACK_IN_STOCK_CONFIRM = '/back-in-stock/confirm'
/** Target of the plain form that ends requests. */
export const BACK_IN_STOCK_LEAVE = '/back-in-stock/leave'
export const ADMIN = '/admin'

/** Returns the URL by slug, or by ID if there is no slug (spec section 3). */
export function productAddress(product: { id: number; slug: string | null }): string {
  return `/product/${encodeURIComponent(product.slug ?? String(product.id))}`
}

/** Returns the tracking page with its form filled in. */
export function trackingAddress(orderId: string, email: string): string {
  return `${ORDER_TRACKING}?${new URLSearchParams({ orderId, email })}`
}

/** Returns the URL that the payment provider redirects to. The same page shows the outcome of an earlier payment. */
export function paymentOutcomeAddress(clientSecret: string): string {
  return `${ORDER_SUCCESS}?${new URLSearchParams({ payment_intent_client_secret: clientSecret })}`
}
