import { useEffect } from 'react'
import { loadLater } from '../platform/load-later.ts'
import { useFirstTouch } from './first-touch.ts'
import { OnFirstUse } from './on-first-use.tsx'
import { showKeptToast, useToasts } from './toast-store.ts'

const ToastViewport = loadLater(async () => (await import('./toast-viewport.tsx')).ToastViewport)

/** The place of the toasts; its code is loaded with the first touch, since a message answers what somebody did. */
export function Toaster() {
  useEffect(showKeptToast, [])
  const hasToasts = useToasts().length > 0
  const wasTouched = useFirstTouch()
  return (
    <OnFirstUse isQuiet isWanted={hasToasts || wasTouched}>
      <ToastViewport />
    </OnFirstUse>
  )
}
