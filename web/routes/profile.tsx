import { AccountLayout } from '../accounts/account-layout.tsx'
import { Guard } from '../accounts/guard.tsx'
import { ProfilePage } from '../accounts/profile-page.tsx'
import type { LoadedRoute } from '../platform/router/open-page.ts'

export function route(): LoadedRoute {
  return { Component: GuardedProfilePage }
}

function GuardedProfilePage() {
  return (
    <Guard access="signed-in" frame={AccountLayout}>
      <ProfilePage />
    </Guard>
  )
}
