import { Suspense } from 'react'
import { useUser } from '../accounts/queries.ts'
import { AUTH } from '../platform/addresses.ts'
import { loadLater } from '../platform/load-later.ts'
import { ButtonLink } from '../ui/button.tsx'

const UserMenu = loadLater(async () => (await import('./user-menu.tsx')).UserMenu)

/** 'Sign In', or the menu of who is signed in, whose code visitors need not load (spec sections 1 and 2). */
export function AccountMenu() {
  const { user } = useUser()
  if (user)
    return (
      <Suspense fallback={<div aria-busy="true" className="size-11" />}>
        <UserMenu user={user} />
      </Suspense>
    )
  return (
    <div className="hidden sm:block">
      <ButtonLink look="quiet" className="whitespace-nowrap" to={AUTH}>
        Sign In
      </ButtonLink>
    </div>
  )
}
