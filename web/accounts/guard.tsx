import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { ADMIN, AUTH, HOME } from '../platform/addresses.ts'
import { useApi } from '../platform/api.ts'
import { readToken } from '../platform/auth-token.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Spinner } from '../ui/loading.tsx'
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
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  // /auth is public: its page is complete without script, and stays while nobody is known to be signed in.
  const isPublic = access === 'visitor'
  if (isPublic ? isHere && isChecking && readToken() !== null : isChecking || !isHere) {
    return (
      <div className="flex min-h-[60vh] items-center justify-center">
        <Spinner>Initializing application...</Spinner>
      </div>
    )
  }
  if (isPublic) {
    if (!user) return children
    // A real shop's first admin is asked for a new password before anything else.
    const isAsked = user.mustChangePassword && shop?.demo === false
    return <Navigate to={isAsked ? ADMIN : wantedAddress(location.state)} replace />
  }
  if (!user) return <Navigate to={AUTH} replace state={{ from: `${location.pathname}${location.search}` }} />
  if (access === 'admin' && user.role !== 'admin') return <Navigate to={HOME} replace />
  return children
}

/** Where somebody was on the way to when they were asked to sign in. */
function wantedAddress(state: unknown): string {
  const from = (state as { from?: unknown } | null)?.from
  return typeof from === 'string' && from.startsWith('/') ? from : HOME
}
