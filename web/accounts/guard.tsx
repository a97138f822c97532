import type { ComponentType, ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import { useApi } from '../platform/api.ts'
import { readToken } from '../platform/auth-token.ts'
import { Head } from '../platform/head.tsx'
import { ADMIN, AUTH, HOME } from '../platform/paths.ts'
import { Navigate } from '../platform/router/link.tsx'
import { useLocation } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { useHasScript } from '../ui/use-has-script.ts'
import { useUser } from './queries.ts'
import { wantedPath } from './wanted-page.ts'

type Who = 'signed-in' | 'admin' | 'visitor'

/** @property frame what the page has around its content. The server sends it, so it is there while the user is loading. */
type Props = { access: Who; frame?: ComponentType<{ children: ReactNode }>; children: ReactNode }

/**
 * A guarded page: a spinner while the user is loading, /auth if signed out, / if the role isn't admin (spec section 2).
 * The page for visitors, /auth, redirects signed-in users to the page they requested.
 */
export function Guard({ access, frame: Frame = CenteredFrame, children }: Props) {
  const location = useLocation()
  const { user, isChecking } = useUser()
  const isHere = useHasScript()
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  // /auth is public and complete without JavaScript, so it is shown until a user is known to be signed in.
  const isPublic = access === 'visitor'
  if (isPublic ? isHere && isChecking && readToken() !== null : isChecking || !isHere) {
    return (
      <Frame>
        <Head title={shop?.name ?? t('Plinth')} isPrivate />
        <Spinner>{t('Initializing application...')}</Spinner>
      </Frame>
    )
  }
  if (isPublic) {
    if (!user) return children
    // A real shop's first admin must set a new password first, and some staff a second factor.
    const isAsked = (user.mustChangePassword && shop?.demo === false) || user.needsSecondFactor
    return <Navigate to={isAsked ? ADMIN : (wantedPath(location.state) ?? HOME)} replace />
  }
  if (!user) return <Navigate to={AUTH} replace state={{ from: `${location.pathname}${location.search}` }} />
  if (access === 'admin' && user.role !== 'admin') return <Navigate to={HOME} replace />
  return children
}

function CenteredFrame({ children }: { children: ReactNode }) {
  return <div className="flex min-h-[60vh] items-center justify-center">{children}</div>
}
