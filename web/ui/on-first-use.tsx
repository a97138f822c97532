import { type ReactNode, Suspense, useState } from 'react'
import { Pending } from './loading.tsx'

/**
 * What is not on the page until somebody asks for it: its code (a lazy component inside) is loaded then, and it stays from
 * then on, so that it can leave in its own time. Until the code is here the page says 'Loading...' (spec section 2).
 * `isQuiet`: nobody is waiting for it.
 */
export function OnFirstUse({
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
