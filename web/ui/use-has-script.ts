import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False on the server and during hydration. Until then, and without JavaScript, forms must work natively. */
export function useHasScript(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
