import { useCallback, useState } from 'react'

/** Where nothing is laid out, as in a test. */
const ASSUMED = 480

/**
 * How wide an element is, in CSS pixels, from its first picture on. What is hidden for a while has no width: the one
 * before counts until it is shown again, so that nothing is ever drawn into no room at all.
 */
export function useWidth() {
  const [width, setWidth] = useState(ASSUMED)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
