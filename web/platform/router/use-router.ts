import { createContext, useContext, useEffect } from 'react'
import type { Location } from './location.ts'
import type { Shown } from './open-page.ts'
import type { Moves, Router, RouterState } from './router.ts'

/** Null on the server, which renders only one page. */
export const RouterContext = createContext<Router | null>(null)
export const LocationContext = createContext<Location | null>(null)
export const ShownContext = createContext<Shown | null>(null)
export const ActivityContext = createContext<Pick<RouterState, 'isLoading' | 'isReturn' | 'blocked'>>({
  isLoading: false,
  isReturn: true,
  blocked: null,
})
/** The pages that a transition animates between, while it lasts. */
export const MovesContext = createContext<Moves | null>(null)

const toNowhere: Router['navigate'] = async () => undefined

/** Returns the function that opens other pages. It never changes. */
export function useNavigate(): Router['navigate'] {
  return useContext(RouterContext)?.navigate ?? toNowhere
}

/** @throws Error outside of a page */
export function useLocation(): Location {
  const location = useContext(LocationContext)
  if (!location) throw new Error('useLocation needs a page around it')
  return location
}

/** Returns the parameters of the query. */
export function useParameters(): URLSearchParams {
  return useLocation().parameters
}

/** Returns the shown page, or null before the first one is loaded. */
export function useShown(): Shown | null {
  return useContext(ShownContext)
}

/** Returns the parameters of the path. */
export function useParams(): Record<string, string> {
  return useShown()?.params ?? {}
}

/** Returns whether another page is loading. */
export function useIsLoading(): boolean {
  return useContext(ActivityContext).isLoading
}

/** Returns whether the user came here with the browser's buttons, or opened the page, and not with a link. */
export function useIsReturn(): boolean {
  return useContext(ActivityContext).isReturn
}

/** Returns whether a transition animates from or to a page. */
export function useIsMoving(address: string): boolean {
  const moves = useContext(MovesContext)
  return moves?.includes(address.replace(/[?#].*/, '')) ?? false
}

/**
 * Asks `mustAsk` before each navigation. Only one component at a time may use it.
 * @returns the navigation that waits for the user's decision, or null
 */
export function useBlocker(mustAsk: (from: Location, to: Location) => boolean): RouterState['blocked'] {
  const router = useContext(RouterContext)
  useEffect(() => router?.block(mustAsk), [router, mustAsk])
  return useContext(ActivityContext).blocked
}
