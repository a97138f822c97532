import { useEffect, useRef } from 'react'

/**
 * Keeps the focus in a list after the button that removed one of its items has disappeared. Attach the returned `ref`
 * to the list.
 */
export function useFocusAfterRemoval<E extends HTMLElement>(count: number) {
  const list = useRef<E>(null)
  const before = useRef(count)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (count < before.current && isLost) list.current?.focus()
    before.current = count
  }, [count])
  return list
}
