import { useEffect, useRef } from 'react'

/** The button that removed one of a list is gone with it; the focus stays at the list, which gets what this returns as `ref`. */
export function useFocusWhenOneGoes<E extends HTMLElement>(count: number) {
  const list = useRef<E>(null)
  const before = useRef(count)
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (count < before.current && isLost) list.current?.focus()
    before.current = count
  }, [count])
  return list
}
