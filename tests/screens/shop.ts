import { LONG_PRODUCT } from './people.ts'
import type { Screen } from './steps.ts'
import * as steps from './steps.ts'
import { answering, failing, follow, holding, openDialog, press, seen } from './steps.ts'

const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  phone: '+1 555 010 7788',
  address: '12 Analytical Row',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  country: 'US',
}
const ADDRESS_BOOK = [
  { id: 1, address: ADDRESS },
  {
    id: 2,
    address: { ...ADDRESS, firstName: 'Charles', lastName: 'Babbage', address: '1 Dorset Street', phone: '' },
  },
]

const ASKED = '/order-success?payment_intent_client_secret=pi_seen_secret_seen'
const outcome = (what: string): Screen => ({
  name: `outcome-${what}`,
  address: ASKED,
  before: answering(/api\/payment-outcome/, {
    outcome: what,
    orderId: 'PL-KS84-1M1K',
    email: 'ada@example.com',
  }),
})

/** Public pages. */
export const SHOP_SCREENS: Screen[] = [
  { name: 'home-full', address: '/' },
  { name: 'home-loading', address: '/about', before: holding(/api\/products/), act: follow('Plinth') },
  { name: 'home-empty', address: '/?search=xylophone' },
  { name: 'home-error', address: '/?minPrice=abc' },
  { name: 'home-filtered', address: '/?categoryId=1&maxPrice=100&sort=price_asc' },
  { name: 'home-second', address: '/?page=2' },
  { name: 'filters', address: '/?categoryId=1', act: steps.openFilters, isWhole: false },
  { name: 'menu', address: '/', act: steps.openMenu, isWhole: false },
  { name: 'search', address: '/', act: steps.typeSearch, isWhole: false },
  {
    name: 'toast',
    address: '/',
    act: async (page) => {
      await press(/^Add .* to favorites/)(page)
      await seen('Please Login to Save')(page)
    },
    isWhole: false,
  },
  { name: 'offline', address: '/', act: steps.loseConnection, isWhole: false },
  { name: 'product-full', address: '/product/walnut-monitor-stand' },
  {
    name: 'product-loading',
    address: '/',
    before: holding(/api\/products\/walnut/),
    act: follow('Walnut Monitor Stand'),
  },
  { name: 'product-error', address: '/product/unknown' },
  { name: 'product-long', address: LONG_PRODUCT },
  {
    name: 'product-enlarged',
    address: '/product/walnut-monitor-stand',
    act: openDialog('Enlarge image'),
    isWhole: false,
  },
  { name: 'cart-empty', address: '/', act: steps.openCart, isWhole: false },
  { name: 'cart-full', address: '/', before: steps.withCart, act: steps.openCart, isWhole: false },
  { name: 'cart-long', address: '/', before: steps.withLongCart, act: steps.openCart, isWhole: false },
  { name: 'checkout-full', address: '/checkout', before: steps.withCart },
  {
    name: 'checkout-error',
    address: '/checkout',
    before: steps.withCart,
    act: async (page) => {
      await press('Continue to Payment')(page)
      await seen('First name must be at least 2 characters')(page)
    },
  },
  { name: 'checkout-long', address: '/checkout', before: steps.withLongCart },
  { name: 'checkout-payment', address: '/checkout', before: steps.withCart, act: steps.toPayment },
  { name: 'checkout-changed', address: '/checkout', before: steps.withCart, act: steps.toChangedCart },
  { name: 'order-success', address: '/order-success' },
  ...['paid', 'processing', 'failed', 'canceled', 'refunded'].map(outcome),
  { name: 'outcome-error', address: ASKED, before: failing(/api\/payment-outcome/) },
  { name: 'tracking', address: '/order-tracking' },
  {
    name: 'tracking-full',
    address: ({ orderId }) => `/order-tracking?orderId=${orderId}&email=ada%40example.com`,
  },
  { name: 'tracking-error', address: '/order-tracking?orderId=PL-0000-0000&email=a%40example.com' },
  { name: 'auth', address: '/auth' },
  { name: 'auth-error', address: '/auth', act: press('Login') },
  { name: 'auth-register', address: '/auth', act: (page) => page.getByRole('tab').last().click() },
  { name: 'auth-forgot', address: '/auth/forgot-password' },
  { name: 'auth-reset', address: '/auth/reset-password?token=seen' },
  { name: 'auth-verify', address: '/auth/verify-email?token=seen' },
  { name: 'contact', address: '/contact' },
  ...['privacy-policy', 'terms-conditions', 'shipping', 'returns', 'faq', 'about'].map(
    (page): Screen => ({ name: page, address: `/${page}` }),
  ),
  { name: 'newsletter', address: '/newsletter' },
  { name: 'newsletter-confirm', address: '/newsletter/confirm?token=seen' },
  { name: 'newsletter-unsubscribe', address: '/newsletter/unsubscribe?token=seen' },
  { name: 'back-in-stock', address: '/back-in-stock?outcome=asked' },
  { name: 'back-in-stock-confirm', address: '/back-in-stock/confirm?token=seen' },
  { name: 'back-in-stock-unsubscribe', address: '/back-in-stock/unsubscribe?token=seen' },
  { name: 'not-found', address: '/no/such/page' },
  {
    name: 'failed',
    address: '/',
    before: answering(/api\/products\/walnut-monitor/, { slug: 'walnut-monitor-stand' }),
    act: async (page) => {
      await press('Walnut Monitor Stand')(page)
      await seen('Something went wrong')(page)
    },
  },
]

/** Pages of a signed-in customer. */
export const ACCOUNT_SCREENS: Screen[] = [
  { name: 'profile-full', address: '/profile', who: 'customer' },
  {
    name: 'profile-payment',
    address: '/profile',
    who: 'customer',
    act: (page) => page.getByRole('tab', { name: 'Payment' }).click(),
  },
  {
    name: 'profile-addresses',
    address: '/profile',
    who: 'customer',
    before: answering(/api\/addresses/, ADDRESS_BOOK),
    act: (page) => page.getByRole('tab', { name: 'Addresses' }).click(),
  },
  {
    name: 'profile-address',
    address: '/profile',
    who: 'customer',
    act: async (page) => {
      await page.getByRole('tab', { name: 'Addresses' }).click()
      await openDialog('Add an address')(page)
    },
    isWhole: false,
  },
  {
    name: 'checkout-addresses',
    address: '/checkout',
    who: 'customer',
    before: async (page) => {
      await answering(/api\/addresses/, ADDRESS_BOOK)(page)
      await steps.withCart(page)
    },
  },
  {
    name: 'profile-delete',
    address: '/profile',
    who: 'customer',
    act: openDialog('Delete my account'),
    isWhole: false,
  },
  {
    name: 'review-write',
    address: '/product/halo-desk-lamp',
    who: 'customer',
    act: async (page) => {
      await openDialog('Write a Review')(page)
      await page.getByLabel('Comment').waitFor()
    },
    isWhole: false,
  },
  { name: 'favorites-full', address: '/favorites', who: 'customer' },
  { name: 'favorites-empty', address: '/favorites', who: 'newcomer' },
  {
    name: 'favorites-loading',
    address: '/favorites',
    who: 'customer',
    before: holding(/api\/favorites/),
    act: steps.seenLoading,
  },
  {
    name: 'favorites-error',
    address: '/favorites',
    who: 'customer',
    before: failing(/api\/favorites/),
    act: seen(/Failed to load/),
  },
  { name: 'orders-full', address: '/orders', who: 'customer' },
  {
    name: 'orders-details',
    address: '/orders',
    who: 'customer',
    act: openDialog(/details/i),
    isWhole: false,
  },
  {
    name: 'orders-cancel',
    address: ({ orderId }) => `/order-tracking?orderId=${orderId}&email=ada%40example.com`,
    act: openDialog('Cancel order'),
    isWhole: false,
  },
  {
    name: 'orders-return',
    address: ({ arrivedId }) => `/order-tracking?orderId=${arrivedId}&email=ada%40example.com`,
    act: openDialog('Return items'),
    isWhole: false,
  },
  {
    name: 'orders-return-error',
    address: ({ arrivedId }) => `/order-tracking?orderId=${arrivedId}&email=ada%40example.com`,
    act: async (page) => {
      await openDialog('Return items')(page)
      await press('Request return')(page)
      await seen('Choose at least one item to return')(page)
    },
    isWhole: false,
  },
  { name: 'orders-empty', address: '/orders', who: 'newcomer' },
  {
    name: 'orders-loading',
    address: '/orders',
    who: 'customer',
    before: holding(/api\/orders/),
    act: steps.seenLoading,
  },
  {
    name: 'orders-error',
    address: '/orders',
    who: 'customer',
    before: failing(/api\/orders/),
    act: seen(/Failed to load/),
  },
]
