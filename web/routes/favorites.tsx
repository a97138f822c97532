import { AccountLayout } from '../accounts/account-layout.tsx'
import { Guard } from '../accounts/guard.tsx'
import { FavoritesPage } from '../favorites/favorites-page.tsx'
import type { LoadedRoute } from '../platform/router/open-page.ts'

export function route(): LoadedRoute {
  return { Component: GuardedFavoritesPage }
}

function GuardedFavoritesPage() {
  return (
    <Guard access="signed-in" frame={AccountLayout}>
      <FavoritesPage />
    </Guard>
  )
}
