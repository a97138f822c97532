import type { History } from './browser-history.ts'
import { addressOfLocation, createKey, isSamePage, type Location, locationOf } from './location.ts'
import type { Opened, Shown } from './open-page.ts'
import { positionOf, savePosition } from './scroll-positions.ts'

export type NavigateOptions = {
  /** Replaces the current entry of the history. */
  replace?: boolean
  state?: unknown
  preventScrollReset?: boolean
  /** Animates the change of the page. */
  viewTransition?: boolean
  /** Shows the page before the call returns, if its code is loaded. */
  flushSync?: boolean
}

export type RouterState = {
  location: Location
  /** Null until the first page is loaded. */
  shown: Shown | null
  isLoading: boolean
  /** The user moved in the history, or has just opened the shop. */
  isReturn: boolean
  /** A navigation that waits for the user's decision. */
  blocked: { proceed(): void; stay(): void } | null
  /** Where the page scrolls to: a position, its hash if it has one, or nowhere. */
  scroll: number | 'top' | 'hash' | 'nowhere'
}

/** How a state is shown. `moves` has the paths of the pages that a transition animates between. */
export type Showing = { flushSync?: boolean; moves?: Moves }
export type Moves = [from: string, to: string]
type Listener = (state: RouterState, showing: Showing) => void
type Action = 'push' | 'replace' | 'pop'

export type Router = {
  state(): RouterState
  /** Opens another page, or moves in the history. Resolves once the page is shown. */
  navigate(to: string | number, options?: NavigateOptions): Promise<void>
  subscribe(listener: Listener): () => void
  /** Asks `mustAsk` before each navigation. A second call replaces the first. @returns a function that ends this */
  block(mustAsk: (from: Location, to: Location) => boolean): () => void
}

/**
 * Creates the router of the browser's window.
 * @param open loads the page at a location
 * @param shown the page that the server rendered, or null to load it
 */
export function createRouter(
  history: History,
  open: (location: Location) => Opened | Promise<Opened>,
  shown: Shown | null,
): Router {
  let state: RouterState = {
    location: history.location(),
    shown,
    isLoading: false,
    isReturn: true,
    blocked: null,
    scroll: 'nowhere',
  }
  const listeners = new Set<Listener>()
  let mustAsk: ((from: Location, to: Location) => boolean) | null = null
  /** The user agreed to leave. */
  let mayLeave = false
  /** Called when the history has returned to the page that the user didn't leave. */
  let onReturn: (() => void) | null = null
  /** Counts the pages that were opened. A later one replaces those that are still loading. */
  let latest = 0
  let onPop: (() => void) | null = null

  history.listen((location, delta) => {
    if (onReturn) {
      onReturn()
      onReturn = null
      return
    }
    if (delta !== null && isBlocked(location)) {
      const returned = new Promise<void>((resolve) => {
        onReturn = resolve
      })
      history.go(-delta)
      ask(async () => {
        await returned
        mayLeave = true
        history.go(delta)
      })
      onPop?.()
      return
    }
    void start(location, 'pop', {}).then(() => onPop?.())
  })
  if (!shown) void start(state.location, 'pop', {})

  return {
    state: () => state,
    async navigate(to, options = {}) {
      if (typeof to === 'number') {
        return new Promise((resolve) => {
          onPop = resolve
          history.go(to)
        })
      }
      const movedFrom = options.viewTransition ? state.location.pathname : null
      const next = locationOf(to, { state: options.state ?? null, key: createKey(), movedFrom })
      const action = options.replace ? 'replace' : 'push'
      if (isBlocked(next)) ask(() => start(next, action, options))
      else await start(next, action, options)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    block(ask) {
      mustAsk = ask
      return () => {
        if (mustAsk === ask) mustAsk = null
      }
    },
  }

  function isBlocked(next: Location): boolean {
    const isAllowed = mayLeave
    mayLeave = false
    return !isAllowed && mustAsk !== null && mustAsk(state.location, next)
  }

  function ask(leave: () => Promise<void>) {
    update({ blocked: { proceed: () => void leave(), stay: () => update({ blocked: null }) } })
  }

  async function start(location: Location, action: Action, options: NavigateOptions): Promise<void> {
    const turn = ++latest
    savePosition(state.location.key)
    if (state.shown && isSamePage(state.location, location))
      return show(location, state.shown, action, options)
    const opening = open(location)
    // Without waiting, so a page that needs nothing is shown before the call returns.
    if (!(opening instanceof Promise)) return finish(opening)
    update({ isLoading: true })
    const opened = await opening
    if (turn === latest) await finish(opened)

    function finish(opened: Opened): Promise<void> | void {
      if (opened.redirect === undefined) return show(location, opened, action, options)
      const target = locationOf(opened.redirect, { key: createKey() })
      return start(target, action === 'pop' ? 'replace' : action, options)
    }
  }

  function show(location: Location, shown: Shown, action: Action, options: NavigateOptions) {
    const { location: before } = state
    if (action !== 'pop') history[action](location)
    const saved = action === 'pop' ? positionOf(location.key) : undefined
    const scroll = saved ?? (options.preventScrollReset ? 'hash' : 'top')
    update(
      { location, shown, isLoading: false, isReturn: action === 'pop', blocked: null, scroll },
      { flushSync: options.flushSync, moves: movesOf(before, location, action) },
    )
  }

  function update(changes: Partial<RouterState>, showing: Showing = {}) {
    state = { ...state, ...changes }
    for (const listener of listeners) listener(state, showing)
  }
}

/** Returns the paths of a transition: one that begins here, or the way back. */
function movesOf(from: Location, to: Location, action: Action): Moves | undefined {
  const isBack = action === 'pop' && from.movedFrom === to.pathname
  return isBack || to.movedFrom === from.pathname ? [from.pathname, to.pathname] : undefined
}

/** Returns whether a link leads to the shown page, which then replaces its own entry of the history. */
export function isShownAt({ location }: RouterState, to: string): boolean {
  return addressOfLocation(location) === addressOfLocation(locationOf(to))
}
