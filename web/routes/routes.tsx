import { FIXED_NAMES } from '#contract/pages/names.ts'
import { createMatcher } from '../platform/router/match.ts'
import type { LoadedRoute, Page } from '../platform/router/open-page.ts'
import { loadPatiently } from '../ui/load-later.tsx'
import { route as home } from './home.tsx'
import type { RouteTools } from './prefetch.ts'

/** The file of each page, loaded on navigation. The home page isn't listed, because its code is part of the main bundle. */
const FILES = {
  admin: () => import('./admin.tsx'),
  auth: () => import('./auth.tsx'),
  'back-in-stock': () => import('./back-in-stock.tsx'),
  cart: () => import('./cart.tsx'),
  checkout: () => import('./checkout.tsx'),
  contact: () => import('./contact.tsx'),
  favorites: () => import('./favorites.tsx'),
  newsletter: () => import('./newsletter.tsx'),
  'not-found': () => import('./not-found.tsx'),
  orders: () => import('./orders.tsx'),
  'order-success': () => import('./order-success.tsx'),
  'order-tracking': () => import('./order-tracking.tsx'),
  policies: () => import('./policies.tsx'),
  product: () => import('./product.tsx'),
  profile: () => import('./profile.tsx'),
  withdrawal: () => import('./withdrawal.tsx'),
}
type Loaded = { [F in keyof typeof FILES]: Awaited<ReturnType<(typeof FILES)[F]>> }
const loaders: { [F in keyof Loaded]: () => Promise<Loaded[F]> } = FILES

/** The files of pages that are complete without JavaScript and whose largest element is a photograph. */
export const LED_BY_A_PHOTOGRAPH = ['home', 'product']

type ShopPage = Page<RouteTools>

/** Defines a page whose code is loaded later. */
function page<F extends keyof Loaded>(
  path: string,
  file: F,
  give: (loaded: Loaded[F]) => (tools: RouteTools) => LoadedRoute,
): ShopPage {
  const page: ShopPage = {
    path,
    file,
    isAdmin: file === 'admin',
    code: null,
    async load() {
      page.code ??= give(await loadPatiently(loaders[file]))
      return page.code
    },
  }
  return page
}

const PAGES: ShopPage[] = [
  { path: '', file: 'home', isAdmin: false, code: home, load: async () => home },
  page('admin', 'admin', ({ route }) => route),
  page('product/:slugOrId', 'product', ({ route }) => route),
  page('cart', 'cart', ({ route }) => route),
  page('checkout', 'checkout', ({ route }) => route),
  page('order-success', 'order-success', ({ route }) => route),
  page('auth', 'auth', ({ auth }) => auth),
  page('auth/forgot-password', 'auth', ({ forgotPassword }) => forgotPassword),
  page('auth/reset-password', 'auth', ({ resetPassword }) => resetPassword),
  page('auth/verify-email', 'auth', ({ verifyEmail }) => verifyEmail),
  page('auth/join', 'auth', ({ join }) => join),
  page('auth/undo-email-change', 'auth', ({ undoEmailChange }) => undoEmailChange),
  page('profile', 'profile', ({ route }) => route),
  page('favorites', 'favorites', ({ route }) => route),
  page('orders', 'orders', ({ route }) => route),
  page('order-history', 'orders', ({ toOrders }) => toOrders),
  page('account/orders', 'orders', ({ toOrders }) => toOrders),
  page('order-tracking', 'order-tracking', ({ route }) => route),
  page('withdrawal', 'withdrawal', ({ route }) => route),
  ...FIXED_NAMES.map((name) => page(name, 'policies', ({ fixedPage }) => fixedPage(name))),
  page('pages/:name', 'policies', ({ ownPage }) => ownPage),
  page('contact', 'contact', ({ route }) => route),
  page('newsletter', 'newsletter', ({ newsletter }) => newsletter),
  page('newsletter/confirm', 'newsletter', ({ confirm }) => confirm),
  page('newsletter/unsubscribe', 'newsletter', ({ unsubscribe }) => unsubscribe),
  page('back-in-stock', 'back-in-stock', ({ route }) => route),
  page('back-in-stock/confirm', 'back-in-stock', ({ confirm }) => confirm),
  page('back-in-stock/unsubscribe', 'back-in-stock', ({ unsubscribe }) => unsubscribe),
  page('*', 'not-found', ({ route }) => route),
]

/** Finds the page of a path. */
export const matchPage = createMatcher(PAGES)
