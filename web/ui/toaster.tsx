import { lazy, Suspense, useEffect, useState } from 'react'
import { showKeptToast } from './toast-store.ts'

const ToastViewport = lazy(() =>
  import('./toast-viewport.tsx').then(({ ToastViewport }) => ({ default: ToastViewport })),
)

/** The place of the toasts; its code is loaded once the page is at rest, since no page begins with a message. */
export function Toaster() {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    showKeptToast()
    const timer = setTimeout(() => setReady(true), 0)
    return () => clearTimeout(timer)
  }, [])
  if (!isReady) return null
  return (
    <Suspense fallback={null}>
      <ToastViewport />
    </Suspense>
  )
}
