import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { Field } from '../ui/field.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { useAdminAddress } from './address.ts'

const TYPING_MS = 250

/** Searches while the user types. Never overwrites text that isn't in the URL yet. */
export function SearchField({ label }: { label: string }) {
  const { read, narrow } = useAdminAddress()
  const value = read('search') ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const settled = useDebounced(typed, TYPING_MS)
  const { address, isLeaving, stay } = useClickedLink()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts a search, or the page that a link led to
  useEffect(() => {
    if (settled === null || typed === null || isLeaving()) return
    // React can't flush a navigation from within an effect.
    if (settled.trim() !== value) queueMicrotask(() => narrow('search', settled.trim()))
    if (settled === typed) setTyped(null)
  }, [settled, address])
  return (
    <Field
      label={label}
      type="search"
      value={typed ?? value}
      onChange={({ target }) => {
        stay()
        setTyped(target.value)
      }}
    />
  )
}

/**
 * Tracks whether the page of a clicked link is still loading. A search started in the meantime would replace that
 * navigation with one that starts from the old page.
 */
function useClickedLink() {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const clicked = useRef<string | null>(null)
  useEffect(() => {
    const note = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
      if (link && !ctrlKey && !metaKey && !shiftKey) clicked.current = link.pathname + link.search
    }
    document.addEventListener('click', note, { capture: true })
    return () => document.removeEventListener('click', note, { capture: true })
  }, [])
  return {
    address,
    isLeaving: () => clicked.current !== null && clicked.current !== address,
    stay: () => {
      clicked.current = null
    },
  }
}
