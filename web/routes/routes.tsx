import type { RouteObject } from 'react-router'
import { ErrorFallback, Startup, Storefront } from '../layout/storefront.tsx'
import { Root } from '../root.tsx'
import { loadPatiently } from '../ui/load-later.tsx'
import { route as home } from './home.tsx'
import { type LoadedRoute, type RouteTools, rootLoader } from './prefetch.ts'

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
}
type Loaded = { [F in keyof typeof FILES]: Awaited<ReturnType<(typeof FILES)[F]>> }
const loaders: { [F in keyof Loaded]: () => Promise<Loaded[F]> } = FILES

/** The `handle`s of pages that are complete without JavaScript and whose largest element is a photograph. */
export const LED_BY_A_PHOTOGRAPH = ['home', 'product']

/** Defines a page whose code is loaded later. The server preloads it by its `handle`, which is the name of its file. */
function page<F extends keyof Loaded>(file: F, give: (loaded: Loaded[F]) => LoadedRoute) {
  return { handle: file, lazy: async () => give(await loadPatiently(loaders[file])) }
}

/** Returns every route of the shop. */
export function createRoutes(tools: RouteTools): RouteObject[] {
  return [
    {
      Component: Root,
      loader: rootLoader(tools),
      shouldRevalidate: () => false,
      HydrateFallback: Startup,
      ErrorBoundary: ErrorFallback,
      children: [
        { path: 'admin', ErrorBoundary: ErrorFallback, ...page('admin', ({ route }) => route()) },
        {
          Component: Storefront,
          children: [{ ErrorBoundary: ErrorFallback, children: storefrontRoutes(tools) }],
        },
      ],
    },
  ]
}

function storefrontRoutes(tools: RouteTools): RouteObject[] {
  return [
    { index: true, handle: 'home', ...home(tools) },
    { path: 'product/:slugOrId', ...page('product', ({ route }) => route(tools)) },
    { path: 'cart', ...page('cart', ({ route }) => route(tools)) },
    { path: 'checkout', ...page('checkout', ({ route }) => route()) },
    { path: 'order-success', ...page('order-success', ({ route }) => route(tools)) },
    { path: 'auth', ...page('auth', ({ auth }) => auth()) },
    { path: 'auth/forgot-password', ...page('auth', ({ forgotPassword }) => forgotPassword()) },
    { path: 'auth/reset-password', ...page('auth', ({ resetPassword }) => resetPassword()) },
    { path: 'auth/verify-email', ...page('auth', ({ verifyEmail }) => verifyEmail()) },
    { path: 'auth/undo-email-change', ...page('auth', ({ undoEmailChange }) => undoEmailChange()) },
    { path: 'profile', ...page('profile', ({ route }) => route()) },
    { path: 'favorites', ...page('favorites', ({ route }) => route()) },
    { path: 'orders', ...page('orders', ({ route }) => route()) },
    { path: 'order-history', ...page('orders', ({ toOrders }) => toOrders()) },
    { path: 'account/orders', ...page('orders', ({ toOrders }) => toOrders()) },
    { path: 'order-tracking', ...page('order-tracking', ({ route }) => route(tools)) },
    { path: 'privacy-policy', ...page('policies', ({ privacy }) => privacy(tools)) },
    { path: 'terms-conditions', ...page('policies', ({ terms }) => terms()) },
    { path: 'shipping', ...page('policies', ({ shipping }) => shipping(tools)) },
    { path: 'returns', ...page('policies', ({ returns }) => returns()) },
    { path: 'faq', ...page('policies', ({ faq }) => faq()) },
    { path: 'about', ...page('policies', ({ about }) => about()) },
    { path: 'contact', ...page('contact', ({ route }) => route(tools)) },
    { path: 'newsletter', ...page('newsletter', ({ newsletter }) => newsletter()) },
    { path: 'newsletter/confirm', ...page('newsletter', ({ confirm }) => confirm()) },
    { path: 'newsletter/unsubscribe', ...page('newsletter', ({ unsubscribe }) => unsubscribe()) },
    { path: 'back-in-stock', ...page('back-in-stock', ({ route }) => route(tools)) },
    { path: 'back-in-stock/confirm', ...page('back-in-stock', ({ confirm }) => confirm()) },
    { path: 'back-in-stock/unsubscribe', ...page('back-in-stock', ({ unsubscribe }) => unsubscribe()) },
    { path: '*', ...page('not-found', ({ route }) => route(tools)) },
  ]
}
