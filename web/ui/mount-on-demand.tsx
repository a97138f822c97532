import { type ReactNode, Suspense, useState } from 'react'
import { Pending } from './loading.tsx'

/**
 * Loads its content (a lazy component) when first needed, and keeps it mounted, so it can animate when closing. Until
 * the code has loaded, the page shows 'Loading...' (spec section 2). `isQuiet` shows no status, because no one is
 * waiting.
 */
export function MountOnDemand({
  isWanted,
  isQuiet = false,
  children,
}: {
  isWanted: boolean
  isQuiet?: boolean
  children: ReactNode
}) {
  const [wasWanted, setWasWanted] = useState(false)
  if (isWanted && !wasWanted) setWasWanted(true)
  return wasWanted && <Suspense fallback={isQuiet ? null : <Pending />}>{children}</Suspense>
}
