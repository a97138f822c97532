import { useCallback, useEffect, useRef, useState } from 'react'

/** Spec section 9: how long an add button is busy, and how long it says 'Added to Cart'. */
const SECOND_MS = 1000

/** True for one second from each start. */
export function useForASecond(): [isOn: boolean, start: () => void] {
  const [isOn, setOn] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const start = useCallback(() => {
    setOn(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOn(false), SECOND_MS)
  }, [])
  return [isOn, start]
}
