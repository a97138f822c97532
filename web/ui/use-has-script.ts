import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False on the server and while hydrating: until then, and where no script ever runs, a form must work by itself. */
export function useHasScript(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
