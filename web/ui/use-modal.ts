import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'

/**
 * Opens and closes the browser's modal dialog, which traps the focus, makes the rest inert, and restores the focus.
 * @param closingMs duration of the exit animation, during which it has `data-closing`
 * @returns the dialog's ref, and whether to render its content
 */
export function useModal(isOpen: boolean, closingMs: number): [RefObject<HTMLDialogElement | null>, boolean] {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const element = dialog.current
    if (!element || !isOpen) return
    setDrawn(true)
    // Reopened during the exit animation.
    clearTimeout(leaving.current)
    delete element.dataset.closing
    if (!element.open) element.showModal()
    const leaveTopLayer = enterTopLayer(element)
    return () => {
      leaveTopLayer()
      element.dataset.closing = ''
      leaving.current = setTimeout(() => {
        delete element.dataset.closing
        element.close()
        setDrawn(false)
      }, closingMs)
    }
  }, [isOpen, closingMs])

  // An unmounted dialog has no exit animation to finish. (After the effect above, whose cleanup starts one.)
  useEffect(() => () => clearTimeout(leaving.current), [])

  return [dialog, isOpen || isDrawn]
}

/**
 * The open modal dialogs, topmost last. Elements that must stay visible and usable above them, such as toasts, must be
 * rendered inside the topmost one: the browser makes everything else inert.
 */
let dialogs: HTMLElement[] = []
const listeners = new Set<() => void>()

/** @returns a function that removes it */
function enterTopLayer(dialog: HTMLElement): () => void {
  change([...dialogs, dialog])
  return () => change(dialogs.filter((one) => one !== dialog))
}

/** Returns the topmost open dialog, or null if there is none. */
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
