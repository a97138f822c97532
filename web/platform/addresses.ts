/** Every address of the shop that code links to. */
export const HOME = '/'
export const AUTH = '/auth'
export const FORGOT_PASSWORD = '/auth/forgot-password'
/** Where the plain forms of the pages for signing in go; each opens its page, too. */
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
export const PRIVACY = '/privacy-policy'
export const TERMS = '/terms-conditions'
export const CONTACT = '/contact'
export const SHIPPING = '/shipping'
export const RETURNS = '/returns'
export const FAQ = '/faq'
export const ABOUT = '/about'
export const NEWSLETTER = '/newsletter'
export const NEWSLETTER_CONFIRM = '/newsletter/confirm'
/** Where the plain form that unsubscribes goes. */
export const NEWSLETTER_LEAVE = '/newsletter/leave'
export const ADMIN = '/admin'

/** By its slug; one without a slug (spec section 3) by its id. */
export function productAddress(product: { id: number; slug: string | null }): string {
  return `/product/${encodeURIComponent(product.slug ?? String(product.id))}`
}

/** The tracking page, filled in. */
export function trackingAddress(orderId: string, email: string): string {
  return `${ORDER_TRACKING}?${new URLSearchParams({ orderId, email })}`
}

/** Where the card provider leads back to; the same page shows what became of a payment that was made before. */
export function paymentOutcomeAddress(clientSecret: string): string {
  return `${ORDER_SUCCESS}?${new URLSearchParams({ payment_intent_client_secret: clientSecret })}`
}
