import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { AUTH, HOME } from '../platform/addresses.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useHasScript } from '../ui/use-has-script.ts'
import { useUser } from './queries.ts'

type Who = 'signed-in' | 'admin' | 'visitor'

/**
 * A guarded page: a spinner while it is checked who is here, /auth when nobody is signed in, / when the role is not admin
 * (spec section 2). A page for visitors, /auth itself, sends who is signed in to where they wanted to go.
 */
export function Guard({ access, children }: { access: Who; children: ReactNode }) {
  const location = useLocation()
  const { user, isChecking } = useUser()
  const isHere = useHasScript()
  if (isChecking || !isHere) {
    return (
      <div className="flex min-h-[60vh] items-center justify-center">
        <Spinner>Initializing application...</Spinner>
      </div>
    )
  }
  if (access === 'visitor') return user ? <Navigate to={wantedAddress(location.state)} replace /> : children
  if (!user) return <Navigate to={AUTH} replace state={{ from: `${location.pathname}${location.search}` }} />
  if (access === 'admin' && user.role !== 'admin') return <Navigate to={HOME} replace />
  return children
}

/** Where somebody was on the way to when they were asked to sign in. */
function wantedAddress(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  return typeof from === 'string' && from.startsWith('/') ? from : HOME
}
