import { useSyncExternalStore } from 'react'

/** Says quietly that the connection is lost, for as long as it is; nothing that is on the page goes away meanwhile. */
export function ConnectionStatus() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
  return (
    <div
      role="status"
      className="connection-status pointer-events-none fixed left-4 z-40 max-w-[calc(100vw-2rem)] print:hidden"
    >
      {!isOnline && (
        <p className="rounded-card border border-hairline bg-surface px-4 py-2 text-sm shadow-float">
          You are offline. We will carry on as soon as your connection is back.
        </p>
      )}
    </div>
  )
}

const KINDS = ['online', 'offline'] as const

function subscribe(listener: () => void) {
  for (const kind of KINDS) addEventListener(kind, listener)
  return () => {
    for (const kind of KINDS) removeEventListener(kind, listener)
  }
}
