import { type ComponentProps, type MouseEvent, useContext, useEffect } from 'react'
import { isShownAt, type NavigateOptions } from './router.ts'
import { RouterContext, useNavigate } from './use-router.ts'

/** @property to the absolute path of a page, with its query and hash */
export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Omit<NavigateOptions, 'flushSync'> & { to: string }

/** A link to a page of the shop. Plain clicks stay in the window's page; other clicks are the browser's. */
export function Link({
  to,
  replace,
  state,
  preventScrollReset,
  viewTransition,
  onClick,
  ...rest
}: LinkProps) {
  const router = useContext(RouterContext)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !router || !isPlainClick(event)) return
    event.preventDefault()
    const options = { state, preventScrollReset, viewTransition }
    void router.navigate(to, { ...options, replace: replace ?? isShownAt(router.state(), to) })
  }
  return <a {...rest} href={to} onClick={follow} />
}

/** Other clicks open a tab or window, or download. */
function isPlainClick(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { target } = event.currentTarget
  const isModified = event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
  const isElsewhere = (target !== '' && target !== '_self') || event.currentTarget.hasAttribute('download')
  return event.button === 0 && !isModified && !isElsewhere
}

/** Opens another page when it is rendered. */
export function Navigate({ to, replace, state }: Pick<LinkProps, 'to' | 'replace' | 'state'>) {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace, state }), [navigate, to, replace, state])
  return null
}
