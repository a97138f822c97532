import { useEffect, useState } from 'react'
import { loadLater, MountOnDemand } from './load-later.tsx'
import { showSavedToast, useToasts } from './toast-store.ts'

const ToastViewport = loadLater(async () => (await import('./toast-viewport.tsx')).ToastViewport)

/** Container of the toasts. Their code is loaded on the first interaction, because toasts respond to user actions. */
export function Toaster() {
  useEffect(showSavedToast, [])
  const hasToasts = useToasts().length > 0
  const wasTouched = useFirstTouch()
  return (
    <MountOnDemand isQuiet isWanted={hasToasts || wasTouched}>
      <ToastViewport />
    </MountOnDemand>
  )
}

/**
 * True after the first click or key press, once its effect has been painted. Before that, the toasts' code isn't
 * needed.
 */
function useFirstTouch(): boolean {
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
