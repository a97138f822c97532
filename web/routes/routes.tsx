import type { QueryClient } from '@tanstack/react-query'
import type { RouteObject } from 'react-router'
import { ErrorFallback } from '../layout/error-fallback.tsx'
import { Startup } from '../layout/startup.tsx'
import { Storefront } from '../layout/storefront.tsx'
import type { Api } from '../platform/api.ts'
import { Root } from '../root.tsx'
import { rootLoader } from './root-loader.ts'

/** What the loaders of the addresses work with. */
export type RouteTools = { api: Api; queryClient: QueryClient; isServer: boolean }

/** What the file of an address gives, once it is loaded. */
export type LoadedRoute = Pick<RouteObject, 'Component' | 'loader'>

/** Table of contents: every address of the shop. */
export function createRoutes(tools: RouteTools): RouteObject[] {
  return [
    {
      Component: Root,
      loader: rootLoader(tools),
      shouldRevalidate: () => false,
      HydrateFallback: Startup,
      ErrorBoundary: ErrorFallback,
      children: [
        {
          path: 'admin',
          ErrorBoundary: ErrorFallback,
          lazy: async () => (await import('./admin.tsx')).route(),
        },
        {
          Component: Storefront,
          children: [
            {
              ErrorBoundary: ErrorFallback,
              children: [
                { index: true, lazy: async () => (await import('./home.tsx')).route(tools) },
                { path: 'product/:slugOrId', lazy: async () => (await import('./product.tsx')).route(tools) },
                { path: 'cart', lazy: async () => (await import('./cart.tsx')).route(tools) },
                { path: 'checkout', lazy: async () => (await import('./checkout.tsx')).route() },
                { path: 'order-success', lazy: async () => (await import('./order-success.tsx')).route() },
                { path: 'auth', lazy: async () => (await import('./auth.tsx')).auth() },
                {
                  path: 'auth/forgot-password',
                  lazy: async () => (await import('./auth.tsx')).forgotPassword(),
                },
                {
                  path: 'auth/reset-password',
                  lazy: async () => (await import('./auth.tsx')).resetPassword(),
                },
                { path: 'auth/verify-email', lazy: async () => (await import('./auth.tsx')).verifyEmail() },
                { path: 'profile', lazy: async () => (await import('./profile.tsx')).route() },
                { path: 'favorites', lazy: async () => (await import('./favorites.tsx')).route() },
                { path: 'orders', lazy: async () => (await import('./orders.tsx')).route() },
                { path: 'order-history', lazy: async () => (await import('./orders.tsx')).toOrders() },
                { path: 'account/orders', lazy: async () => (await import('./orders.tsx')).toOrders() },
                {
                  path: 'order-tracking',
                  lazy: async () => (await import('./order-tracking.tsx')).route(tools),
                },
                { path: 'privacy-policy', lazy: async () => (await import('./policies.tsx')).privacy() },
                { path: 'terms-conditions', lazy: async () => (await import('./policies.tsx')).terms() },
                { path: 'shipping', lazy: async () => (await import('./policies.tsx')).shipping() },
                { path: 'returns', lazy: async () => (await import('./policies.tsx')).returns() },
                { path: 'faq', lazy: async () => (await import('./policies.tsx')).faq() },
                { path: 'about', lazy: async () => (await import('./policies.tsx')).about() },
                { path: 'contact', lazy: async () => (await import('./contact.tsx')).route() },
                { path: 'newsletter', lazy: async () => (await import('./newsletter.tsx')).newsletter() },
                {
                  path: 'newsletter/confirm',
                  lazy: async () => (await import('./newsletter.tsx')).confirm(),
                },
                {
                  path: 'newsletter/unsubscribe',
                  lazy: async () => (await import('./newsletter.tsx')).unsubscribe(),
                },
                { path: '*', lazy: async () => (await import('./not-found.tsx')).route() },
              ],
            },
          ],
        },
      ],
    },
  ]
}
