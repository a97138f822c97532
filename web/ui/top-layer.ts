import { useSyncExternalStore } from 'react'

/**
 * The modal dialogs that are open, the topmost last. What must stay in sight and in reach above them, such as a toast, has to
 * stand inside the topmost one: the browser makes everything else inert.
 */
let dialogs: HTMLElement[] = []
const listeners = new Set<() => void>()

/** @returns what takes it off again */
export function enterTopLayer(dialog: HTMLElement): () => void {
  change([...dialogs, dialog])
  return () => change(dialogs.filter((one) => one !== dialog))
}

/** The topmost open dialog; null when none is. */
export function useTopLayer(): HTMLElement | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => dialogs.at(-1) ?? null,
    () => null,
  )
}

function change(next: HTMLElement[]) {
  dialogs = next
  for (const listener of listeners) listener()
}
