import { ErrorBoundary } from '../platform/router/error-boundary.tsx'
import { useLocation, useShown } from '../platform/router/use-router.ts'
import { Root } from '../root.tsx'
import { ErrorFallback, Startup, Storefront } from './storefront.tsx'

/** The shown page in its layout. */
export function Shop() {
  const location = useLocation()
  const shown = useShown()
  if (!shown) return <Startup />
  const page = (
    <ErrorBoundary location={location} fallback={ErrorFallback}>
      {shown.failure ? <ErrorFallback error={shown.failure.error} /> : <shown.Component />}
    </ErrorBoundary>
  )
  return (
    <ErrorBoundary location={location} fallback={ErrorFallback}>
      <Root>{shown.isAdmin ? page : <Storefront>{page}</Storefront>}</Root>
    </ErrorBoundary>
  )
}
