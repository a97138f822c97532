import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from '../platform/router/use-router.ts'
import { Field } from '../ui/field.tsx'
import { useAdminAddress } from './address.ts'

const TYPING_MS = 250

/** Searches while the user types. Never overwrites text that isn't in the URL yet. */
export function SearchField({ label }: { label: string }) {
  const { read, narrow } = useAdminAddress()
  const value = read('search') ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const { address, isLeaving, stay } = useClickedLink()
  const search = useEffectEvent((text: string) => {
    if (isLeaving()) return
    if (text.trim() !== value) narrow('search', text.trim())
    setTyped(null)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits again for the page that a clicked link leads to
  useEffect(() => {
    if (typed === null) return
    const timer = setTimeout(() => search(typed), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, address])
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
