import { useEffect, useState } from 'react'

/**
 * True from the first press or key on, as soon as what it changed has been painted. What can only be the answer to something
 * that a person does, such as a message, need not be loaded before.
 */
export function useFirstTouch(): boolean {
  const [wasTouched, setTouched] = useState(false)
  useEffect(() => {
    const touch = () => requestAnimationFrame(() => setTimeout(setTouched, 0, true))
    for (const kind of KINDS) addEventListener(kind, touch, { once: true, passive: true, capture: true })
    return () => {
      for (const kind of KINDS) removeEventListener(kind, touch, { capture: true })
    }
  }, [])
  return wasTouched
}

const KINDS = ['pointerdown', 'keydown'] as const
