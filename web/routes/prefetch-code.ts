import { matchPage } from './routes.tsx'

/** Loads a page's code when a link to it is hovered over, touched, or focused, before it is clicked. */
export function prefetchCode() {
  const known = new Set<string>()
  const look = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.origin !== location.origin || known.has(link.pathname)) return
    known.add(link.pathname)
    void matchPage(link.pathname).page.load()
  }
  for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, look, { passive: true })
}
