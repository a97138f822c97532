import { matchRoutes, type RouteObject } from 'react-router'

/** Loads the code of the page behind a link when somebody points at it, touches it or focuses it: before it is chosen. */
export function prefetchCode(routes: RouteObject[]) {
  const known = new Set<string>()
  const look = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin || known.has(link.pathname)) return
    known.add(link.pathname)
    for (const { route } of matchRoutes(routes, link.pathname) ?? [])
      if (typeof route.lazy === 'function') void route.lazy()
  }
  for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, look, { passive: true })
}
