import { type ReactNode, Suspense, useEffect, useState } from 'react'

/**
 * What is not on the page until somebody asks for it: its code (a lazy component inside) is loaded then, and it stays from
 * then on, so that it can leave in its own time. Wanted before the code is there, it comes as soon as it is.
 */
export function OnFirstUse({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const [wasWanted, setWasWanted] = useState(false)
  useEffect(() => {
    if (isWanted) setWasWanted(true)
  }, [isWanted])
  return wasWanted && <Suspense fallback={null}>{children}</Suspense>
}
