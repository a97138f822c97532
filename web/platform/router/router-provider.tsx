import {
  type ReactNode,
  startTransition,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Location } from './location.ts'
import type { Shown } from './open-page.ts'
import type { Moves, Router, RouterState, Showing } from './router.ts'
import { loadPositions, savePosition, storePositions } from './scroll-positions.ts'
import { ActivityContext, LocationContext, MovesContext, RouterContext, ShownContext } from './use-router.ts'

/** Gives its children the page that the router shows. */
export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  const { state, moves } = useRouterState(router)
  const { location, shown, isLoading, isReturn, blocked } = state
  useScroll(router, state)
  const activity = useMemo(() => ({ isLoading, isReturn, blocked }), [isLoading, isReturn, blocked])
  return (
    <RouterContext value={router}>
      <MovesContext value={moves}>
        <ActivityContext value={activity}>
          <PageProvider location={location} shown={shown}>
            {children}
          </PageProvider>
        </ActivityContext>
      </MovesContext>
    </RouterContext>
  )
}

/** Gives its children a page. On the server, it is the only one. */
export function PageProvider({
  location,
  shown,
  children,
}: {
  location: Location
  shown: Shown | null
  children: ReactNode
}) {
  return (
    <LocationContext value={location}>
      <ShownContext value={shown}>{children}</ShownContext>
    </LocationContext>
  )
}

type Transition = { key: string; onShown(): void; skip(): void }

/** Follows the router, in React's transitions or the browser's. */
function useRouterState(router: Router): { state: RouterState; moves: Moves | null } {
  const [state, setState] = useState(router.state)
  const [moves, setMoves] = useState<Moves | null>(null)
  const running = useRef<Transition>(null)

  const animate = useCallback((next: RouterState, moves: Moves) => {
    running.current?.skip()
    // The photograph must have its name before the browser takes its picture of the page.
    flushSync(() => setMoves(moves))
    const transition = document.startViewTransition(async () => {
      const shown = new Promise<void>((resolve) => {
        mine.onShown = resolve
      })
      startTransition(() => setState(next))
      await shown
    })
    const mine: Transition = {
      key: next.location.key,
      onShown: () => undefined,
      skip() {
        mine.onShown()
        transition.skipTransition()
      },
    }
    running.current = mine
    // Rejects if the transition is skipped, for example in a hidden window.
    transition.ready.catch(() => undefined)
    void transition.finished.finally(() => {
      if (running.current !== mine) return
      running.current = null
      setMoves(null)
    })
  }, [])

  useLayoutEffect(() => {
    const show = (next: RouterState, { flushSync: isSync, moves }: Showing) => {
      if (moves && typeof document.startViewTransition === 'function') animate(next, moves)
      else if (isSync) flushSync(() => setState(next))
      else startTransition(() => setState(next))
    }
    // It may have changed before this effect.
    setState(router.state())
    return router.subscribe(show)
  }, [router, animate])

  const { key } = state.location
  useLayoutEffect(() => {
    if (running.current?.key === key) running.current.onShown()
  }, [key])

  return { state, moves }
}

/** Scrolls each page to its place: where the user left it, or to its top or an anchor. */
function useScroll(router: Router, { location, scroll }: RouterState) {
  useLayoutEffect(() => {
    loadPositions()
    const takeOver = () => {
      history.scrollRestoration = 'manual'
    }
    const leave = () => {
      if (!router.state().isLoading) savePosition(router.state().location.key)
      storePositions()
      history.scrollRestoration = 'auto'
    }
    takeOver()
    addEventListener('pagehide', leave)
    addEventListener('pageshow', takeOver)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', takeOver)
      history.scrollRestoration = 'auto'
    }
  }, [router])

  useLayoutEffect(() => {
    if (scroll === 'nowhere') return
    const anchor = location.hash && document.getElementById(decodeHash(location.hash))
    if (typeof scroll === 'number') window.scrollTo(0, scroll)
    else if (anchor) anchor.scrollIntoView()
    else if (scroll === 'top') window.scrollTo(0, 0)
  }, [location, scroll])
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
